// SPDX-License-Identifier: Apache-2.0

/** Makes elements. Text is always text: nothing that comes from the server or a client is ever read as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (on…) and children; children may be text, elements, lists and null.
 */
export function h(tag, attributes = {}, ...children) {
    return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
    return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) {
            element.addEventListener(name.slice(2), value);
        } else if (value === true) {
            element.setAttribute(name, "");
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value);
        }
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
}

/** Puts other children into an element. */
export function fill(element, ...children) {
    element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
}

let ids = 0;

/** An id that no other element of this page has. */
export function newId(word) {
    ids += 1;
    return `${word}-${ids}`;
}

/** Says something to those who do not see the page change. */
export function announce(text) {
    document.getElementById("announcer").textContent = text;
}
