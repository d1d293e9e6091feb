// SPDX-License-Identifier: Apache-2.0
import { h, newId } from "./dom.js";
import { field } from "./pieces.js";
import { VERDICTS, isCall } from "./words.js";

/** What somebody decides about a record: the verdict, its answer if it happened, and why. */

const LONGEST_WHY = 1_000;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/;

let lastWho = "";

function statusComplaint(text) {
    const status = Number(text);
    return Number.isInteger(status) && status >= 200 && status <= 599 ? null : "A number from 200 to 599.";
}

function bodyComplaint(type, body) {
    if (!/json/i.test(type) || body === "") {
        return null;
    }
    try {
        JSON.parse(body);
        return null;
    } catch {
        return "This is no JSON, and clients could not read it. Correct it, or change the content type.";
    }
}

function valueComplaint(text) {
    try {
        JSON.parse(text);
        return null;
    } catch {
        return text.trim() === "" ? "The value is missing; where the method returns nothing, write null." : "This is no JSON, and later calls could not read it.";
    }
}

function headersIn(text) {
    return text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .map((line) => HEADER.exec(line));
}

function answerPart() {
    const status = field("Status", h("input", { id: newId("status"), type: "text", inputmode: "numeric", autocomplete: "off", size: "4" }), "Such as 201.");
    const type = field("Content type", h("input", { id: newId("type"), type: "text", value: "application/json", autocomplete: "off", spellcheck: "false" }));
    const body = field("Body", h("textarea", { id: newId("body"), class: "mono", rows: "5", spellcheck: "false" }), "Every retry gets exactly this. The service's own log or database has what it made: its number, its amount.");
    const more = field("Further headers", h("textarea", { id: newId("headers"), class: "mono", rows: "2", spellcheck: "false" }), "One on each line, such as Location: /charges/17");
    const element = h(
        "fieldset",
        { class: "stack inset" },
        h("legend", { class: "label" }, "What the client should have got"),
        h("div", { class: "pair short" }, status.element, type.element),
        body.element,
        h("details", {}, h("summary", {}, "Further headers"), more.element),
    );
    return {
        element,
        judge() {
            const headers = headersIn(more.control.value);
            return [
                [status, status.judge(statusComplaint(status.control.value.trim()))],
                [body, body.judge(bodyComplaint(type.control.value, body.control.value.trim()))],
                [more, more.judge(headers.includes(null) ? "Each line is a name, a colon and a value." : null)],
            ];
        },
        answer() {
            const given = { status: Number(status.control.value.trim()) };
            const headers = headersIn(more.control.value).map(([, name, value]) => ({ name, value }));
            if (body.control.value !== "") {
                Object.assign(given, { contentType: type.control.value.trim(), body: body.control.value });
            }
            return headers.length > 0 ? { ...given, headers } : given;
        },
    };
}

/** What a method gave back, as later calls read it. */
function valuePart() {
    const body = field(
        "Value",
        h("textarea", { id: newId("value"), class: "mono", rows: "5", spellcheck: "false" }),
        "As JSON, as the method would have returned it: a text in quotes, and null where it returns nothing. Every later call gets exactly this.",
    );
    return {
        element: h("fieldset", { class: "stack inset" }, h("legend", { class: "label" }, "What the caller should have got"), body.element),
        judge: () => [[body, body.judge(valueComplaint(body.control.value))]],
        answer: () => ({ kind: "value", body: body.control.value }),
    };
}

function verdictPart(name, changed) {
    const chosen = { value: null };
    const options = Object.entries(VERDICTS).map(([value, { title, text }]) => {
        const radio = h("input", { type: "radio", name, value, id: newId("verdict") });
        radio.addEventListener("change", () => {
            chosen.value = value;
            changed(value);
        });
        return h("label", { class: "option", for: radio.id }, radio, h("span", {}, h("strong", {}, title), h("span", { class: "muted small" }, text)));
    });
    return { chosen, element: h("fieldset", { class: "stack tight", id: newId("verdicts") }, h("legend", { class: "label" }, "What did you find out?"), options) };
}

/** Who decides, where nobody is signed in. */
function whoPart() {
    return field("Your name", h("input", { id: newId("who"), type: "text", value: lastWho, autocomplete: "name", maxlength: "180" }), "Nobody signs in here, so say who you are: it stays with the record.");
}

export function settleForm(record, asksWho) {
    const answer = isCall(record) ? valuePart() : answerPart();
    answer.element.hidden = true;
    const undecided = h("p", { class: "wrong small", role: "alert", hidden: true }, "Choose one of the three.");
    const verdict = verdictPart(newId("verdict-of"), (value) => {
        undecided.hidden = true;
        answer.element.hidden = value !== "happened";
    });
    const why = field("Why", h("textarea", { id: newId("why"), rows: "2", maxlength: String(LONGEST_WHY) }), "How you know: where you looked, a ticket. No keys and no customer data; it is kept and logged.");
    const who = asksWho ? whoPart() : null;

    return {
        element: h(
            "div",
            { class: "stack" },
            h("p", {}, `Look first at the service behind ${record.operation}: did it do the work of this request, or not?`),
            verdict.element,
            undecided,
            answer.element,
            why.element,
            who?.element,
        ),
        first: () => verdict.element.querySelector("input:checked") ?? verdict.element.querySelector("input"),
        isComplete() {
            undecided.hidden = verdict.chosen.value !== null;
            const judged = [
                ...(verdict.chosen.value === "happened" ? answer.judge() : []),
                [why, why.judge(why.control.value.trim() === "" ? "A reason is needed: the next one who looks will ask." : null)],
                ...(who ? [[who, who.judge(who.control.value.trim() === "" ? "Your name is needed." : null)]] : []),
            ];
            const wrong = judged.find(([, isFine]) => !isFine);
            if (verdict.chosen.value === null) {
                verdict.element.querySelector("input").focus();
            } else {
                wrong?.[0].control.focus();
            }
            return verdict.chosen.value !== null && !wrong;
        },
        decision() {
            const decided = { verdict: verdict.chosen.value, why: why.control.value.trim() };
            if (decided.verdict === "happened") {
                decided.answer = answer.answer();
            }
            if (who) {
                lastWho = who.control.value.trim();
                decided.who = lastWho;
            }
            return decided;
        },
    };
}
