// SPDX-License-Identifier: Apache-2.0
import { api } from "./api.js";
import { fill, h, newId } from "./dom.js";
import { button, field, message } from "./pieces.js";

/** Finds one record by its key. The key goes in the body of a request, and into no address and no memory of the browser. */

let lastTenant = "";
let lastOperation = "";

const text = (id, value, more = {}) =>
    h("input", { id: newId(id), type: "text", value, autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...more });

export function lookup(operations, signal) {
    const names = h("datalist", { id: newId("operations") });
    operations.then((known) => fill(names, known.map((operation) => h("option", { value: operation.name })))).catch(() => {});
    const tenant = field("Tenant", text("tenant", lastTenant), "The account that the key belongs to.");
    const operation = field("Operation", text("operation", lastOperation, { list: names.id }), "As in the routes, such as charges.create.");
    const key = field("Key", text("key", "", { class: "mono" }), "The whole Idempotency-Key, as the client sent it.");
    const outcome = h("div", { "aria-live": "polite" });
    const send = button("Find", { kind: "first", type: "submit" });

    async function submit(event) {
        event.preventDefault();
        const missing = [
            [tenant, "Whose key is it?"],
            [operation, "Which operation was it used for?"],
            [key, "The key is missing."],
        ].filter(([one, complaint]) => !one.judge(one.control.value.trim() === "" ? complaint : null));
        if (missing.length > 0) {
            missing[0][0].control.focus();
            return;
        }
        lastTenant = tenant.control.value.trim();
        lastOperation = operation.control.value.trim();
        send.disabled = true;
        try {
            const found = await api.find({ tenant: lastTenant, operation: lastOperation, key: unquoted(key.control.value.trim()) }, signal);
            location.hash = `#/record/${found.ref}`;
        } catch (problem) {
            fill(outcome, notFound(problem));
        } finally {
            send.disabled = false;
        }
    }

    return h(
        "form",
        { class: "lookup", onsubmit: submit, novalidate: true, "aria-label": "Find a record by its key" },
        tenant.element,
        operation.element,
        key.element,
        send,
        names,
        outcome,
    );
}

/** The header's value may be quoted, and means the same. */
function unquoted(key) {
    return /^".*"$/.test(key) ? key.slice(1, -1) : key;
}

function notFound(problem) {
    if (problem.code !== "no-record") {
        return message("bad", problem.title, problem.message);
    }
    return message(
        "info",
        "There is no record of this key",
        "A request with it never got through to Semel, or its record was kept as long as its operation says and is forgotten; a retry now is new. Or tenant or operation are others: both belong to a key, and every letter counts.",
    );
}
