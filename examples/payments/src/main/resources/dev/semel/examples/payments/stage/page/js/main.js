// SPDX-License-Identifier: Apache-2.0

import { announce, fill, h } from "../shared/js/dom.js";
import { AMOUNT, CURRENCY, begin, resume, save } from "./checkout.js";
import { insist } from "./pay.js";
import { TROUBLES, badge, counted, story, tryWords, verdict } from "./words.js";

const at = (id) => document.getElementById(id);
const money = new Intl.NumberFormat("en", { style: "currency", currency: CURRENCY }).format(AMOUNT / 100);

let checkout = resume();
let seen = { version: null, charges: null, service: null, trouble: "none" };
let looking = new AbortController();
let ordered = Promise.resolve();

// ---------------------------------------------------------------- paying

/** One click. Two clicks are two of these at once: the page does nothing against it, since networks do not either. */
async function pay(cause) {
    const mine = checkout;
    const click = { number: mine.clicks.length + 1, cause, tries: [], answer: null };
    mine.clicks.push(click);
    kept(mine);
    await ordered;
    noteTrouble(mine);
    const answer = await insist(mine, (tried) => {
        click.tries.push(tryWords(tried));
        kept(mine);
    });
    click.answer = answer;
    kept(mine);
    if (mine === checkout) {
        announce(`Click ${click.number}: ${badge(answer, mine.mode)[1]}`);
    }
}

function kept(changed) {
    if (changed === checkout) {
        save(checkout);
        showCheckout();
        showCharges();
    }
}

/** The last trouble that was ordered when somebody paid is what this checkout has met. */
function noteTrouble(mine) {
    if (seen.trouble !== "none" || mine.met === null) {
        mine.met = seen.trouble;
    }
}

function renew(mode) {
    checkout = begin(mode);
    seen = { ...seen, version: null, charges: null };
    looking.abort();
    showCheckout();
    showCharges();
}

// ---------------------------------------------------------------- showing

function showCheckout() {
    at("price").textContent = money;
    at("order").textContent = checkout.order;
    at("key").textContent = checkout.mode === "semel" ? checkout.key : "sent, and nobody looks at it";
    at("pay").textContent = `Pay ${money}`;
    at("hint").textContent =
        checkout.mode === "semel"
            ? "The key was made with this checkout. A reload keeps it; a new checkout makes a new one."
            : "The same handler without the annotation, as most services have it. Double-click, or choose what goes wrong, and count.";
    for (const input of at("modes").querySelectorAll("input")) {
        input.checked = input.value === checkout.mode;
    }
    at("no-answers").hidden = checkout.clicks.length > 0;
    fill(at("answers"), checkout.clicks.map(line).reverse());
}

function line(click) {
    const [level, words] = badge(click.answer, checkout.mode);
    const charge = click.answer?.body?.id;
    return h(
        "li",
        { "data-click": click.number, "data-answer": click.answer === null ? "open" : String(click.answer.status) },
        h(
            "div",
            { class: "line" },
            h("strong", {}, click.cause === "reload" ? `${click.number}. After the reload` : `${click.number}. Click`),
            charge ? h("span", { class: "mono small charge" }, charge) : null,
            h("span", { class: `badge ${level}` }, words),
        ),
        h("div", { class: "tries mono small" }, counted(click.tries).map((one) => h("span", {}, one))),
        click.answer?.replayed ? h("code", { class: "small muted" }, "Idempotent-Replayed: true") : null,
    );
}

function showCharges() {
    const known = seen.charges !== null;
    const charges = known ? seen.charges.length : 0;
    const paid = checkout.clicks.some((click) => click.answer !== null);
    const [level, words] = verdict(charges, paid);
    at("figure").textContent = known ? String(charges) : "–";
    at("figure").dataset.level = level;
    if (at("verdict").textContent !== words) {
        at("verdict").textContent = words;
    }
    fill(at("ledger"), (seen.charges ?? []).map((one) => h("li", {}, `${one.id} ${money}`)));
    const settled = checkout.clicks.length > 0 && checkout.clicks.every((click) => click.answer !== null);
    at("story").textContent = settled
        ? story(checkout.mode, checkout.met, checkout.clicks.length)
        : "Counted in the provider's own ledger: whatever this page or the service believe, this is what was taken.";
}

function showService() {
    const { running, pid, starts } = seen.service;
    const times = starts > 1 ? `, started ${starts} times` : "";
    at("service").dataset.state = running ? "up" : "down";
    const words = running ? `Service up, process ${pid}${times}` : `Service down, process ${pid} is starting`;
    if (at("service").textContent !== words) {
        at("service").textContent = words;
    }
}

function showTrouble() {
    for (const input of at("troubles").querySelectorAll("input")) {
        input.checked = input.value === seen.trouble;
    }
}

function showTheme() {
    const names = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };
    at("theme").textContent = names[window.semelTheme.current()];
}

// ---------------------------------------------------------------- looking

/** Everything that others know: how often the money was taken, and whether the service lives. Answers when it changes. */
async function look() {
    for (;;) {
        looking = new AbortController();
        const after = seen.version === null ? "" : `&after=${seen.version}`;
        const order = checkout.order;
        try {
            const response = await fetch(`/stage/state?order=${order}${after}`, { signal: looking.signal });
            const state = await response.json();
            if (order === checkout.order) {
                seen = state;
                showCharges();
                showService();
                showTrouble();
            }
        } catch {
            if (!looking.signal.aborted) {
                at("service").dataset.state = "down";
                at("service").textContent = "The example was stopped";
                await new Promise((done) => setTimeout(done, 1_000));
            }
        }
    }
}

/** A payment waits for this, so that it meets what was ordered for it. */
function order(trouble) {
    seen.trouble = trouble;
    ordered = fetch("/stage/trouble", { method: "PUT", body: JSON.stringify({ trouble }) }).catch(() => {});
}

// ---------------------------------------------------------------- beginning

fill(
    at("troubles"),
    at("troubles").querySelector("legend"),
    Object.entries(TROUBLES).map(([name, { title, text }]) =>
        h(
            "label",
            {},
            h("input", { type: "radio", name: "trouble", value: name, onchange: () => order(name) }),
            h("span", {}, h("strong", {}, title), h("span", { class: "small" }, text)),
        ),
    ),
);
at("pay").addEventListener("click", () => pay("click"));
at("new").addEventListener("click", () => renew(checkout.mode));
at("modes").addEventListener("change", (event) => renew(event.target.value));
at("theme").addEventListener("click", () => {
    window.semelTheme.next();
    showTheme();
});
showTheme();
showCheckout();
showCharges();
look();

// A page that was reloaded in the middle does not know how its payment ended. It asks again, with the key that it kept.
const open = checkout.clicks.filter((click) => click.answer === null);
if (open.length > 0) {
    for (const click of open) {
        click.answer = { status: 0, replayed: false, left: true, body: {} };
    }
    pay("reload");
}
