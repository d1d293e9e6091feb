// SPDX-License-Identifier: Apache-2.0
import { span } from "./numbers.js";

/** What a record's state, history and policy mean, for somebody who has never seen Semel. */

export const STANDINGS = {
    running: { label: "Running", tone: "info", icon: "run", now: "A request with this key is being worked on right now." },
    lapsed: {
        label: "Broke off",
        tone: "warn",
        icon: "question",
        now: "The process that worked on this request stopped reporting: it died, was paused, or lost the store. Nobody knows whether the work was done.",
        waits: "The process stopped in the middle of it. Nobody knows whether the work was done.",
    },
    completed: { label: "Done", tone: "good", icon: "check", now: "The work was done, and its answer is saved." },
    failed: { label: "Failed", tone: "bad", icon: "cross", now: "The service answered with an error that is known and final. The answer is saved." },
    "in-doubt": {
        label: "In doubt",
        tone: "warn",
        icon: "question",
        now: "The service was asked, and its answer never came, or was an error that does not tell. Nobody knows whether the work was done.",
        waits: "The service's answer never came. Decide, or the next retry follows the operation's policy.",
    },
    held: {
        label: "Held",
        tone: "warn",
        icon: "hold",
        now: "Nobody knows whether the work was done, and this operation never guesses: it waits until somebody decides here.",
        waits: "Nobody knows whether the work was done. Retries are refused until somebody decides.",
    },
    released: { label: "Free", tone: "idle", icon: "free", now: "The last attempt is known to have done nothing, so the key can be used again." },
};

/** The states of the store, as the filter names them. */
export const STATES = {
    IN_PROGRESS: "In progress",
    COMPLETED: "Done",
    FAILED: "Failed",
    IN_DOUBT: "In doubt",
    RELEASED: "Free",
};

const NEXT = {
    replay: () => "gets the saved answer. Nothing runs.",
    conflict: (record) =>
        record.policy?.waits
            ? "waits for the running one to end, and then gets its answer."
            : "gets 409 Conflict and is told to come again. Nothing runs.",
    run: (record) => `runs, as attempt ${record.attempt + 1}.`,
    "take-over": (record) => `runs again, as attempt ${record.attempt + 1}, and the service is told that an earlier attempt may have done it already.`,
    reconcile: (record) => `makes Semel ask the service first what attempt ${record.attempt} did; it runs only if nothing happened.`,
    held: () => "gets 409 Conflict (code held), every time, until somebody settles this record. Nothing runs.",
    "not-kept": () => "gets 410 Gone: it was done, but the answer was too large to keep. Nothing runs.",
    convert: () => "gets the saved answer, which is of an older version and is converted. Nothing runs.",
    rerun: (record) => `runs again, as attempt ${record.attempt + 1}: the saved answer is of an older version, and stands until there is a new one.`,
};

/** Where a method is called there is no HTTP, and who may not run gets an exception. */
const NEXT_CALL = {
    replay: () => "gets the saved value. Nothing runs.",
    conflict: (record) => (record.policy?.waits ? "waits for the running one to end, and then gets its value." : "gets NotAnsweredException, since another call runs. Nothing runs."),
    held: () => "gets NotAnsweredException, every time, until somebody settles this record. Nothing runs.",
    "not-kept": () => "gets NotAnsweredException: it was done, but the value was too large to keep. Nothing runs.",
};

/** Whether it is a method that is called, and serves no requests. */
export const isCall = (record) => record.answerKind === "value";

/** The end of the sentence “The next retry …”. */
export function nextRetry(record) {
    const words = (isCall(record) && NEXT_CALL[record.nextRetry]) || NEXT[record.nextRetry];
    return words(record);
}

/** What the next retry will get once a record is settled so; the end of the same sentence. */
export function nextAfter(verdict, record, status) {
    switch (verdict) {
        case "happened":
            return `gets ${isCall(record) ? "exactly the value" : `${status} with exactly the answer`} above, and so does every one after it. Nothing runs.`;
        case "did-not-happen":
            return `runs the work, as attempt ${record.attempt + 1}, as if it were the first.`;
        default:
            return `runs the work again, as attempt ${record.attempt + 1}. If attempt ${record.attempt} did it after all, it is done twice, unless the service recognises repeated work.`;
    }
}

export const VERDICTS = {
    happened: { title: "It happened", text: "The service did the work, and you know what it would have answered. Retries get that answer; nothing runs." },
    "did-not-happen": { title: "It did not happen", text: "You have checked: nothing was charged, sent or written. The next retry does the work." },
    "run-again": { title: "Nobody can tell: allow it to run again", text: "Only where doing it twice is harmless, or the service recognises repeated work. The next retry does the work." },
};

const BEGAN = {
    FIRST: "The key was new.",
    LEASE_LAPSED: "The attempt before had stopped reporting, so a retry took over.",
    IN_DOUBT: "The attempt before had ended in doubt, so a retry took over.",
    RELEASED: "The attempt before had done nothing.",
    OLDER_VERSION: "The saved answer was of an older version, so it was made anew.",
    SETTLED_RERUN: "Somebody had allowed it to run again.",
    SETTLED_DID_NOT_HAPPEN: "Somebody had settled that nothing happened before.",
    SETTLED_HAPPENED: "Somebody had settled what happened before.",
};

const SETTLED = {
    SETTLED_HAPPENED: "that it happened, and gave the answer",
    SETTLED_DID_NOT_HAPPEN: "that it did not happen",
    SETTLED_RERUN: "that it may run again",
};

function step(line) {
    if (line.who !== "") {
        return {
            at: line.at,
            icon: "person",
            tone: "info",
            title: `${line.who} settled ${SETTLED[line.reason] ?? "it"}`,
            text: `Reason given: “${line.why}”`,
        };
    }
    return { at: line.at, icon: "begin", tone: "idle", title: `Attempt ${line.attempt} began`, text: BEGAN[line.reason] ?? "" };
}

/** What came of the last attempt, where the history does not say it already. */
function ending(record) {
    const told = record.history.at(-1)?.who ?? "";
    const was = STANDINGS[record.standing];
    if (record.standing === "running") {
        return { at: null, icon: was.icon, tone: was.tone, title: `Attempt ${record.attempt} runs`, text: leaseText(record) };
    }
    if (record.lapsed) {
        return { at: record.leaseUntil, icon: "question", tone: "warn", title: `Attempt ${record.attempt} broke off`, text: `Its lease ran out: nothing was heard of it any more. ${pending(record)}` };
    }
    if (record.state === "IN_DOUBT") {
        return { at: null, icon: "question", tone: "warn", title: `Attempt ${record.attempt} ended in doubt`, text: `The service's answer is not known. ${pending(record)}` };
    }
    if (told !== "") {
        return null;
    }
    if (record.state === "RELEASED") {
        return { at: null, icon: was.icon, tone: was.tone, title: `Attempt ${record.attempt} ended`, text: was.now };
    }
    const title = record.state === "COMPLETED" ? "The answer was saved" : "The failure was saved";
    return { at: record.answer?.completedAt ?? null, icon: was.icon, tone: was.tone, title, text: `Attempt ${record.answer?.attempt ?? record.attempt} gave it.` };
}

function pending(record) {
    if (record.answer !== null) {
        return "The older answer stands.";
    }
    return record.standing === "held" ? "It is held until somebody settles it." : "It can be settled, or the next retry decides.";
}

function leaseText(record) {
    const left = (Date.parse(record.leaseUntil) - Date.parse(record.seenAt)) / 1_000;
    return `Its lease holds for another ${span(left)}, and is renewed while it works.`;
}

/** The record's story, oldest first: at (or null), icon, tone, title, text. */
export function timeline(record) {
    const steps = record.history.map(step);
    if (steps.length === 0) {
        steps.push(step({ attempt: 1, reason: "FIRST", at: record.createdAt, who: "", why: "" }));
    }
    const last = ending(record);
    return last ? [...steps, last] : steps;
}

/** When a record is forgotten, in a sentence. */
export function forgotten(record) {
    if (record.expiresAt === null) {
        return "Never: it waits for a decision";
    }
    const left = (Date.parse(record.expiresAt) - Date.parse(record.seenAt)) / 1_000;
    return left <= 0 ? "Any moment now" : `In ${span(left)}`;
}
