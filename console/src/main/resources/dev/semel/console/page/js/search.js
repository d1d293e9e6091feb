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
 * @param question what is looked for; its size is how many are wanted
 * @param progress called with what there is so far, of the same shape as what is returned
 * @param stop ends it with what it has, also in the middle of a request: isAsked(), the promise asked, and a signal
 * @returns records, next (null when all were looked at), looked, and isShort: whether it stopped for the cost, or isStopped: because
 *     somebody wished it
 */
export async function search(question, signal, progress, stop) {
    const records = [];
    let looked = 0;
    let next = question.after ?? null;
    for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
        const begin = performance.now();
        const page = await untilStopped(stop, signal, (either) => api.search({ ...question, after: next ?? undefined, size: question.size - records.length }, either));
        if (page === null) {
            return { records, next, looked, isShort: false, isStopped: true };
        }
        records.push(...page.records);
        looked += page.looked;
        next = page.next;
        if (next === null || records.length >= question.size) {
            return { records, next, looked, isShort: false };
        }
        progress({ records, next, looked, isShort: true });
        if (requests < MOST_REQUESTS - 1) {
            await rest(Math.max(SHORTEST_REST, Math.min(performance.now() - begin, LONGEST_REST)), signal, stop);
        }
    }
    return { records, next, looked, isShort: true };
}

/**
 * The same, and goes on by itself where that stopped for the cost: slowly, only while somebody is there, and until the page is
 * full or everything was looked at.
 */
export async function searchOn(question, signal, progress, stop) {
    let page = await search(question, signal, progress, stop);
    while (page.isShort) {
        progress(page);
        await pause(signal, stop);
        const { next } = page;
        const size = question.size - page.records.length;
        const more = await untilStopped(stop, signal, (either) => api.glance({ ...question, after: next, size }, either));
        if (more === null) {
            return { ...page, isShort: false, isStopped: true };
        }
        const records = [...page.records, ...more.records];
        page = { records, next: more.next, looked: page.looked + more.looked, isShort: more.next !== null && records.length < question.size };
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

async function pause(signal, stop) {
    do {
        await rest(PACE, signal, stop);
    } while (!stop.isAsked() && (document.hidden || isResting()));
}
