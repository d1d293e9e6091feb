// SPDX-License-Identifier: Apache-2.0
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { moment, shortSpan, span } from "./numbers.js";
import { STANDINGS } from "./words.js";

/** Small parts that several views show. */

export function badge(standing) {
    const { label, tone, icon: picture } = STANDINGS[standing];
    return h("span", { class: `badge ${tone}` }, icon(picture), label);
}

export function button(label, attributes = {}, ...more) {
    const { kind = "", ...rest } = attributes;
    return h("button", { type: "button", class: `button ${kind}`.trim(), ...rest }, label, ...more);
}

export function head(title, text, ...actions) {
    return h(
        "div",
        { class: "head" },
        h("div", {}, h("h1", { tabindex: "-1" }, title), text ? h("p", {}, text) : null),
        actions.length > 0 ? h("div", { class: "actions" }, actions) : null,
    );
}

/** A message with a title; tone is good, warn, bad or info. */
export function message(tone, title, ...content) {
    const body = content.map((part) => (typeof part === "string" ? h("p", {}, part) : part));
    return h("div", { class: `message ${tone}`, role: tone === "bad" ? "alert" : null }, h("strong", {}, title), body);
}

/** What went wrong, and a way to try again. */
export function trouble(problem, again) {
    return message(
        "bad",
        problem.title ?? "The page met an error of its own",
        problem.message,
        again ? h("div", { class: "actions" }, button("Try again", { onclick: again })) : null,
    );
}

export function empty(title, text, ...actions) {
    return h(
        "div",
        { class: "empty" },
        h("strong", {}, title),
        h("p", {}, text),
        actions.length > 0 ? h("div", { class: "actions" }, actions) : null,
    );
}

/** Grey lines where something is about to be. */
export function waiting(what, lines = 3) {
    return h(
        "div",
        { class: "card stack", role: "status" },
        h("span", { class: "unseen" }, `Loading ${what}`),
        Array.from({ length: lines }, () => h("div", { class: "waiting" })),
    );
}

/** Terms and what they are; pairs without a value are left out. */
export function facts(...pairs) {
    return h(
        "dl",
        { class: "facts" },
        pairs.filter((pair) => pair && pair[1] !== null).map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))),
    );
}

/** An instant, with how long ago it was by the store's clock. */
export function instant(at, seenAt) {
    const ago = (Date.parse(seenAt) - Date.parse(at)) / 1_000;
    return h("time", { datetime: at, title: at }, moment(at), ago >= 0 ? h("span", { class: "muted" }, ` · ${span(ago)} ago`) : null);
}

/** How old something is, for tables. */
export function age(at, seenAt) {
    return h("time", { datetime: at, title: `${moment(at)}` }, shortSpan((Date.parse(seenAt) - Date.parse(at)) / 1_000));
}

/** A key for those who may see keys; else its end, with the hash that stands for it in logs. */
export function keyText(key) {
    return h("code", { class: "wrap" }, key.value ?? `${key.masked} ${key.hash}`);
}

/** A field with its label, and room for what is wrong with it. */
export function field(label, control, hint) {
    const wrong = h("span", { class: "wrong", id: `${control.id}-wrong` });
    wrong.hidden = true;
    control.setAttribute("aria-describedby", hint ? `${control.id}-hint ${wrong.id}` : wrong.id);
    const element = h(
        "div",
        { class: "field" },
        h("label", { for: control.id }, label),
        control,
        hint ? h("span", { class: "hint", id: `${control.id}-hint` }, hint) : null,
        wrong,
    );
    return {
        element,
        control,
        /** Says what is wrong; nothing, if null. Tells whether all is well. */
        judge(complaint) {
            wrong.hidden = complaint === null;
            wrong.textContent = complaint ?? "";
            control.toggleAttribute("aria-invalid", false);
            if (complaint !== null) {
                control.setAttribute("aria-invalid", "true");
            }
            return complaint === null;
        },
    };
}
