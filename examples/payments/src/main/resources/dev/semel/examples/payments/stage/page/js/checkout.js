// SPDX-License-Identifier: Apache-2.0

/** One checkout: an order, the key that stands for "pay it", and what its clicks got. It survives a reload of its page. */

const NAME = "semel-checkout";
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export const AMOUNT = 4900;
export const CURRENCY = "EUR";

/** With Semel, and without it: where the clicks go. */
export const PATHS = { semel: "/v1/charges", none: "/unprotected/charges" };

function word(length) {
    return [...crypto.getRandomValues(new Uint8Array(length))].map((one) => LETTERS[one % LETTERS.length]).join("");
}

/** A new intent, and so a new key. This is the only place that makes one. */
export function begin(mode) {
    return save({ order: `order-${word(6)}`, key: crypto.randomUUID(), mode, clicks: [], met: null });
}

/** The checkout that this page had before it was reloaded, or a new one. */
export function resume() {
    try {
        const kept = JSON.parse(sessionStorage.getItem(NAME));
        if (kept?.key && kept.mode in PATHS) {
            return kept;
        }
    } catch {
        // What cannot be read is not there.
    }
    return begin("semel");
}

export function save(checkout) {
    sessionStorage.setItem(NAME, JSON.stringify(checkout));
    return checkout;
}
