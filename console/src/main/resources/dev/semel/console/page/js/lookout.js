// SPDX-License-Identifier: Apache-2.0
import { api } from "./api.js";
import { isResting } from "./pulse.js";

/**
 * Looks for what waits for a decision, from one end of the store to the other, and after a while again. The server looks at a
 * bounded number of records for each request, so that a large store takes many: they come one a second, and the place is kept in
 * between. Until all was looked at nobody knows that nothing waits, and what is told says so. It rests while nobody looks at
 * the page, and when nobody has touched it for long.
 */

const STEP = 1_000;
const BETWEEN_WALKS = 15_000;
/** More than so many are not counted: whoever sees this number has enough to do. */
const UP_TO = 50;

const listeners = new Set();
let walk = anew();
let known = null;
let isTold = false;
let isBrowsable = true;
let isOn = false;
let asked = null;
let timer = null;

function anew() {
    return { found: new Set(), looked: 0, place: null };
}

/**
 * How many were found, how many records were looked at for it, and isWhole: whether that were all there are. Null before the first
 * answer, and where a store cannot be looked through.
 */
function standing() {
    if (!isTold || !isBrowsable) {
        return null;
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
    page.records.forEach((record) => walk.found.add(`${record.tenant} ${record.operation} ${record.key.hash}`));
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
    if (problem.code === "stale-reference") {
        // The server was restarted, and knows the place no more.
        walk = anew();
    }
}

/** One request of a walk; says how long to rest after it. */
async function step(mine) {
    try {
        const page = await api.glance({ settleable: true, size: UP_TO, after: mine.place ?? undefined });
        if (mine !== walk) {
            return null;
        }
        isBrowsable = true;
        take(page);
        return walk.place === null ? BETWEEN_WALKS : STEP;
    } catch (problem) {
        if (mine !== walk) {
            return null;
        }
        fail(problem);
        return BETWEEN_WALKS;
    }
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
    return lookAnew();
}

export function stop() {
    isOn = false;
    clearTimeout(timer);
}

/** From the beginning: what is known does not hold any more. */
export function lookAnew() {
    known = null;
    walk = anew();
    return goOn();
}

/** Looks now, unless it is on its way. */
export function lookNow() {
    if (asked !== walk && walk.place === null) {
        goOn();
    }
}
