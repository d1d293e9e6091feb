// SPDX-License-Identifier: Apache-2.0

/** Times and numbers as people read them. */

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric" });
const ZONE = new Intl.DateTimeFormat("en", { timeZoneName: "short" });
const COUNT = new Intl.NumberFormat();

const UNITS = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
    ["second", 1],
];

/** 3 hours, 1 minute: the largest unit, and of hours and days one more. */
export function span(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const first = UNITS.findIndex(([, size]) => whole >= size);
    if (first < 0) {
        return "less than a second";
    }
    const [unit, size] = UNITS[first];
    const rest = first < 2 ? Math.floor((whole % size) / UNITS[first + 1][1]) : 0;
    const head = counted(Math.floor(whole / size), unit);
    return rest > 0 ? `${head} ${counted(rest, UNITS[first + 1][0])}` : head;
}

/** 3 h, 12 min: for tables. */
export function shortSpan(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const [unit, size] = UNITS.find(([, least]) => whole >= least) ?? UNITS[3];
    const names = { day: "d", hour: "h", minute: "min", second: "s" };
    return `${Math.floor(whole / size)} ${names[unit]}`;
}

export function counted(count, unit) {
    return `${COUNT.format(count)} ${unit}${count === 1 ? "" : "s"}`;
}

export function count(number) {
    return COUNT.format(number);
}

/** 14:03:09, with the day where it is another one than today. */
export function moment(instant) {
    const date = new Date(instant);
    const isToday = DAY.format(date) === DAY.format(new Date());
    return isToday ? CLOCK.format(date) : `${DAY.format(date)}, ${CLOCK.format(date)}`;
}

/** The name of the zone in which moment() tells the time. */
export function zone() {
    return ZONE.formatToParts(new Date()).find((part) => part.type === "timeZoneName").value;
}

/** A rate in words that stay readable when it is small: 12.4 /s, 3 /min. */
export function rate(perSecond) {
    if (perSecond === 0) {
        return { figure: "0", unit: "/s" };
    }
    if (perSecond < 0.95) {
        const perMinute = perSecond * 60;
        return { figure: perMinute < 0.95 ? "<1" : String(Math.round(perMinute)), unit: "/min" };
    }
    return { figure: perSecond < 10 ? perSecond.toFixed(1) : COUNT.format(Math.round(perSecond)), unit: "/s" };
}

/** A duration given in milliseconds: 0.42 ms, 18 ms, 1.2 s. */
export function latency(millis) {
    if (millis >= 1_000) {
        return `${(millis / 1_000).toFixed(millis < 10_000 ? 1 : 0)} s`;
    }
    return `${millis < 10 ? Number(millis.toPrecision(2)) : Math.round(millis)} ms`;
}

export function bytes(size) {
    if (size < 1_024) {
        return counted(size, "byte");
    }
    return size < 1_048_576 ? `${(size / 1_024).toFixed(1)} KiB` : `${(size / 1_048_576).toFixed(1)} MiB`;
}

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;

/** The seconds of an ISO 8601 duration as Java writes it. */
export function seconds(iso) {
    const found = ISO.exec(iso);
    if (!found) {
        return NaN;
    }
    const [days, hours, minutes, rest] = found.slice(1).map((part) => Number(part ?? 0));
    return ((days * 24 + hours) * 60 + minutes) * 60 + rest;
}
