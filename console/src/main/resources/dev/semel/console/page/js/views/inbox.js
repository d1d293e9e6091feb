// SPDX-License-Identifier: Apache-2.0
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { focusOn, looking } from "../looking.js";
import { counted, span } from "../numbers.js";
import { badge, button, empty, head, keyText, message, trouble, waiting } from "../pieces.js";
import { identity, searchOn } from "../search.js";
import { settleDialog } from "../settle.js";
import { STANDINGS, nextRetry } from "../words.js";

/** What waits for a decision: records of which nobody knows what was done. */

const SIZE = 50;

function more(page) {
    const shown = `${counted(page.records.length, "record")} shown`;
    return page.isStopped ? `${shown}. Stopped after ${counted(page.looked, "record")}; the others were not looked at.` : `${shown}, and there are more.`;
}

function item(record, maySettle, open) {
    const waited = (Date.parse(record.seenAt) - Date.parse(record.lapsed ? record.leaseUntil : record.createdAt)) / 1_000;
    return h(
        "li",
        { class: "card item", "data-hash": record.key.hash },
        h(
            "div",
            { class: "stack tight" },
            h("div", { class: "line" }, badge(record.standing), h("strong", {}, record.operation), h("span", { class: "muted small" }, `for ${span(waited)}`)),
            h("p", {}, STANDINGS[record.standing].waits),
            h("p", { class: "muted small wrap" }, "Key ", keyText(record.key), ` · tenant ${record.tenant} · attempt ${record.attempt}`, record.key.value ? [" · in the log ", h("code", {}, record.key.hash)] : null),
        ),
        h(
            "div",
            { class: "actions" },
            h("a", { class: "button quiet", href: `#/record/${record.ref}` }, "What happened", h("span", { class: "unseen" }, ` to ${record.operation} ${record.key.hash}`)),
            maySettle ? button("Settle it…", { "data-settle": record.key.hash, "aria-label": `Settle ${record.operation} ${record.key.hash}`, onclick: () => open(record) }) : null,
        ),
    );
}

export function inbox({ session, signal }) {
    const notice = h("div", { class: "notice", "aria-live": "polite", tabindex: "-1" });
    const place = h("div", { class: "stack" });
    let running = new AbortController();
    let shownHere = [];
    let shownBefore = [];

    async function load(from) {
        shownBefore = from ? [...shownBefore, ...shownHere.map(identity)] : [];
        running.abort();
        running = new AbortController();
        const mine = AbortSignal.any([signal, running.signal]);
        const look = looking("records that wait for a decision", "attempts that broke off, and that nobody has retried");
        fill(place, look.element, waiting("what waits", 4));
        let shown = -1;
        try {
            const progress = (part) => {
                look.progress(part);
                // What is shown stays where it is, below somebody's hands, unless there is more to show.
                if (part.records.length !== shown) {
                    shown = part.records.length;
                    fill(place, look.element, found(part, from));
                }
            };
            const page = await searchOn({ settleable: true, listed: true, size: SIZE, ...from }, mine, progress, look.stop, shownBefore);
            shownHere = page.records;
            look.element.remove();
            if (page.records.length !== shown || shown === 0 || page.next !== null) {
                fill(place, found(page, from));
            }
            focusOn(page, place);
        } catch (problem) {
            if (!mine.aborted) {
                fill(place, failed(problem));
            }
        }
    }

    const again = () => load();

    function failed(problem) {
        if (problem.code === "not-browsable") {
            return message("info", "This store cannot be looked through", "A record can be found by its key, and settled there.", h("a", { class: "button", href: "#/records" }, "Find one by its key"));
        }
        return trouble(problem, again);
    }

    function none(page, from) {
        if (page.isStopped) {
            return empty("None so far", `Stopped after ${counted(page.looked, "record")}; the others were not looked at.`, button("Look on", { "data-on": true, onclick: () => load(page.next) }));
        }
        if (page.next !== null && page.isListed) {
            return empty("Nothing is in doubt", "No request ended without anybody knowing what it did, and no retry was told to wait. Attempts that broke off and that nobody has retried are still being looked for, as long as this page is open.");
        }
        if (page.next !== null) {
            return empty("None so far", "Not all records were looked at yet; it goes on by itself while this page is open.");
        }
        if (from) {
            return empty("That was all", "No more records wait for a decision than were shown before.", button("To the first ones", { onclick: again }));
        }
        return empty("Nothing waits for a decision", "A record comes here when a request ended without anybody knowing what it did: the service did not answer, or the process died in the middle.");
    }

    function found(page, from) {
        const maySettle = session().roles.includes("settle");
        if (page.records.length === 0) {
            return h("div", { class: "card" }, none(page, from));
        }
        const oldestFirst = [...page.records].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
        return [
            maySettle ? null : message("info", "You may look, but not settle", "That takes the role settle. Ask somebody who has it, or have it added to your user."),
            h("ul", { class: "stack", "aria-label": "Records that wait for a decision" }, oldestFirst.map((record) => item(record, maySettle, open))),
            page.next === null || page.isShort
                ? null
                : h("div", { class: "pager" }, h("span", { class: "muted" }, more(page)), button(page.isStopped ? "Look on" : "Next", { "data-on": page.isStopped === true, onclick: () => load(page.next) })),
        ];
    }

    /** The decision needs the whole record: its policy, and a look that is not older than this moment. */
    async function open(summary) {
        try {
            const whole = await api.find({ ref: summary.ref }, signal);
            if (!whole.settleable) {
                say("warn", "It is settled already, or a retry took over", `${STANDINGS[whole.standing].now} Nothing was changed.`);
                load();
                return;
            }
            settleDialog(whole, session, {
                settled: (after) => {
                    say("good", "Settled", `The next retry of ${after.operation} ${after.key.hash} ${nextRetry(after)}`);
                    load();
                },
                moved: (now, [title, text]) => {
                    say("warn", title, `${text} Now: ${STANDINGS[now.standing].now}`);
                    load();
                },
                gone: () => {
                    say("info", "The record is gone", "It expired, or the server was restarted since it was shown. This try changed nothing.");
                    load();
                },
            });
        } catch (problem) {
            say("bad", problem.title, problem.message);
            load();
        }
    }

    function say(tone, title, text) {
        fill(notice, message(tone, title, text));
        notice.scrollIntoView({ block: "nearest" });
        // The line that was settled goes, and what was pressed in it: without this the focus would fall to the page's begin.
        notice.focus({ preventScroll: true });
    }

    load();
    const top = head("Inbox", "Requests of which nobody knows whether their work was done. Find out at the service, then say it here.", button("Look again", { id: "again", onclick: again }));
    return { title: "Inbox", element: h("div", { class: "stack" }, top, notice, place), refresh: again };
}
