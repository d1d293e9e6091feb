// SPDX-License-Identifier: Apache-2.0
import { api } from "./api.js";
import { isResting } from "./pulse.js";
import { identity } from "./search.js";

/**
 * Looks for what waits for a decision. A store that lists it is asked for its list every few seconds, and is looked through now and then for what
 * the list lacks, which is put on it by that. Any other one is looked through, from one end to the other, and after a while again. The server looks at a
 * bounded number of records for each request, so that a large store takes many: they come one a second, and the place is kept in
 * between. Until all was looked at nobody knows that nothing waits, and what is told says so. It rests while nobody looks at
 * the page, and when nobody has touched it for long.
 */

const STEP = 1_000;
const BETWEEN_WALKS = 15_000;
const BETWEEN_LISTS = 5_000;
/** What a list lacks are attempts that broke off, and that nobody has retried. */
const BETWEEN_WALKS_BESIDE_A_LIST = 600_000;
/** More than so many are not counted: whoever sees this number has enough to do. */
const UP_TO = 50;

const listeners = new Set();
let walk = anew();
let known = null;
/** How many are listed, whether those are all, and when that was so; null before it is known, and where there is no list. */
let list = null;
/** Whether the store has a list; null before it is known. */
let hasList = null;
let walked = null;
/** What was read of the list so far, and where it goes on: of a cluster it has several pages. */
let reading = unread();
let isTold = false;
let isBrowsable = true;
let isOn = false;
let asked = null;
let timer = null;

function anew() {
    return { found: new Set(), looked: 0, place: null };
}

function unread() {
    return { found: new Set(), place: null };
}

/**
 * How many were found, how many records were looked at for it, and isWhole: whether that were all there are. Null before the first
 * answer, and where a store cannot be looked through.
 */
function standing() {
    if (!isTold || !isBrowsable) {
        return null;
    }
    if (list !== null) {
        return { found: list.found, looked: walk.looked, isWhole: list.isAll && walked !== null };
    }
    const soFar = { found: walk.found.size, looked: walk.looked, isWhole: false };
    return known !== null && known.found >= soFar.found ? known : soFar;
}

/** Calls the listener with what is known, now and whenever that changes. */
export function onLook(listener, signal) {
    listeners.add(listener);
    signal?.addEventListener("abort", () => listeners.delete(listener));
    listener(standing());
}

function tell() {
    isTold = true;
    const now = standing();
    for (const listener of listeners) {
        listener(now);
    }
}

function take(page) {
    // A record may come on two pages.
    page.records.forEach((record) => walk.found.add(identity(record)));
    walk.looked += page.looked;
    walk.place = page.next;
    if (page.next === null || walk.found.size >= UP_TO) {
        known = { found: walk.found.size, looked: walk.looked, isWhole: page.next === null };
        walk = anew();
    }
}

function fail(problem) {
    isBrowsable = problem.code !== "not-browsable";
    known = null;
    list = null;
    reading = unread();
    if (problem.code === "stale-reference") {
        // The server was restarted, and knows the place no more.
        walk = anew();
    }
}

const question = (more) => ({ settleable: true, size: UP_TO, ...more });

/** One request; says how long to rest after it, or nothing where another walk has begun meanwhile. */
async function step(mine) {
    const isOld = list === null || performance.now() - list.at >= BETWEEN_LISTS;
    const readsList = hasList === null || (hasList && (isOld || reading.place !== null));
    try {
        const page = await api.glance(question(readsList ? { listed: true, after: reading.place ?? undefined } : { after: mine.place ?? undefined }));
        if (mine !== walk) {
            return null;
        }
        isBrowsable = true;
        hasList ??= page.listed;
        return hasList ? besideAList(page) : ofAll(page);
    } catch (problem) {
        if (mine !== walk) {
            return null;
        }
        fail(problem);
        return BETWEEN_WALKS;
    }
}

function ofAll(page) {
    take(page);
    return walk.place === null ? BETWEEN_WALKS : STEP;
}

/** What the walk finds is on the list by then: only the list counts. */
function besideAList(page) {
    if (page.listed) {
        page.records.forEach((record) => reading.found.add(identity(record)));
        reading.place = page.next;
        if (page.next !== null && reading.found.size < UP_TO) {
            return STEP;
        }
        list = { found: reading.found.size, isAll: page.next === null, at: performance.now() };
        reading = unread();
    } else {
        walk.looked += page.looked;
        walk.place = page.next;
        if (page.next === null) {
            walked = performance.now();
            walk = anew();
            list.at = -Infinity;
        }
    }
    if (walked === null && walk.place === null) {
        // A small store is looked through at once, and then it is known that nothing waits.
        return 0;
    }
    const isDue = walk.place !== null || walked === null || performance.now() - walked >= BETWEEN_WALKS_BESIDE_A_LIST;
    return isDue ? STEP : BETWEEN_LISTS;
}

async function goOn() {
    clearTimeout(timer);
    let rest = STEP;
    if (!document.hidden && !isResting()) {
        asked = walk;
        rest = await step(walk);
        if (rest === null) {
            // Another walk has begun meanwhile, and goes its own way.
            return;
        }
        asked = null;
        tell();
    }
    if (isOn) {
        clearTimeout(timer);
        timer = setTimeout(goOn, rest);
    }
}

/** Begins; what was known of another session is forgotten. */
export function start() {
    isOn = true;
    isTold = false;
    hasList = null;
    walked = null;
    return lookAnew();
}

export function stop() {
    isOn = false;
    clearTimeout(timer);
}

/** From the beginning: what is known does not hold any more. A list is read again, and the walk beside it goes on where it is. */
export function lookAnew() {
    known = null;
    list = null;
    reading = unread();
    walk = hasList ? { ...walk } : anew();
    return goOn();
}

/** Looks now, unless it is on its way. */
export function lookNow() {
    if (asked !== walk && (hasList || walk.place === null)) {
        goOn();
    }
}
