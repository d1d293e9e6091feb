// SPDX-License-Identifier: Apache-2.0
import { api, onSignedOut } from "./api.js";
import { announce, fill, h } from "./dom.js";
import { drawBar, frame } from "./frame.js";
import { trouble, waiting } from "./pieces.js";
import * as pulse from "./pulse.js";
import { again, entrance } from "./signin.js";
import { inbox } from "./views/inbox.js";
import { overview } from "./views/overview.js";
import { record } from "./views/record.js";
import { records } from "./views/records.js";
import { routes } from "./views/routes.js";
import { store } from "./views/store.js";

/** Which view is shown, and for whom. The place is the part after # of the address, and never holds a key. */

const VIEWS = { overview, inbox, records, record, routes, store };
const main = document.getElementById("main");

let session = null;
let leaving = new AbortController();
let shown = null;
let isAsking = false;

function place() {
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    const [name, ...rest] = path.split("/");
    return { name: Object.hasOwn(VIEWS, name) ? name : "overview", rest: rest.join("/"), query: new URLSearchParams(query ?? "") };
}

function show(isFirst) {
    leaving.abort();
    leaving = new AbortController();
    const { name, rest, query } = place();
    const context = { session: () => session, signal: leaving.signal, rest, query };
    shown = VIEWS[name](context);
    document.title = `${shown.title} · Semel console`;
    drawBar(name === "record" ? "records" : name);
    fill(main, shown.element);
    window.scrollTo(0, 0);
    if (!isFirst) {
        main.querySelector("h1")?.focus({ preventScroll: true });
        announce(shown.title);
    }
}

/** What somebody looked at is not for whoever comes by after them; what they wrote stays as it is. */
function cover(isCovered) {
    document.body.classList.toggle("covered", isCovered);
    main.inert = isCovered;
}

/** Whether the browser has somebody else's session by now, as after a sign-in in another tab: what this page shows is not for them. */
function isSomebodyElse(user) {
    if (session === null || user === session.user) {
        return false;
    }
    isAsking = true;
    cover(true);
    pulse.stop();
    location.reload();
    return true;
}

/** Where nobody signs in there is no session that could idle. */
function patience() {
    return session.user === null ? Infinity : session.idleSeconds;
}

function enter(signedIn) {
    session = signedIn;
    frame(session, leave);
    pulse.start(patience());
    show(true);
}

function ask(current) {
    session = null;
    document.title = "Sign in · Semel console";
    frame(null, leave);
    fill(main, entrance(current, enter));
    main.querySelector("input")?.focus();
}

async function leave() {
    pulse.stop();
    leaving.abort();
    try {
        await api.signOut();
    } finally {
        // What this page has seen of keys and answers is gone with it.
        location.reload();
    }
}

/** A session that ended below somebody's hands: they sign in above what they see, and nothing they wrote is lost. */
async function cutOff() {
    if (session === null || isAsking) {
        return;
    }
    isAsking = true;
    cover(true);
    pulse.stop();
    try {
        const current = await api.isSessionOpen();
        if (!current.signedIn) {
            again(current, session.user, resume);
        } else if (!isSomebodyElse(current.user)) {
            resume(current);
        }
    } catch {
        isAsking = false;
        pulse.start(patience());
    }
}

function resume(signedIn) {
    isAsking = false;
    session = signedIn;
    cover(false);
    pulse.start(patience());
    shown?.refresh?.();
}

async function begin() {
    fill(main, waiting("the console"));
    try {
        const current = await api.session();
        if (current.signedIn) {
            enter(current);
        } else {
            ask(current);
        }
    } catch (problem) {
        fill(main, h("h1", {}, "Semel console"), trouble(problem, begin));
    }
}

onSignedOut(cutOff);
pulse.onBeat((seen, problem) => {
    if (problem?.code === "resting") {
        cover(true);
    } else if (seen && !isAsking && !isSomebodyElse(seen.user)) {
        // An answer is for a session that is open.
        cover(false);
    }
});
window.addEventListener("hashchange", () => {
    if (session) {
        show(false);
    }
});
// The link to the content is none to another view.
document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});
begin();
