// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import dev.semel.state.Reason;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A history as one text, a line for each entry: attempt, reason, instant and, for a settlement, who and why, with tabs
 * between them. Databases add a line by appending to the text, so that a takeover stays one statement.
 */
final class HistoryText {

    private static final int SETTLED = 5;

    private HistoryText() {}

    static String write(History history) {
        return history.lines().stream().map(HistoryText::line).collect(Collectors.joining("\n"));
    }

    private static String line(HistoryLine line) {
        String began = line.attempt() + "\t" + line.reason() + "\t" + Micros.of(line.at());
        return line.who().isEmpty() ? began : began + "\t" + words(line.who(), line.why());
    }

    /** Who settled and why, as the end of a line. */
    static String words(String who, String why) {
        return escape(who) + "\t" + escape(why);
    }

    static History read(String text) {
        return text.isEmpty()
                ? History.NONE
                : new History(Arrays.stream(text.split("\n", -1))
                        .map(HistoryText::parse)
                        .toList());
    }

    private static HistoryLine parse(String line) {
        String[] parts = line.split("\t", -1);
        boolean settled = parts.length == SETTLED;
        return new HistoryLine(
                Integer.parseInt(parts[0]),
                Reason.valueOf(parts[1]),
                Micros.instant(Long.parseLong(parts[2])),
                settled ? unescape(parts[3]) : "",
                settled ? unescape(parts[4]) : "");
    }

    private static String escape(String words) {
        return words.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    private static String unescape(String words) {
        StringBuilder plain = new StringBuilder(words.length());
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            if (c == '\\' && i + 1 < words.length()) {
                i++;
                char escaped = words.charAt(i);
                plain.append(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
