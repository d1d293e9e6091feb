// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

import dev.semel.SettingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A JSON pointer (RFC 6901), looked up in a canonical text without a tree. Immutable. */
public final class JsonPointer {

    /** It would point to nothing, and what was meant would not count. */
    private static final Pattern BAD_ESCAPE = Pattern.compile("~(?![01])");

    private final String pointer;
    private final List<Token> tokens;

    private JsonPointer(String pointer, List<Token> tokens) {
        this.pointer = pointer;
        this.tokens = tokens;
    }

    /** Reads a pointer, such as {@code /payment/amount}. */
    public static JsonPointer of(String pointer) {
        if (!pointer.isEmpty() && pointer.charAt(0) != '/') {
            throw new SettingException("pointer", "a JSON pointer is empty or begins with a slash: " + pointer);
        }
        if (BAD_ESCAPE.matcher(pointer).find()) {
            throw new SettingException(
                    "pointer", "in a JSON pointer a tilde is written ~0 and a slash within a name ~1: " + pointer);
        }
        List<Token> tokens = new ArrayList<>();
        if (!pointer.isEmpty()) {
            for (String token : pointer.substring(1).split("/", -1)) {
                tokens.add(Token.of(token));
            }
        }
        return new JsonPointer(pointer, List.copyOf(tokens));
    }

    /** The value that it points to; null where there is none. */
    public @Nullable JsonBytes in(JsonBytes document) {
        JsonBytes value = document;
        for (Token token : tokens) {
            JsonBytes next = CanonicalWalk.child(value, token.name, token.index);
            if (next == null) {
                return null;
            }
            value = next;
        }
        return value;
    }

    /** The pointer as it was written. */
    @Override
    public String toString() {
        return pointer;
    }

    /** One step of a pointer: a name as a canonical string, quotes included, and an index where it can be one, else -1. */
    private static final class Token {

        private final byte[] name;
        private final int index;

        private Token(byte[] name, int index) {
            this.name = name;
            this.index = index;
        }

        static Token of(String token) {
            String decoded = token.replace("~1", "/").replace("~0", "~");
            return new Token(canonical(decoded), decoded.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(decoded) : -1);
        }

        private static byte[] canonical(String name) {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            byte[] room = new byte[utf8.length * 6 + 2];
            room[0] = '"';
            int at = 1;
            for (byte c : utf8) {
                if (c < 0) {
                    room[at++] = c;
                } else {
                    at = Escapes.write(c, room, at);
                }
            }
            room[at++] = '"';
            return Arrays.copyOf(room, at);
        }
    }
}
