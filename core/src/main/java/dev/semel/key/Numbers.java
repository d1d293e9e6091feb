// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The numbers in a key that has nothing else but everyday words and marks.
 *
 * @param runs the runs of digits, in order
 * @param digits all digits together
 */
record Numbers(List<String> runs, String digits) {

    private static final Pattern BETWEEN = Pattern.compile("[^0-9]+");

    // 2015 to 2049, in seconds: what a clock says, and most other numbers do not.
    private static final long EPOCH_FROM = 1_420_070_400L;
    private static final long EPOCH_TO = 2_524_608_000L;

    private static final int SECONDS = 10;
    private static final int MILLIS = 13;
    private static final int DATE_AND_MINUTE = "yyyyMMddHHmm".length();
    private static final int LONGEST_DATE_TIME = "yyyyMMddHHmmss".length() + "nnnnnnnnn".length() + "zzzz".length();

    static Numbers in(String key) {
        List<String> runs =
                BETWEEN.splitAsStream(key).filter(run -> !run.isEmpty()).toList();
        return new Numbers(runs, String.join("", runs));
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    /** Whether the digits say nothing: there are none, or all are the same. */
    boolean sayNothing() {
        return digits.chars().distinct().count() <= 1;
    }

    /**
     * Whether this is one number that counts the time since 1970.
     *
     * @param worded whether there are words around it: then only milliseconds count as a time, because ten digits are as
     *     well an order number, and nineteen the id of a distributed sequence
     */
    boolean isEpoch(boolean worded) {
        if (runs.size() != 1) {
            return false;
        }
        int length = digits.length();
        boolean unit = length == MILLIS || (!worded && (length == SECONDS || length == 16 || length == 19));
        return unit && isBetween(0, SECONDS, EPOCH_FROM, EPOCH_TO - 1);
    }

    /** Whether this is a date with hour and minute, in the basic or the extended form of ISO 8601. */
    boolean isDateTime() {
        int length = digits.length();
        return length >= DATE_AND_MINUTE
                && length <= LONGEST_DATE_TIME
                && startsLikeDate()
                && beginsWithDateAndMinute();
    }

    /**
     * Whether this may be 12 or 16 random bytes that happen to have no letters in hexadecimal, as one in 77,000 and one
     * in 2.5 million do: one number of 24 or 32 digits that is neither padded nor begins like a clock.
     */
    boolean mayBeHexadecimal() {
        int length = digits.length();
        return runs.size() == 1
                && (length == 24 || length == 32)
                && !digits.startsWith("000")
                && !isBetween(0, SECONDS, EPOCH_FROM, EPOCH_TO - 1)
                && !beginsWithDateAndMinute();
    }

    private boolean beginsWithDateAndMinute() {
        return isBetween(0, 4, 1970, 2099)
                && isBetween(4, 6, 1, 12)
                && isBetween(6, 8, 1, 31)
                && isBetween(8, 10, 0, 24)
                && isBetween(10, 12, 0, 59);
    }

    private boolean startsLikeDate() {
        int first = runs.get(0).length();
        boolean basic = first == 8 || first == 12 || first == 14 || first == 17;
        boolean extended = first == 4
                && runs.size() >= 3
                && runs.get(1).length() == 2
                && runs.get(2).length() == 2;
        return basic || extended;
    }

    private boolean isBetween(int from, int to, long low, long high) {
        long value = Long.parseLong(digits, from, to, 10);
        return low <= value && value <= high;
    }
}
