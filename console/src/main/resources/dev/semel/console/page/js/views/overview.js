// SPDX-License-Identifier: Apache-2.0
import { Chart } from "../chart.js";
import { fill, h } from "../dom.js";
import { lookNow, onLook } from "../lookout.js";
import { count, counted, latency, moment, rate, span } from "../numbers.js";
import { head, message, trouble, waiting } from "../pieces.js";
import { onBeat } from "../pulse.js";
import { Spark } from "../spark.js";

/** What happens right now: rates, latencies, and whether somebody is needed. */

const WINDOW = 600;
/** Figures are taken over so many seconds: shorter ones jump, longer ones lag. */
const FIGURE = 10;

const TILES = [
    { name: "new", label: "New", text: "ran, with no doubt before" },
    { name: "replayed", label: "Replayed", text: "retries that got the saved answer" },
    { name: "conflict", label: "Conflict", text: "told to come again: it still runs" },
    { name: "mismatch", label: "Mismatch", text: "key used for another request", alarm: "warn" },
    { name: "inDoubt", label: "In doubt", text: "ended, and nobody knows how", alarm: "warn", href: "#/inbox" },
    { name: "held", label: "Held", text: "retries that wait for a decision", alarm: "warn", href: "#/inbox" },
    { name: "takenOver", label: "Taken over", text: "ran again after a doubt or a crash", alarm: "warn" },
    { name: "unavailable", label: "Unavailable", text: "refused: the store did not answer", alarm: "bad", href: "#/store" },
];

const sample = (one) => ({ at: Date.parse(one.at ?? one.now) / 1_000, outcomes: one.outcomes, latency: one.latency });

/** The rates between each two neighbours; counters that began anew (a restart) make a gap. */
function ratesOf(samples) {
    return samples.slice(1).map((later, index) => {
        const earlier = samples[index];
        const time = later.at - earlier.at;
        const point = { at: later.at, latency: later.latency };
        for (const { name } of TILES) {
            const grown = later.outcomes[name] - earlier.outcomes[name];
            point[name] = time > 0 && grown >= 0 ? grown / time : null;
        }
        return point;
    });
}

function tile({ name, label, text, alarm, href }) {
    const figure = h("span", { class: "figure" });
    const total = h("span", { class: "muted small" });
    const spark = new Spark();
    const element = h(
        href ? "a" : "div",
        { class: "card tile", href: href ?? null, "data-outcome": name },
        h("span", { class: "label" }, label),
        figure,
        spark.element,
        h("span", { class: "muted small" }, text),
        total,
    );
    return {
        element,
        show(points, now, sum) {
            const { figure: digits, unit } = rate(now ?? 0);
            fill(figure, digits, h("small", {}, ` ${unit}`));
            element.classList.toggle(alarm ?? "none", Boolean(alarm) && now > 0);
            total.textContent = `${count(sum)} since the start`;
            spark.show(points, (point) => point[name], WINDOW);
        },
    };
}

function charts() {
    const traffic = new Chart({
        title: "Requests",
        note: "New ones run. Replayed ones get the saved answer.",
        series: [
            { name: "new", kind: "one", value: (point) => point.new },
            { name: "replayed", kind: "two", value: (point) => point.replayed },
        ],
        format: (value) => (value === 0 ? "0" : `${Number(value.toPrecision(2))}/s`),
        window: WINDOW,
        least: 1,
    });
    const times = new Chart({
        title: "Time to a recorded answer",
        note: "From the claim of a new key until its answer is saved.",
        series: ["p50", "p95", "p99"].map((name, index) => ({
            name,
            kind: ["one", "two", "three"][index],
            value: (point) => (typeof point.latency[name] === "number" ? point.latency[name] * 1_000 : null),
        })),
        format: (value) => (value === 0 ? "0" : latency(value)),
        window: WINDOW,
        least: 1,
    });
    return [traffic, times];
}

const COLUMNS = TILES.map(({ name, label }) => [name, label]);

function byOperation(operations) {
    if (operations.length === 0) {
        return null;
    }
    const rows = operations.map((operation) =>
        h("tr", {}, h("th", { scope: "row" }, operation.name), COLUMNS.map(([name]) => h("td", { class: "number" }, count(operation.outcomes[name])))),
    );
    return h(
        "div",
        { class: "card flush" },
        h("h2", { id: "by-operation" }, "By operation, since the start"),
        h(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "by-operation" },
            h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Operation"), COLUMNS.map(([, label]) => h("th", { scope: "col", class: "number" }, label)))), h("tbody", {}, rows)),
        ),
    );
}

/** Whether somebody is needed, as a sentence on top. */
function attention(seen) {
    if (seen === null || (seen.isWhole && seen.found === 0)) {
        return null;
    }
    if (seen.found === 0) {
        const sofar = seen.looked === 0 ? "The records have not been looked at yet." : `None of ${counted(seen.looked, "record")} that were looked at so far; the rest follows.`;
        return message("info", "Not all records were looked at yet: something may wait for a decision.", sofar);
    }
    const many = seen.isWhole ? counted(seen.found, "record") : `At least ${counted(seen.found, "record")}`;
    return message("warn", `${many} ${seen.found === 1 ? "waits" : "wait"} for a decision.`, "Nobody knows whether the work was done.", h("a", { class: "button", href: "#/inbox" }, "Open the inbox"));
}

/** Draws it anew only where it says something else: whoever reads it, or is about to press it, keeps it. */
function drawAttention(place, seen) {
    const notice = attention(seen);
    notice?.classList.add("row");
    if (notice?.textContent !== place.firstChild?.textContent) {
        fill(place, notice);
    }
}

export function overview({ signal }) {
    const notice = h("div");
    const since = h("p");
    const tiles = TILES.map((one) => ({ ...one, ...tile(one) }));
    const [traffic, times] = charts();
    const operations = h("div");
    const body = h("div", { class: "stack" }, waiting("the overview", 6));
    const content = [
        notice,
        h("div", { class: "tiles" }, tiles.map((one) => one.element)),
        h("div", { class: "pair" }, traffic.element, times.element),
        operations,
    ];
    let seen = [];

    function draw(now) {
        const newest = sample(now);
        seen = [...seen.filter((one) => one.at > newest.at - 3 * FIGURE), newest];
        const ended = now.history.map(sample);
        const last = ended.at(-1);
        const points = ratesOf(last && newest.at - last.at < 2 ? ended : [...ended, newest]);
        const all = [...ended, ...seen].sort((a, b) => a.at - b.at);
        const before = all.filter((one) => one.at <= newest.at - FIGURE).at(-1) ?? all[0];
        const figures = ratesOf([before, newest])[0];
        tiles.forEach((one) => one.show(points, figures[one.name], now.outcomes[one.name]));
        traffic.show(points);
        times.show(ended);
        since.textContent = `Counted since ${moment(now.startedAt)}, for ${span(newest.at - Date.parse(now.startedAt) / 1_000)}. Charts show ten minutes at the most.`;
        fill(operations, byOperation(now.operations));
    }

    let isFirst = true;
    onBeat((now, problem) => {
        if (now && isFirst) {
            isFirst = false;
            fill(body, content);
        } else if (problem && isFirst) {
            fill(body, trouble(problem));
        }
        if (now) {
            draw(now);
        }
    }, signal);
    signal.addEventListener("abort", () => [traffic, times].forEach((chart) => chart.stop()));
    onLook((found) => drawAttention(notice, found), signal);
    lookNow();

    const top = head("Overview");
    top.firstElementChild.append(since);
    return { title: "Overview", element: h("div", {}, top, body), refresh: lookNow };
}
