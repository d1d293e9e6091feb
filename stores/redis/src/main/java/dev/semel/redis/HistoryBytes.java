// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.InvalidValueException;
import dev.semel.state.History;
import dev.semel.state.HistoryLine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A record's history as it is stored; the scripts write it. */
final class HistoryBytes {

    private HistoryBytes() {}

    /** Reads the history behind its length. */
    static History read(ByteBuffer bytes) {
        int length = bytes.getShort() & 0xffff;
        if (length == 0) {
            return History.NONE;
        }
        int end = bytes.position() + length;
        List<HistoryLine> lines = new ArrayList<>();
        while (bytes.position() < end) {
            int attempt = bytes.getInt();
            int reason = bytes.get();
            long at = RecordBytes.six(bytes);
            String who = text(bytes);
            lines.add(new HistoryLine(attempt, Codes.reason(reason), Millis.instant(at), who, text(bytes)));
        }
        if (bytes.position() != end) {
            throw new InvalidValueException("a history's last line reaches beyond its end");
        }
        return new History(lines);
    }

    private static String text(ByteBuffer bytes) {
        byte[] text = new byte[bytes.getShort() & 0xffff];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
