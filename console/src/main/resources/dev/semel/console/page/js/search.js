// SPDX-License-Identifier: Apache-2.0
import { api } from "./api.js";
import { isResting } from "./pulse.js";

/**
 * A page's worth of records. The server looks at a bounded number for each request, so that rare records among a million
 * take several; each is cheap, and whoever waits sees how far it is.
 */

const MOST_REQUESTS = 40;
/** Between two requests that nobody asked for: somebody waits for them all the same. */
const PACE = 250;
/**
 * Between two that somebody waits for, as long as the last one took: half of the time is for those who claim. And not many in a
 * second, however short they are: each wakes threads that claims would need.
 */
const SHORTEST_REST = 200;
const LONGEST_REST = 500;

/**
 * Between two looks through all records beside an inbox that has what the store has listed already: nobody waits for them, and those
 * who claim feel each.
 */
const BESIDE = 1_000;

/** What tells a record from all others on this page. */
export const identity = (record) => `${record.tenant} ${record.operation} ${record.key.hash}`;

/** Where to go on behind a page: behind what the store has listed comes the look through all records. */
export function placeBehind(page) {
    if (page.next !== null) {
        return { after: page.next, listed: page.listed };
    }
    return page.listed ? { after: undefined, listed: false } : null;
}

/** What was found so far; a record may come twice. */
class Found {
    constructor(before, { records, looked, isListed } = { records: [], looked: 0, isListed: false }) {
        this.records = [...records];
        this.looked = looked;
        this.known = new Set([...before, ...records.map(identity)]);
        this.listed = isListed;
    }

    take(page) {
        for (const record of page.records.filter((one) => !this.known.has(identity(one)))) {
            this.known.add(identity(record));
            this.records.push(record);
        }
        this.looked += page.looked;
        this.listed ||= page.listed;
    }

    /** With the place where to go on. */
    with(next, more) {
        return { records: this.records, looked: this.looked, isListed: this.listed && next?.listed !== true, next, isShort: false, ...more };
    }
}

/**
 * @param question what is looked for; its size is how many are wanted, and listed whether that begins with what the store has listed as
 *     waiting for a decision
 * @param progress called with what there is so far, of the same shape as what is returned
 * @param stop ends it with what it has, also in the middle of a request: isAsked(), the promise asked, and a signal
 * @param before what was found on pages before this one
 * @returns records, next (null when all were looked at, else what to add to the question to go on), looked, isShort: whether it stopped for
 *     the cost, isStopped: because somebody wished it, and isListed: whether all that was listed is among the records
 */
export async function search(question, signal, progress, stop, before = []) {
    const found = new Found(before);
    let next = { after: question.after, listed: question.listed === true };
    for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
        const begin = performance.now();
        const size = question.size - found.records.length;
        const page = await untilStopped(stop, signal, (either) => api.search({ ...question, ...next, size }, either));
        if (page === null) {
            return found.with(next, { isStopped: true });
        }
        found.take(page);
        next = placeBehind(page);
        if (next === null || found.records.length >= question.size) {
            return found.with(next);
        }
        progress(found.with(next, { isShort: true }));
        if (found.listed && !page.listed) {
            // Nobody waits for what follows: what is known is there, and small stores end with one look.
            return found.with(next, { isShort: true });
        }
        if (requests < MOST_REQUESTS - 1) {
            await rest(Math.max(SHORTEST_REST, Math.min(performance.now() - begin, LONGEST_REST)), signal, stop);
        }
    }
    return found.with(next, { isShort: true });
}

/**
 * The same, and goes on by itself where that stopped for the cost: slowly, only while somebody is there, and until the page is
 * full or everything was looked at.
 */
export async function searchOn(question, signal, progress, stop, before = []) {
    let page = await search(question, signal, progress, stop, before);
    while (page.isShort) {
        progress(page);
        await pause(page.isListed ? BESIDE : PACE, signal, stop);
        const found = new Found(before, page);
        const size = question.size - page.records.length;
        const { next: place } = page;
        const more = await untilStopped(stop, signal, (either) => api.glance({ ...question, ...place, size }, either));
        if (more === null) {
            return { ...page, isShort: false, isStopped: true };
        }
        found.take(more);
        const next = placeBehind(more);
        page = found.with(next, { isShort: next !== null && found.records.length < question.size });
    }
    return page;
}

/** One request's answer; null where somebody wished to stop, before it or while it was under way. */
async function untilStopped(stop, signal, ask) {
    if (stop.isAsked()) {
        return null;
    }
    try {
        return await ask(AbortSignal.any([signal, stop.signal]));
    } catch (problem) {
        if (stop.isAsked() && !signal.aborted) {
            return null;
        }
        throw problem;
    }
}

async function rest(time, signal, stop) {
    await Promise.race([new Promise((done) => setTimeout(done, time)), stop.asked]);
    signal.throwIfAborted();
}

async function pause(time, signal, stop) {
    do {
        await rest(time, signal, stop);
    } while (!stop.isAsked() && (document.hidden || isResting()));
}
