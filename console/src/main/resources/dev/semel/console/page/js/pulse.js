// SPDX-License-Identifier: Apache-2.0
import { api } from "./api.js";

/**
 * Asks for the overview again and again, for all that want it. It rests while nobody looks at the page, and asks less often
 * while the server does not answer. It also rests when nobody has touched the page for as long as a session may idle, and says so:
 * what the page shows is then not for whoever comes by.
 */

const BEAT = 2_000;
const SLOWEST = 16_000;

const listeners = new Set();
let newest = null;
let timer = null;
let pause = BEAT;
let isOn = false;
let patience = Infinity;
let touched = performance.now();

const RESTING = {
    title: "Paused, since nobody was here for a while",
    message: "Move, or press a key, and it goes on.",
    code: "resting",
};

/** Calls the listener with each overview, and with null and the problem where there was none; ends with the signal. */
export function onBeat(listener, signal) {
    listeners.add(listener);
    signal?.addEventListener("abort", () => listeners.delete(listener));
    if (newest) {
        listener(newest, null);
    }
}

function tell(overview, problem) {
    for (const listener of listeners) {
        listener(overview, problem);
    }
}

async function beat() {
    clearTimeout(timer);
    if (!isOn) {
        return;
    }
    if (isResting()) {
        tell(null, RESTING);
        return;
    }
    if (document.hidden) {
        // Whoever comes back to it may come too late.
        timer = setTimeout(beat, SLOWEST);
        return;
    }
    try {
        newest = await api.overview();
        pause = BEAT;
        tell(newest, null);
    } catch (problem) {
        pause = Math.min(SLOWEST, pause * 2);
        tell(null, problem);
    }
    clearTimeout(timer);
    timer = setTimeout(beat, pause);
}

/** Whether nobody has touched the page for so long that nothing is asked on its own any more. */
export function isResting() {
    return performance.now() - touched > patience * 1_000;
}

function touch() {
    const wasResting = isResting();
    touched = performance.now();
    if (wasResting) {
        hurry();
    }
}

/** Begins, for a session that may idle for so many seconds. */
export function start(idleSeconds) {
    isOn = true;
    patience = idleSeconds;
    beat();
}

export function stop() {
    isOn = false;
    newest = null;
    clearTimeout(timer);
}

/** Asks at once, whatever the pause. */
export function hurry() {
    pause = BEAT;
    beat();
}

document.addEventListener("visibilitychange", beat);
for (const sign of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
    window.addEventListener(sign, touch, { passive: true });
}
