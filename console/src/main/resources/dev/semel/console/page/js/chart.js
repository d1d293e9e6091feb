// SPDX-License-Identifier: Apache-2.0
import { h, svg, fill } from "./dom.js";
import { moment } from "./numbers.js";

const LEAST_SPAN = 60;
const PAD = { top: 8, right: 8, bottom: 20, left: 56 };

/** The next number of 1, 2, 5, 10, 20 … that is not below this one. */
function roundUp(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value * 0.999);
}

/** Lines through the points that have a value; where one has none the line is broken. */
function path(points, value, x, y) {
    let isOpen = false;
    let d = "";
    for (const point of points) {
        const at = value(point);
        if (at === null || at === undefined) {
            isOpen = false;
        } else {
            // A line of no length has round ends: so that a lonely point can be seen.
            d += `${isOpen ? "L" : "M"}${x(point.at).toFixed(1)} ${y(at).toFixed(1)}${isOpen ? "" : "h0"}`;
            isOpen = true;
        }
    }
    return d;
}

/**
 * A chart over the last minutes, whose legend shows the values: the newest, or those below the pointer.
 *
 * @param title what it shows
 * @param series its lines: name, kind (a class for the colour), value (of a point)
 * @param format writes a value
 * @param window how many seconds it shows at the most
 * @param least the top of the axis when all values are smaller
 */
export class Chart {
    #points = [];
    #pointer = null;
    #picture = svg("svg", { class: "plot", role: "img" });
    #reads = [];

    constructor({ title, note, series, format, window, least }) {
        this.title = title;
        this.series = series;
        this.format = format;
        this.window = window;
        this.least = least;
        this.#picture.addEventListener("pointermove", (event) => this.#point(event));
        this.#picture.addEventListener("pointerleave", () => this.#leave());
        this.when = h("span", { class: "when" }, "now");
        this.element = h(
            "figure",
            { class: "card chart" },
            h("figcaption", {}, h("h2", {}, title), note ? h("p", { class: "muted small" }, note) : null),
            h("div", { class: "legend" }, series.map((line) => this.#legend(line)), this.when),
            this.#picture,
        );
        this.#observer = new ResizeObserver(() => this.#draw());
        this.#observer.observe(this.element);
    }

    #observer;

    #legend(line) {
        const figure = h("strong", {}, "–");
        this.#reads.push(figure);
        return h("span", { class: `swatch ${line.kind}` }, line.name, " ", figure);
    }

    /** Shows these points, oldest first; at is in seconds. */
    show(points) {
        this.#points = points;
        this.#draw();
    }

    stop() {
        this.#observer.disconnect();
    }

    #point(event) {
        const box = this.#picture.getBoundingClientRect();
        this.#pointer = event.clientX - box.left;
        this.#draw();
    }

    #leave() {
        this.#pointer = null;
        this.#draw();
    }

    #draw() {
        const width = this.#picture.clientWidth;
        const height = this.#picture.clientHeight;
        if (width === 0) {
            return;
        }
        const end = this.#points.at(-1)?.at ?? 0;
        const span = this.#span(end);
        const begin = end - span;
        const shown = this.#points.filter((point) => point.at >= begin - 5);
        const top = this.#top(shown);
        const x = (at) => PAD.left + ((at - begin) / span) * (width - PAD.left - PAD.right);
        const y = (value) => height - PAD.bottom - (value / top) * (height - PAD.top - PAD.bottom);
        this.#picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
        fill(
            this.#picture,
            this.#grid(top, span, y, width, height),
            this.series.map((line) => svg("path", { class: `line ${line.kind}`, d: path(shown, line.value, x, y) })),
            this.#read(shown, x, height),
        );
        this.#describe(shown);
    }

    #top(points) {
        const values = points.flatMap((point) => this.series.map((line) => line.value(point) ?? 0));
        return roundUp(Math.max(this.least, ...values));
    }

    /** How many seconds are shown: a server that has just started has no ten minutes to tell of. */
    #span(end) {
        const known = end - (this.#points[0]?.at ?? end);
        return Math.min(this.window, Math.max(LEAST_SPAN, Math.ceil(known / 60) * 60));
    }

    #grid(top, span, y, width, height) {
        const rules = [0, 0.5, 1].map((share) => [
            svg("line", { class: "rule", x1: PAD.left, x2: width - PAD.right, y1: y(top * share), y2: y(top * share) }),
            svg("text", { class: "mark", x: PAD.left - 8, y: y(top * share) + 4, "text-anchor": "end" }, this.format(top * share)),
        ]);
        return [
            rules,
            svg("text", { class: "mark", x: PAD.left, y: height - 4 }, `${Math.round(span / 60)} min ago`),
            svg("text", { class: "mark", x: width - PAD.right, y: height - 4, "text-anchor": "end" }, "now"),
        ];
    }

    /** The point that the legend speaks of, and a line where it is unless it is the newest. */
    #read(points, x, height) {
        let point = points.at(-1);
        let rule = null;
        if (this.#pointer !== null && points.length > 0) {
            point = points.reduce((best, one) =>
                Math.abs(x(one.at) - this.#pointer) < Math.abs(x(best.at) - this.#pointer) ? one : best,
            );
            rule = svg("line", { class: "pointer", x1: x(point.at), x2: x(point.at), y1: PAD.top, y2: height - PAD.bottom });
        }
        this.when.textContent = rule ? moment(point.at * 1_000) : "now";
        this.series.forEach((line, index) => {
            const value = point ? line.value(point) : null;
            this.#reads[index].textContent = value === null || value === undefined ? "–" : this.format(value);
        });
        return rule;
    }

    #describe(points) {
        const newest = points.at(-1);
        const said = this.series.map((line) => {
            const value = newest ? line.value(newest) : null;
            return `${line.name} ${value === null || value === undefined ? "no value" : this.format(value)}`;
        });
        this.#picture.setAttribute("aria-label", `${this.title}, now: ${said.join(", ")}`);
    }
}
