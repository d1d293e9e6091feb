// SPDX-License-Identifier: Apache-2.0
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { bytes, seconds, span } from "../numbers.js";
import { empty, facts, head, trouble, waiting } from "../pieces.js";

/** Which requests run once, and by which rules. */

const DOUBT = {
    Hold: "is held: retries get 409 until somebody settles it",
    Rerun: "runs again with the next retry",
    Reconcile: "is found out: Semel asks the service first",
};

const KEYS = { STANDARD: "32 characters or more, or a known random format", STRICT: "UUIDs of version 4 or 7 only", LENIENT: "anything" };

const FINGERPRINTS = { raw: "every byte of the body", "canonical-json": "the JSON, whatever its layout" };

const OLDER = {
    Replay: "older ones are given as they are",
    Convert: "older ones are converted",
    Rerun: "with an older one it runs again",
};

const time = (iso) => span(seconds(iso));

function routeRow(route) {
    const methods = route.methods.length === 0 ? "all methods" : route.methods.join(", ");
    return h(
        "tr",
        { role: "row" },
        h("td", { role: "cell", "data-head": "Path" }, h("code", { class: "wrap" }, route.path)),
        h("td", { role: "cell", "data-head": "Methods" }, methods),
        h("td", { role: "cell", "data-head": "Goes to" }, route.target),
        h("td", { role: "cell", "data-head": "Runs once as" }, route.operation ?? h("span", { class: "muted" }, "passes unprotected")),
    );
}

function routeTable(routes) {
    const heads = ["Path", "Methods", "Goes to", "Runs once as"];
    return h(
        "section",
        { class: "card flush" },
        h("h2", {}, "Routes"),
        h(
            "table",
            { class: "records", role: "table", "aria-label": "Routes" },
            h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((text) => h("th", { role: "columnheader", scope: "col" }, text)))),
            h("tbody", { role: "rowgroup" }, routes.map(routeRow)),
        ),
        h("p", { class: "muted small" }, "The first that fits counts."),
    );
}

function policy(operation) {
    const { http } = operation;
    const first = operation.http?.methods.join(", ") ?? null;
    return h(
        "section",
        { class: "card stack", "aria-label": operation.name },
        h("h2", {}, operation.name),
        h(
            "p",
            {},
            "When nobody knows what an attempt did, it ",
            h("strong", {}, DOUBT[operation.inDoubt]),
            operation.inDoubtIsDefault ? ". Nobody chose this: set in-doubt." : ".",
        ),
        facts(
            ["A retry while it runs", operation.waits ? `waits up to ${time(operation.inFlight.deadline)}` : `gets ${http?.inFlightStatus ?? 409} at once`],
            ["Answers are kept for", time(operation.retention)],
            ["Largest answer kept", bytes(operation.answerLimit)],
            ["An attempt is given up", `${time(operation.lease)} without a sign of life`],
            ["Runs for at most", time(operation.maxDuration)],
            ["While the store is away", operation.failsOpen ? "runs unprotected" : "is refused with 503"],
            ["Keys", KEYS[operation.keyRules]],
            http ? ["A key is", http.keyRequired ? `required (${first})` : `optional (${first})`] : null,
            http?.keyInBody ? ["The key stands in", h("code", {}, http.keyInBody)] : null,
            http ? ["Same request means", FINGERPRINTS[http.fingerprint] ?? h("code", { class: "wrap" }, http.fingerprint)] : null,
            operation.version > 0 ? ["Version of its answers", `${operation.version}; ${OLDER[operation.olderAnswers]}`] : null,
            operation.refusesLateRetries ? ["Keys older than that", "are refused with 410"] : null,
        ),
    );
}

export function routes({ signal }) {
    const place = h("div", { class: "stack" });

    async function load() {
        fill(place, waiting("the routes", 6));
        try {
            const known = await api.operations(signal);
            if (known.operations.length === 0 && known.routes.length === 0) {
                fill(place, h("div", { class: "card" }, empty("No operation is known yet", "A protected route, or a protected method, appears here with its policy.")));
                return;
            }
            fill(
                place,
                known.routes.length > 0 ? routeTable(known.routes) : null,
                h("div", { class: "pair" }, known.operations.map(policy)),
            );
        } catch (problem) {
            if (!signal.aborted) {
                fill(place, trouble(problem, load));
            }
        }
    }

    load();
    return { title: "Routes", element: h("div", { class: "stack" }, head("Routes", "Which requests run once, and by which rules."), place), refresh: load };
}
