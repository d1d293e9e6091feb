// SPDX-License-Identifier: Apache-2.0
import { h } from "./dom.js";
import { bytes } from "./numbers.js";

/** The saved answer. It came from a service and says what it likes: it is shown as text, and never as anything else. */

function pretty(shown) {
    if (!/json/i.test(shown.contentType) || shown.truncated) {
        return shown.text;
    }
    try {
        // Only where nothing changes but white space: a number that JavaScript cannot hold must not be shown as another one.
        const laidOut = JSON.stringify(JSON.parse(shown.text), null, 2);
        return laidOut.replace(/\s/g, "") === shown.text.replace(/\s/g, "") ? laidOut : shown.text;
    } catch {
        return shown.text;
    }
}

function content(shown) {
    if (shown.size === 0) {
        return h("p", { class: "muted" }, "Its body is empty.");
    }
    const text = shown.text === null ? shown.base64 : pretty(shown);
    const note = shown.text === null ? `Not text: ${bytes(shown.size)}, in Base64` : bytes(shown.size);
    return h(
        "div",
        {},
        h("pre", { class: "body", tabindex: "0", role: "region", "aria-label": "Body of the saved answer" }, text),
        h("p", { class: "muted small" }, note, shown.truncated ? ", of which the beginning is shown" : ""),
    );
}

function headers(shown) {
    if (shown.headers.length === 0) {
        return null;
    }
    return h("details", {}, h("summary", {}, "Headers"), h("ul", { class: "mono small wrap" }, shown.headers.map(({ name, value }) => h("li", {}, `${name}: ${value}`))));
}

/** What retries get; null where there is nothing saved. */
export function payload(record) {
    const { answer } = record;
    if (answer === null) {
        return null;
    }
    const card = (...parts) => h("section", { class: "card stack tight" }, h("h2", {}, "The saved answer"), parts);
    if (!answer.kept) {
        return card(h("p", {}, "It was too large to keep. A retry is told that the work was done and that the answer is not there any more."));
    }
    if (!answer.payload) {
        return card(h("p", { class: "muted" }, `${bytes(answer.bytes)} are kept. To see them takes the role see-bodies.`));
    }
    const shown = answer.payload;
    return card(shown.status ? h("p", {}, h("strong", {}, `Status ${shown.status}`)) : null, headers(shown), content(shown));
}
