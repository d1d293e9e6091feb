// SPDX-License-Identifier: Apache-2.0
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { moment, zone } from "../numbers.js";
import { payload } from "../payload.js";
import { badge, button, facts, head, instant, keyText, message, trouble, waiting } from "../pieces.js";
import { settleDialog } from "../settle.js";
import { STANDINGS, forgotten, nextRetry, timeline } from "../words.js";

/** One record: how it stands, what the next retry gets, how it came to this, and what can be done. */

function story(record) {
    const steps = timeline(record).map(({ at, icon: picture, tone, title, text }) =>
        h(
            "li",
            { class: tone },
            h("span", { class: "dot" }, icon(picture)),
            h(
                "div",
                {},
                h("strong", {}, title),
                at ? h("time", { class: "muted small", datetime: at, title: at }, moment(at)) : null,
                text ? h("p", { class: "wrap" }, text) : null,
            ),
        ),
    );
    return h("section", { class: "card" }, h("h2", {}, "What happened"), h("ol", { class: "timeline" }, steps), h("p", { class: "muted small" }, `Times by the store's clock, shown in ${zone()}.`));
}

function about(record) {
    return h(
        "section",
        { class: "card" },
        h("h2", {}, "About it"),
        facts(
            ["Key", keyText(record.key)],
            ["In the log", h("code", {}, record.key.hash)],
            ["Operation", record.operation],
            ["Tenant", record.tenant],
            ["First seen", instant(record.createdAt, record.seenAt)],
            ["Attempt", String(record.attempt)],
            ["Request", h("code", { title: "A short hash of the request that the key was used for" }, record.fingerprint)],
            ["Forgotten", h("span", { title: record.expiresAt }, forgotten(record))],
            record.policy ? null : ["Policy", "This operation is not in the configuration any more"],
        ),
    );
}

function standing(record, mayTry, open) {
    const canSettle = record.settleable && mayTry;
    const refusal = record.settleable && !mayTry ? h("p", { class: "muted" }, "You may look at this record, but not settle it: that takes the role settle. Ask somebody who has it, or have it added to your user.") : null;
    return h(
        "section",
        { class: "card standing", "aria-label": "How it stands" },
        h("div", { class: "stack tight" }, h("p", { class: "lead" }, STANDINGS[record.standing].now), h("p", {}, h("strong", {}, "The next retry "), nextRetry(record)), refusal),
        canSettle ? button("Settle it…", { kind: "first", id: "settle", onclick: open }) : null,
    );
}

function gone(problem) {
    if (problem.code === "no-record") {
        return message("info", "This record is gone", "It was kept as long as its operation says, and is forgotten. A retry with this key is new, and runs.", h("a", { class: "button", href: "#/records" }, "All records"));
    }
    if (problem.code === "stale-reference") {
        return message("info", "This link is too old", "Links to records hold until the server restarts, and it has been restarted since. Find the record again.", h("a", { class: "button", href: "#/records" }, "All records"));
    }
    return null;
}

export function record({ session, signal, rest }) {
    const notice = h("div", { class: "notice", "aria-live": "polite", tabindex: "-1" });
    const place = h("div", { class: "stack" }, waiting("the record", 6));
    const title = head("Record", null, button("Look again", { id: "again", onclick: () => load() }));
    let ref = rest;

    /** What was pressed is gone with what it was pressed for: the focus goes to what came of it. */
    function say(tone, heading, text) {
        fill(notice, message(tone, heading, text));
        notice.focus();
    }

    function draw(found) {
        ref = found.ref;
        const open = () =>
            settleDialog(found, session, {
                settled: (after) => {
                    draw(after);
                    say("good", "Settled", "Who decided, when and why stands in its story now.");
                },
                moved: (now, [title, text]) => {
                    draw(now);
                    say("warn", title, `${text} This is how the record stands now.`);
                },
                gone: () => load(),
            });
        fill(title.querySelector("h1"), found.operation, " ", badge(found.standing));
        fill(
            place,
            standing(found, session().roles.includes("settle"), open),
            h("div", { class: "pair uneven" }, story(found), h("div", { class: "stack" }, about(found), payload(found))),
        );
    }

    async function load() {
        fill(notice);
        try {
            draw(await api.find({ ref }, signal));
        } catch (problem) {
            if (!signal.aborted) {
                fill(place, gone(problem) ?? trouble(problem, load));
            }
        }
    }

    load();
    return { title: "Record", element: h("div", { class: "stack" }, title, notice, place), refresh: load };
}
