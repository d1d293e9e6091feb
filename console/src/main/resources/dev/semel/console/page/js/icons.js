// SPDX-License-Identifier: Apache-2.0
import { svg } from "./dom.js";

/** Small pictures, drawn with lines on a field of 16 by 16. A word always stands beside them. */
const LINES = {
    check: "M3 8.5l3.2 3.2L13 5",
    cross: "M4 4l8 8M12 4l-8 8",
    question: "M5.6 6a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2.9-1.2 1.8M8 12.4v.1",
    run: "M8 2.5a5.5 5.5 0 1 0 5.5 5.5M8 5v3l2 2",
    free: "M5.5 7V5a2.5 2.5 0 0 1 4.8-1M3.5 7h9v6.5h-9z",
    hold: "M5.5 7V5.2a2.5 2.5 0 0 1 5 0V7M3.5 7h9v6.5h-9z",
    person: "M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8zM3 14c.4-2.8 2.4-4.2 5-4.2s4.6 1.4 5 4.2",
    begin: "M5 3.5l7 4.5-7 4.5z",
    moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z",
    sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
    half: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 2.5v11M10.5 4v8M12.5 6v4",
};

export function icon(name) {
    return svg(
        "svg",
        { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
        svg("path", {
            d: LINES[name],
            fill: "none",
            stroke: "currentColor",
            "stroke-width": 1.6,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        }),
    );
}
