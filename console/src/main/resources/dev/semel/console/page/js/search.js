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
 * @param progress called with how many records were looked at so far
 * @returns records, next (null when all were looked at), looked, and isShort: whether it stopped for the cost
 */
export async function search(question, signal, progress = () => {}) {
    const records = [];
    let looked = 0;
    let next = question.after ?? null;
    for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
        const begin = performance.now();
        const page = await api.search({ ...question, after: next ?? undefined, size: question.size - records.length }, signal);
        records.push(...page.records);
        looked += page.looked;
        next = page.next;
        if (next === null || records.length >= question.size) {
            return { records, next, looked, isShort: false };
        }
        progress(looked);
        if (requests < MOST_REQUESTS - 1) {
            await rest(Math.max(SHORTEST_REST, Math.min(performance.now() - begin, LONGEST_REST)), signal);
        }
    }
    return { records, next, looked, isShort: true };
}

/**
 * The same, and goes on by itself where that stopped for the cost: slowly, only while somebody is there, and until the page is
 * full or everything was looked at.
 *
 * @param tell called with what there is each time that it stopped, and goes on
 */
export async function searchOn(question, signal, progress, tell) {
    let page = await search(question, signal, progress);
    while (page.isShort) {
        tell(page);
        await pause(signal);
        const more = await api.glance({ ...question, after: page.next, size: question.size - page.records.length }, signal);
        const records = [...page.records, ...more.records];
        page = { records, next: more.next, looked: page.looked + more.looked, isShort: more.next !== null && records.length < question.size };
    }
    return page;
}

async function rest(time, signal) {
    await new Promise((done) => setTimeout(done, time));
    signal.throwIfAborted();
}

async function pause(signal) {
    do {
        await rest(PACE, signal);
    } while (document.hidden || isResting());
}
