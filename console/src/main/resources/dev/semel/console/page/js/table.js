// SPDX-License-Identifier: Apache-2.0
import { h } from "./dom.js";
import { age, badge, keyText } from "./pieces.js";

/** Records as a table; on a narrow screen each row becomes a block, so the roles are said. */
const HEADS = ["State", "Operation", "Key", "Tenant", "Attempt", "Age"];

function row(record) {
    const cells = [
        badge(record.standing),
        record.operation,
        h("a", { href: `#/record/${record.ref}` }, keyText(record.key), h("span", { class: "unseen" }, ` of ${record.operation}, open`)),
        record.tenant,
        String(record.attempt),
        age(record.createdAt, record.seenAt),
    ];
    return h(
        "tr",
        { role: "row", "data-hash": record.key.hash },
        cells.map((cell, index) => h("td", { role: "cell", class: HEADS[index].toLowerCase(), "data-head": HEADS[index] }, cell)),
    );
}

export function table(records) {
    return h(
        "div",
        { class: "card flush" },
        h(
            "table",
            { class: "records keys", role: "table", "aria-label": "Records" },
            h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, HEADS.map((text) => h("th", { role: "columnheader", scope: "col", class: text.toLowerCase() }, text)))),
            h("tbody", { role: "rowgroup" }, records.map(row)),
        ),
    );
}
