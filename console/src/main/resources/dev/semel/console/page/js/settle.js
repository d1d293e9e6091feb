// SPDX-License-Identifier: Apache-2.0
import { api } from "./api.js";
import { fill, h, newId } from "./dom.js";
import { count as recount } from "./frame.js";
import { badge, button, keyText, message } from "./pieces.js";
import { settleForm } from "./settleform.js";
import { VERDICTS, nextAfter } from "./words.js";

/**
 * Somebody's decision, in two steps: what it is, and once more what it will do. It holds for the record as it was seen: one
 * that moved meanwhile is not touched.
 *
 * @param then what to do afterwards: settled(record), moved(record, words), gone()
 */
export function settleDialog(record, session, then) {
    const title = newId("settle");
    const body = h("div", { class: "stack" });
    const dialog = h("dialog", { class: "dialog", "aria-labelledby": title }, body);
    const form = settleForm(record, session().user === null);
    // What was sent and got no answer, whatever has been changed in the form since.
    const open = new Set();
    dialog.addEventListener("close", () => dialog.remove());

    const close = () => dialog.close();

    function show(heading, ...parts) {
        const top = h("h2", { id: title, tabindex: "-1" }, heading);
        fill(body, top, parts);
        dialog.scrollTop = 0;
        return top;
    }

    function choose() {
        const next = button("Next: check it", { kind: "first", type: "submit" });
        const inner = h("form", { class: "stack", novalidate: true }, form.element, h("div", { class: "actions" }, next, button("Cancel", { onclick: close })));
        inner.addEventListener("submit", (event) => {
            event.preventDefault();
            if (form.isComplete()) {
                confirm();
            }
        });
        const top = show("Settle this record", summary(record), inner);
        (form.first() ?? top).focus();
    }

    function confirm() {
        const decision = form.decision();
        const trouble = h("div", { "aria-live": "assertive" });
        const send = button("Settle it", { kind: "first", id: "settle-now" });
        send.addEventListener("click", () => apply(decision, send, trouble));
        const top = show(
            "Is this right?",
            summary(record),
            decisionText(decision),
            message("info", "What it does", h("p", {}, h("strong", {}, "The next retry "), nextAfter(decision.verdict, record, decision.answer?.status))),
            h("p", { class: "muted" }, "It cannot be taken back. Your name, the time and the reason stay with the record and go into the audit log."),
            trouble,
            h("div", { class: "actions" }, send, button("Back", { onclick: choose })),
        );
        top.focus();
    }

    async function apply(decision, send, trouble) {
        const words = JSON.stringify(decision);
        send.disabled = true;
        fill(trouble);
        try {
            const after = await api.settle({ ref: record.ref, attempt: record.attempt, ...decision });
            close();
            then.settled(after);
            recount();
        } catch (problem) {
            if (problem.code === "moved" && problem.record) {
                close();
                then.moved(problem.record, movedOn(problem.applied, open, words));
            } else if (problem.code === "no-record" || problem.code === "stale-reference") {
                close();
                then.gone();
            } else {
                if (mayHaveBeenApplied(problem)) {
                    open.add(words);
                }
                fill(trouble, explained(problem));
            }
        } finally {
            send.disabled = false;
        }
    }

    document.body.append(dialog);
    dialog.showModal();
    choose();
}

function summary(record) {
    return h("p", { class: "line" }, badge(record.standing), h("strong", {}, record.operation), keyText(record.key), h("span", { class: "muted small" }, `attempt ${record.attempt}`));
}

function decisionText(decision) {
    const { answer } = decision;
    const shown = answer
        ? [
              answer.status === undefined ? null : h("p", { class: "wrap" }, `Status ${answer.status}${answer.contentType ? `, ${answer.contentType}` : ""}`),
              answer.headers ? h("p", { class: "mono small wrap" }, answer.headers.map(({ name, value }) => h("span", { class: "block" }, `${name}: ${value}`))) : null,
              answer.body ? h("pre", { class: "body", tabindex: "0", role: "region", "aria-label": answer.status === undefined ? "The value" : "Body of the answer" }, answer.body) : h("p", { class: "muted" }, "An empty body."),
          ]
        : null;
    return h("div", { class: "stack tight" }, h("p", {}, h("strong", {}, VERDICTS[decision.verdict].title)), shown, h("p", { class: "wrap" }, `Reason: “${decision.why}”`));
}

/**
 * What became of a decision about a record that moved: one that was sent before and got no answer may have been applied. The server
 * says it, which knows what its history keeps of the words; and it says it of the decision that was sent last, and of no other.
 *
 * @param open the decisions that were sent and got no answer
 * @param sent the one that was sent last
 */
function movedOn(applied, open, sent) {
    if ([...open].some((words) => words !== sent)) {
        return ["The record had moved on", "Sending your changed decision changed nothing. The one that you sent before, and that got no answer, may have been applied: look at the record's story."];
    }
    if (applied === "yes") {
        return ["Your decision was applied, and the record has moved on", "It was applied when it was first sent, although the answer got lost; its story names it. Sending it again changed nothing."];
    }
    if (!open.has(sent)) {
        return ["The record had moved on", "Somebody, or a retry, was faster. Your decision was not applied, and nothing was changed by it."];
    }
    return applied === "no"
        ? ["The record had moved on", "Somebody, or a retry, was faster. Your decision is not in the record's story: it was not applied, at neither try."]
        : ["The record had moved on", "Sending your decision again changed nothing. Whether it was applied when it was first sent, its story does not tell any more: ask the log of settlements."];
}

/** Whether nobody knows what became of what was sent; an error that is no answer of the server's says nothing of it either. */
function mayHaveBeenApplied(problem) {
    return !problem.status || (problem.status >= 500 && problem.code !== "not-settleable");
}

/** What went wrong, and whether it may have been applied all the same. */
function explained(problem) {
    if (mayHaveBeenApplied(problem)) {
        return message("bad", problem.title, `${problem.message} It is not known whether your decision was applied: close this, look at the record again, and repeat it only if it still waits.`);
    }
    if (problem.code === "role-missing") {
        return message("bad", "You may not settle records", "Your user lacks the role settle. Nothing was changed.");
    }
    if (problem.code === "session-expired" || problem.code === "sign-in-required") {
        return message("warn", "You were signed out before this was sent", "Nothing was changed. Check it once more, and send it again.");
    }
    return message("bad", problem.title, `${problem.message} Nothing was changed.`);
}
