// SPDX-License-Identifier: Apache-2.0

/** What can go wrong, and what it means with Semel and without. */
export const TROUBLES = {
    none: { title: "Nothing", text: "Double-click all the same." },
    slow: { title: "The provider is slow", text: "Time enough for a second click, or a reload." },
    fail: { title: "The provider fails before it charges", text: "Nothing is taken, but who can tell?" },
    drop: { title: "The connection drops after the charge", text: "The money is taken, and half of the answer arrives." },
    "time-out": { title: "The provider times out after the charge", text: "The money is taken, and no answer ever comes." },
    kill: { title: "The service is killed in the middle", text: "SIGKILL, when the money is taken and nothing is written down." },
};

const STORIES = {
    semel: {
        none: "",
        slow: "The first request was still running when others came. They had its key, so they waited for its answer instead of charging.",
        fail: "The service could not know whether the provider had charged, so it said so (504), and kept the key in doubt. When the page asked again, Semel asked the provider under that key, heard “never seen”, and only then ran the charge.",
        drop: "The provider took the money, and its answer got lost: 504, and the key in doubt. When the page asked again, Semel asked the provider what had become of that key, found the charge, and gave its answer. Nothing ran twice.",
        "time-out":
            "The provider took the money, and never answered: 504, and the key in doubt. When the page asked again, Semel asked the provider what had become of that key, found the charge, and gave its answer. Nothing ran twice.",
        kill: "The process died with the charge made and nothing written down. Its lease on the key lapsed, the next request took over, and Semel asked the provider before anything ran: the charge was there.",
    },
    none: {
        none: "",
        slow: "The first request was still running when others came. Nothing told the service that they meant the same payment.",
        fail: "This one is harmless: nothing had been taken. But the service saw the same error as when the connection drops after the charge, and could not tell them apart.",
        drop: "The provider took the money, and its answer got lost. The page asked again, as it must, and the service charged again, as it must: it knows nothing of the first time.",
        "time-out":
            "The provider took the money, and never answered. The page asked again, as it must, and the service charged again, as it must: it knows nothing of the first time.",
        kill: "The process died with the charge made and nothing written down. The page asked again, and the new process charged again: nobody remembers the first time.",
    },
};

const MANY = {
    semel: "Several requests came with one key. The first one charged, and the others got its answer.",
    none: "Each request was a good one by itself, so each of them was a charge.",
};

/** What this checkout has met, and what that has done to it. */
export function story(mode, trouble, clicks) {
    if (trouble === null) {
        return "";
    }
    return STORIES[mode][trouble] || (clicks > 1 ? MANY[mode] : "One click, one charge. Click again.");
}

/** How often the money was taken: a level for the figure, and a sentence. */
export function verdict(charges, paid) {
    if (charges === 0) {
        return paid ? ["none", "Nothing was taken."] : ["none", "Nothing was taken yet."];
    }
    if (charges === 1) {
        return ["good", paid ? "Taken once, and everybody knows it." : "Taken. The customer does not know yet."];
    }
    return ["bad", `The customer paid ${charges} times for one order.`];
}

const STATUS = { 0: "no answer", 409: "409 in progress", 502: "502 broke off", 503: "503 down", 504: "504 nobody knows" };

export function tryWords(answer) {
    return STATUS[answer.status] ?? String(answer.status);
}

/** Each word once, with how often it came in a row. */
export function counted(words) {
    const runs = [];
    for (const word of words) {
        if (runs.at(-1)?.word === word) {
            runs.at(-1).times += 1;
        } else {
            runs.push({ word, times: 1 });
        }
    }
    return runs.map(({ word, times }) => (times > 1 ? `${word} ×${times}` : word));
}

/** A badge for an answer: its colour and its words. */
export function badge(answer, mode) {
    if (answer === null) {
        return ["info", "asking…"];
    }
    if (answer.left) {
        return ["", "left by the reload"];
    }
    if (answer.status === 201) {
        return answer.replayed ? ["good", "201, replayed"] : [mode === "semel" ? "good" : "warn", "201, charged"];
    }
    return ["bad", `${answer.status || "no"} answer`];
}
