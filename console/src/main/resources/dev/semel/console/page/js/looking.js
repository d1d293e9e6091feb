// SPDX-License-Identifier: Apache-2.0
import { h } from "./dom.js";
import { count, counted } from "./numbers.js";
import { button } from "./pieces.js";

/** What a search says of itself while it takes: what it looks for, how far it has come, and a way to end it. */

/** Somebody's wish to end a search with what it has. */
function stopper() {
    const wish = new AbortController();
    const { signal } = wish;
    return {
        signal,
        asked: new Promise((resolve) => signal.addEventListener("abort", resolve)),
        isAsked: () => signal.aborted,
        ask: () => wish.abort(),
    };
}

/**
 * Nothing is seen of it before the first progress: most searches have ended by then.
 *
 * @param what the end of the sentence “Looking for …”
 * @param rest the same for what is looked for when all is shown that the store has listed
 * @returns element, stop (for search), and progress, called with what there is
 */
export function looking(what, rest = what) {
    const stop = stopper();
    // Said once to those who do not see it: what moves all the time would talk without an end.
    const far = h("span", { class: "muted", "aria-live": "off" });
    const sought = h("p", { class: "wrap" }, `Looking for ${what}…`);
    const end = button("Stop", { id: "stop-looking", onclick: () => halt() });
    const element = h(
        "div",
        { class: "card looking", hidden: true },
        h("div", {}, sought, far),
        end,
        h("div", { class: "moving", "aria-hidden": "true" }),
    );

    function halt() {
        end.disabled = true;
        stop.ask();
    }

    return {
        element,
        stop,
        progress({ looked, records, isListed }) {
            element.hidden = false;
            sought.textContent = `Looking for ${isListed ? rest : what}…`;
            far.textContent = `Looked at ${counted(looked, "record")} so far, of which ${records.length === 0 ? "none fits" : `${count(records.length)} ${records.length === 1 ? "fits" : "fit"}`}. How many there are is not known.`;
        },
    };
}

/** The button that ended a search is gone with it: the focus goes to the one that goes on. */
export function focusOn(page, place) {
    if (page.isStopped) {
        place.querySelector("[data-on]")?.focus();
    }
}
