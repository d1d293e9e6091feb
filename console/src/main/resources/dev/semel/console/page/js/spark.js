// SPDX-License-Identifier: Apache-2.0
import { fill, svg } from "./dom.js";

const WIDTH = 120;
const HEIGHT = 28;
const LEAST_SPAN = 60;

/** A line as small as a word, for the shape of the last minutes. The figure beside it says the value. */
export class Spark {
    element = svg("svg", { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" });

    show(points, value, window) {
        const end = points.at(-1)?.at ?? 0;
        const span = Math.min(window, Math.max(LEAST_SPAN, end - (points[0]?.at ?? end)));
        const known = points.filter((point) => point.at >= end - span && typeof value(point) === "number");
        const top = Math.max(1e-9, ...known.map(value));
        const spots = known.map((point) => {
            const x = WIDTH - ((end - point.at) / span) * WIDTH;
            const y = HEIGHT - 2 - (value(point) / top) * (HEIGHT - 4);
            return `${x.toFixed(1)} ${y.toFixed(1)}`;
        });
        if (spots.length === 0) {
            fill(this.element);
            return;
        }
        const line = `M${spots.join("L")}`;
        const [left] = spots[0].split(" ");
        fill(
            this.element,
            svg("path", { class: "area", d: `${line}V${HEIGHT}H${left}Z` }),
            svg("path", { class: "line", d: line, "vector-effect": "non-scaling-stroke" }),
        );
    }
}
