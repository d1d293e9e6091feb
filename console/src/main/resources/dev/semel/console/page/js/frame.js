// SPDX-License-Identifier: Apache-2.0
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { lookAnew, onLook, start, stop } from "./lookout.js";
import { moment } from "./numbers.js";
import { button } from "./pieces.js";
import { hurry, onBeat } from "./pulse.js";

/** The bar on top: where one can go, what waits, who is signed in; and the strip below it, for what is wrong. */

const TABS = { overview: "Overview", inbox: "Inbox", records: "Records", routes: "Routes", store: "Store" };
const THEMES = { auto: ["half", "as the system"], light: ["sun", "light"], dark: ["moon", "dark"] };

const strip = document.getElementById("strip");
const tabs = document.getElementById("tabs");
const tools = document.getElementById("tools");
const badge = h("span", { class: "count", hidden: true });
let lastSeen = null;

function themeButton() {
    const say = (control, theme) => {
        const [picture, word] = THEMES[theme];
        control.setAttribute("aria-label", `Theme: ${word}. Change it`);
        control.setAttribute("title", `Theme: ${word}`);
        fill(control, icon(picture));
    };
    const control = button("", { kind: "quiet", id: "theme", onclick: () => say(control, window.semelTheme.next()) });
    say(control, window.semelTheme.current());
    return control;
}

/** Draws the frame for a session, or for nobody. */
export function frame(session, leave) {
    tabs.hidden = session === null;
    strip.hidden = true;
    const who = session?.user ? h("span", { class: "who", title: `${session.user}: ${session.roles.join(", ")}` }, session.user) : null;
    fill(tools, who, themeButton(), session?.user ? button("Sign out", { kind: "quiet", id: "sign-out", onclick: leave }) : null);
    stop();
    if (session) {
        onBeat(watch);
        onLook(drawBadge);
        start();
    }
}

export function drawBar(current) {
    const links = Object.entries(TABS).map(([name, label]) =>
        h(
            "li",
            {},
            h("a", { href: `#/${name}`, "aria-current": name === current ? "page" : null }, label, name === "inbox" ? badge : null),
        ),
    );
    fill(tabs, h("ul", {}, links));
}

/** How many wait for a decision, looked for from the beginning. */
export function count() {
    return lookAnew();
}

/** A plus where there may be more, a question mark where nobody knows yet; nothing only where nothing waits, or nobody can tell. */
function drawBadge(seen) {
    badge.hidden = seen === null || (seen.isWhole && seen.found === 0);
    if (badge.hidden) {
        return;
    }
    const [sign, words] = seen.found === 0 ? ["?", " not all records looked at yet"] : [`${seen.found}${seen.isWhole ? "" : "+"}`, " waiting for a decision"];
    fill(badge, sign, h("span", { class: "unseen" }, words));
    badge.setAttribute("title", `${sign === "?" ? "" : sign}${words}`.trim());
}

function watch(overview, problem) {
    if (overview) {
        lastSeen = overview.now;
    }
    if (problem) {
        const since = lastSeen ? ` What you see is from ${moment(lastSeen)}.` : "";
        say(`${problem.title}.${since}`, button("Try now", { kind: "quiet", onclick: hurry }));
    } else if (!overview.store.healthy) {
        say(`The store does not answer: ${overview.store.problem ?? "no reason is known"}. Protected requests get 503, and nothing runs.`);
    } else {
        strip.hidden = true;
    }
}

function say(text, ...more) {
    if (strip.hidden || strip.firstChild?.textContent !== text) {
        fill(strip, h("span", {}, text), ...more);
        strip.hidden = false;
    }
}
