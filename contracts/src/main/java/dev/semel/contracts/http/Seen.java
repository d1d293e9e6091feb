// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An answer as it came over the wire.
 *
 * @param status its status
 * @param lines its field lines, names in lower case: {@code content-type: text/plain}
 * @param body its body, without framing
 */
@SuppressWarnings("ArrayRecordComponent") // Within the kit nobody changes a body.
record Seen(int status, List<String> lines, byte[] body) {

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    Optional<String> header(String name) {
        return all(name).stream().findFirst();
    }

    List<String> all(String name) {
        String begin = name.toLowerCase(Locale.ROOT) + ":";
        return lines.stream()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()).strip())
                .toList();
    }

    boolean isReplay() {
        return all("Idempotent-Replayed").equals(List.of("true"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Seen that
                && status == that.status
                && lines.equals(that.lines)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(body) + status;
    }

    @Override
    public String toString() {
        String shown = text();
        return status + " " + lines + " " + (shown.length() > 300 ? shown.substring(0, 300) + "…" : shown);
    }
}
