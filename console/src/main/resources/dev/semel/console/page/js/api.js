// SPDX-License-Identifier: Apache-2.0

/** Asks the server. Keys go in bodies, never in addresses; the session's cookie is the browser's to keep. */

const PATIENCE = 20_000;

let csrf = null;
let whenSignedOut = () => {};

/** What the server refused, or could not do, with words for people; code is for programs. */
export class Problem extends Error {
    constructor(content, status) {
        super(content.detail ?? content.title ?? "the server answered with an error");
        this.title = content.title ?? "Something went wrong";
        this.code = content.code ?? "failed";
        this.status = status;
        this.record = content.record ?? null;
        this.applied = content.applied ?? null;
        this.retryAfter = content.retryAfterSeconds ?? null;
    }
}

const UNREACHABLE = {
    title: "The server does not answer",
    detail: "Semel could not be reached. It may be restarting, or the network is away.",
    code: "unreachable",
};

/** Who to tell when an answer says that nobody is signed in any more. */
export function onSignedOut(listener) {
    whenSignedOut = listener;
}

/** What the caller gave up stays its own; everything else that broke off leaves it open what the server did. */
function brokenOff(failure, signal) {
    return signal?.aborted ? failure : new Problem(UNREACHABLE, 0);
}

/** A head that arrived is no answer yet: its text may break off. */
async function textOf(response, signal) {
    try {
        return await response.text();
    } catch (failure) {
        throw brokenOff(failure, signal);
    }
}

async function answer(response, signal) {
    const text = await textOf(response, signal);
    try {
        return text === "" ? {} : JSON.parse(text);
    } catch {
        return { title: `The server answered ${response.status}`, detail: "Its answer was not one of the console's.", code: "failed" };
    }
}

async function send(method, path, body, signal, more) {
    const limit = AbortSignal.timeout(PATIENCE);
    const headers = body === undefined ? { ...more } : { "Content-Type": "application/json", ...more };
    if (method !== "GET" && csrf !== null) {
        headers["Semel-Csrf"] = csrf;
    }
    try {
        return await fetch(path, {
            method,
            headers,
            body: body === undefined ? undefined : JSON.stringify(body),
            credentials: "same-origin",
            cache: "no-store",
            redirect: "error",
            signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
    } catch (failure) {
        throw brokenOff(failure, signal);
    }
}

async function ask(method, path, body, signal, more = {}) {
    const response = await send(method, path, body, signal, more);
    const content = await answer(response, signal);
    if (response.ok) {
        return content;
    }
    const problem = new Problem(content, response.status);
    if (problem.code === "session-expired" || problem.code === "sign-in-required") {
        whenSignedOut(problem);
    }
    throw problem;
}

async function keepSession(asked) {
    const session = await asked;
    csrf = session.csrf;
    return session;
}

/** What the page asks on its own: it must not keep a session alive that nobody uses. */
const UNASKED = { "Semel-Background": "1" };

export const api = {
    session: () => keepSession(ask("GET", "api/session")),
    isSessionOpen: () => keepSession(ask("GET", "api/session", undefined, undefined, UNASKED)),
    signIn: (credentials) => keepSession(ask("POST", "api/session", credentials)),
    signOut: () => keepSession(ask("DELETE", "api/session")),
    overview: (signal) => ask("GET", "api/overview", undefined, signal, UNASKED),
    glance: (question, signal) => ask("POST", "api/records/search", question, signal, UNASKED),
    operations: (signal) => ask("GET", "api/operations", undefined, signal),
    search: (question, signal) => ask("POST", "api/records/search", question, signal),
    find: (wanted, signal) => ask("POST", "api/records/find", wanted, signal),
    settle: (settlement) => ask("POST", "api/records/settle", settlement),
};
