// SPDX-License-Identifier: Apache-2.0
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { latency, moment } from "../numbers.js";
import { facts, head, message, trouble, waiting } from "../pieces.js";
import { onBeat } from "../pulse.js";

/** Whether the store is well, and what it promises. */

const WORDS = {
    consistency: {
        LINEARIZABLE: ["One winner", "Of all who claim a key at once exactly one runs.", "good"],
        EVENTUAL: ["Perhaps two winners", "Two who claim a key at once may both run.", "bad"],
    },
    clock: {
        SERVER: ["The store's clock", "Leases and retention are judged by the store's own clock; clocks of applications do not matter.", "good"],
        OWNING_PROCESS: ["This process's clock", "Leases and retention are judged by a clock of this process that never goes back.", "good"],
        CALLERS_WITH_SKEW: ["The callers' clocks", "Leases are judged by the callers' clocks, with a margin for their differences.", "warn"],
    },
    reach: {
        SHARED: ["Shared", "All processes that use this store see the same keys.", "good"],
        PROCESS: ["This process only", "Another process does not see these keys: a retry that reaches it runs again.", "warn"],
    },
    durability: {
        NONE: ["Survives nothing", "All records are gone when this process ends. For development only.", "bad"],
        PROCESS_CRASH: ["Survives the process", "A saved answer outlives the process, but not a crash of the machine.", "warn"],
        MACHINE_CRASH: ["Survives a crash", "A saved answer outlives a crash or a power cut of the machine.", "good"],
        MACHINE_LOSS: ["Survives a lost machine", "A saved answer outlives the loss of a machine.", "good"],
    },
};

function promise(kind, value) {
    const [title, text, tone] = WORDS[kind][value];
    return h("li", { class: "card promise" }, h("span", { class: `badge ${tone}` }, icon(tone === "good" ? "check" : tone === "bad" ? "cross" : "question"), title), h("p", {}, text));
}

function health(store) {
    if (store.healthy) {
        return message("good", "The store answers", `It took ${latency(store.answerMillis)} just now.`);
    }
    return message("bad", "The store does not answer", `${store.problem ?? "No reason is known."}`, "Protected requests get 503 with Retry-After, and nothing runs. Bring the store back; nothing has to be done here. Never point Semel to an empty one: every retry would run again.");
}

function draw(overview) {
    const { store } = overview;
    const { guarantees } = store;
    return [
        h("div", { id: "health" }, health(store)),
        h("section", { class: "stack" }, h("h2", {}, "What it promises"), h("ul", { class: "promises" }, Object.keys(WORDS).map((kind) => promise(kind, guarantees[kind])))),
        h("section", { class: "card stack tight" }, h("h2", {}, "In its own words"), h("p", {}, guarantees.statement)),
        h(
            "section",
            { class: "card stack tight" },
            h("h2", {}, "This server"),
            facts(
                ["Runs since", moment(overview.startedAt)],
                ["Records can be searched", store.browsable ? "yes" : "no: find them by their key"],
                ["Records can be settled", store.settleable ? "yes" : "no"],
                ["Short hashes of keys", overview.keyHashShared ? "are the same in all logs" : "are this process's own: set hash-secret to compare logs of several"],
            ),
        ),
    ];
}

export function store({ session, signal }) {
    const place = h("div", { class: "stack" }, waiting("the store", 4));
    let isFirst = true;
    onBeat((overview, problem) => {
        if (overview && isFirst) {
            isFirst = false;
            fill(place, draw(overview));
        } else if (overview) {
            fill(place.querySelector("#health"), health(overview.store));
        } else if (isFirst) {
            fill(place, trouble(problem));
        }
    }, signal);
    return { title: "Store", element: h("div", { class: "stack" }, head("Store", `Where the records are kept, and what it survives. Semel ${session().version}.`), place) };
}
