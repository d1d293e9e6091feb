// SPDX-License-Identifier: Apache-2.0
import { api } from "../api.js";
import { announce, fill, h, newId } from "../dom.js";
import { lookup } from "../lookup.js";
import { focusOn, looking } from "../looking.js";
import { counted } from "../numbers.js";
import { button, empty, field, head, message, trouble, waiting } from "../pieces.js";
import { search } from "../search.js";
import { table } from "../table.js";
import { STATES } from "../words.js";

/** All records, with filters and pages. */

const SIZE = 50;
const AGES = { "": "Any age", 60: "Older than a minute", 600: "Older than ten minutes", 3600: "Older than an hour", 86400: "Older than a day" };

/** Filters and pages outlive a look at one record; not a reload, since a tenant does not belong into an address. */
const memory = { states: new Set(), operation: "", tenant: "", age: "", trail: [] };

function question() {
    const asked = { size: SIZE };
    if (memory.states.size > 0) {
        asked.states = [...memory.states];
    }
    if (memory.operation !== "") {
        asked.operation = memory.operation;
    }
    if (memory.tenant !== "") {
        asked.tenant = memory.tenant;
    }
    if (memory.age !== "") {
        asked.olderThanSeconds = Number(memory.age);
    }
    return { ...asked, ...memory.trail.at(-1) };
}

/** The filters in words, for the sentence “Looking for …”. */
function sought() {
    const states = Object.keys(STATES).filter((state) => memory.states.has(state));
    const parts = [
        states.length > 0 ? states.map((state) => STATES[state].toLowerCase()).join(" or ") : null,
        memory.operation === "" ? null : `of ${memory.operation}`,
        memory.tenant === "" ? null : `of tenant ${memory.tenant}`,
        memory.age === "" ? null : AGES[memory.age].toLowerCase(),
    ].filter((part) => part !== null);
    return parts.length > 0 ? `records that are ${parts.join(", ")}` : "all records";
}

/** What a page took, where it is more than it shows. */
function costOf(page) {
    if (page.isStopped) {
        return `Stopped after ${counted(page.looked, "record")}; there are more.`;
    }
    if (page.isShort) {
        return `Looked at ${counted(page.looked, "record")}, and there are more.`;
    }
    return page.looked > page.records.length ? `Looked at ${counted(page.looked, "record")}.` : null;
}

const isFiltered = () => memory.states.size > 0 || memory.operation !== "" || memory.tenant !== "" || memory.age !== "";

function clear() {
    Object.assign(memory, { states: new Set(), operation: "", tenant: "", age: "", trail: [] });
}

function stateBoxes(changed) {
    const boxes = Object.entries(STATES).map(([state, label]) => {
        const box = h("input", { type: "checkbox", value: state, checked: memory.states.has(state) });
        box.addEventListener("change", () => {
            memory.states[box.checked ? "add" : "delete"](state);
            changed();
        });
        return h("label", { class: "chip" }, box, label);
    });
    return h("fieldset", { class: "field states" }, h("legend", {}, "State"), h("div", { class: "chips" }, boxes));
}

function operationBox(operations, changed) {
    const box = h("select", { id: newId("by-operation") }, h("option", { value: "" }, "All operations"));
    const choose = (names) => {
        const all = [...new Set([...names, memory.operation])].filter((name) => name !== "").sort();
        fill(box, h("option", { value: "" }, "All operations"), all.map((name) => h("option", { value: name, selected: name === memory.operation }, name)));
    };
    choose([]);
    operations.then((known) => choose(known.map((operation) => operation.name))).catch(() => {});
    box.addEventListener("change", () => {
        memory.operation = box.value;
        changed();
    });
    return field("Operation", box).element;
}

function tenantBox(changed) {
    const box = h("input", { id: newId("by-tenant"), type: "text", value: memory.tenant, autocomplete: "off", spellcheck: "false", placeholder: "All tenants" });
    box.addEventListener("change", () => {
        memory.tenant = box.value.trim();
        changed();
    });
    return field("Tenant", box).element;
}

function ageBox(changed) {
    const options = Object.entries(AGES).sort(([a], [b]) => Number(a) - Number(b));
    const box = h("select", { id: newId("by-age") }, options.map(([value, label]) => h("option", { value, selected: value === memory.age }, label)));
    box.addEventListener("change", () => {
        memory.age = box.value;
        changed();
    });
    return field("Age", box).element;
}

function nothing(reset) {
    if (isFiltered()) {
        return empty("No record fits these filters", "Records are forgotten after their operation's retention, so that old ones may be gone. Take a filter away, or find one by its key.", button("Clear the filters", { onclick: reset }));
    }
    return empty("There are no records yet", "A record appears here with the first request that carries an Idempotency-Key to a protected route. The view Routes shows which those are.");
}

export function records({ signal, query }) {
    const operations = api.operations(signal).then((answer) => answer.operations);
    operations.catch(() => {});
    const place = h("div", { class: "stack" });
    const filters = h("form", { class: "card filters", "aria-label": "Filters", onsubmit: (event) => event.preventDefault() });
    let running = new AbortController();

    const wanted = query.get("state");
    if (wanted in STATES) {
        clear();
        memory.states.add(wanted);
    }

    function changed() {
        memory.trail = [];
        load();
    }

    function reset() {
        clear();
        drawFilters();
        load();
    }

    function drawFilters() {
        fill(filters, stateBoxes(changed), operationBox(operations, changed), tenantBox(changed), ageBox(changed));
    }

    async function load() {
        running.abort();
        running = new AbortController();
        const mine = running.signal;
        const look = looking(sought());
        let shown = -1;
        fill(place, look.element, waiting("records", 8));
        const progress = (part) => {
            look.progress(part);
            if (part.records.length > shown) {
                shown = part.records.length;
                fill(place, look.element, shown === 0 ? null : table(part.records));
            }
        };
        try {
            const page = await search(question(), AbortSignal.any([signal, mine]), progress, look.stop);
            fill(place, found(page));
            focusOn(page, place);
            announce(counted(page.records.length, "record"));
        } catch (problem) {
            if (!mine.aborted && !signal.aborted) {
                fill(place, failed(problem));
            }
        }
    }

    function failed(problem) {
        if (problem.code === "not-browsable") {
            return message("info", "This store cannot be looked through", "One record can still be found by its key, above.");
        }
        if (problem.code === "stale-reference" && memory.trail.length > 0) {
            return message("info", "The server was restarted, and its pages begin anew", button("Go to the first page", { onclick: changed }));
        }
        return trouble(problem, load);
    }

    function found(page) {
        if (page.records.length === 0 && page.next === null && memory.trail.length === 0) {
            return h("div", { class: "card" }, nothing(reset));
        }
        return [page.records.length > 0 ? table(page.records) : h("div", { class: "card" }, empty("None on this page", "Other pages may have some.")), pager(page)];
    }

    function go(step) {
        step();
        load();
        place.scrollIntoView({ block: "nearest" });
    }

    function pager(page) {
        const back = button("Previous", { disabled: memory.trail.length === 0, onclick: () => go(() => memory.trail.pop()) });
        const on = button(page.isShort || page.isStopped ? "Look on" : "Next", { "data-on": page.isStopped === true, disabled: page.next === null, onclick: () => go(() => memory.trail.push(page.next)) });
        const words = `Page ${memory.trail.length + 1} · ${counted(page.records.length, "record")}${page.next === null ? ", and that is all" : ""}`;
        const cost = costOf(page);
        return h("nav", { class: "pager", "aria-label": "Pages" }, h("span", { class: "muted", role: "status" }, words, cost ? ` · ${cost}` : null), back, on);
    }

    drawFilters();
    load();
    const byKey = h("details", { class: "card", id: "by-key" }, h("summary", {}, "Find one by its key"), lookup(operations, signal));
    return {
        title: "Records",
        element: h("div", { class: "stack" }, head("Records", "Every key that Semel remembers. They come in no particular order."), byKey, filters, place),
        refresh: load,
    };
}
