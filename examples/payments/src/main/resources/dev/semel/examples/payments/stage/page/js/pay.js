// SPDX-License-Identifier: Apache-2.0

/**
 * Asks for the charge until there is an answer, as a good client does: the same key and body each time, more patience each
 * time, and an end.
 */
import { AMOUNT, CURRENCY, PATHS } from "./checkout.js";

const FIRST_PAUSE = 150;
const LONGEST_PAUSE = 2_000;
const PATIENCE = 90_000;

/** What a later try may change: nobody was there, somebody else is at it, or nobody knows. */
function isOpen(status) {
    return status === 0 || status === 409 || status === 425 || status === 429 || status >= 500;
}

function pause(tries) {
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
    return new Promise((done) => setTimeout(done, longest * (0.5 + Math.random() / 2)));
}

async function ask(checkout) {
    try {
        const response = await fetch(PATHS[checkout.mode], {
            method: "POST",
            headers: { "Content-Type": "application/json", "Idempotency-Key": checkout.key },
            body: JSON.stringify({ order: checkout.order, amount: AMOUNT, currency: CURRENCY, card: "tok_visa" }),
        });
        return {
            status: response.status,
            replayed: response.headers.get("Idempotent-Replayed") === "true",
            body: await response.json(),
        };
    } catch {
        return { status: 0, replayed: false, body: { detail: "There was no answer at all." } };
    }
}

/**
 * @param checkout whose charge
 * @param tried hears of each try
 * @returns the answer, which may be that there is none
 */
export async function insist(checkout, tried) {
    const end = performance.now() + PATIENCE;
    for (let tries = 0; ; tries += 1) {
        const answer = await ask(checkout);
        tried(answer);
        if (!isOpen(answer.status) || performance.now() > end) {
            return answer;
        }
        await pause(tries);
    }
}
