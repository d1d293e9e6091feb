// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

import org.jspecify.annotations.Nullable;

/** Walks over a canonical text, which is known to be well-formed and without white space. */
final class CanonicalWalk {

    private CanonicalWalk() {}

    /** The member of this name, or the element of this index; null where there is none. */
    static @Nullable JsonBytes child(JsonBytes value, byte[] name, int index) {
        return switch (value.at(0)) {
            case '{' -> member(value, name);
            case '[' -> index < 0 ? null : element(value, index);
            default -> null;
        };
    }

    private static @Nullable JsonBytes member(JsonBytes object, byte[] name) {
        int at = 1;
        while (object.at(at) == '"') {
            int keyEnd = end(object, at);
            int to = end(object, keyEnd + 1);
            if (isName(object, at, keyEnd, name)) {
                return object.part(keyEnd + 1, to);
            }
            at = object.at(to) == ',' ? to + 1 : to;
        }
        return null;
    }

    private static @Nullable JsonBytes element(JsonBytes array, int index) {
        int at = 1;
        for (int i = 0; array.at(at) != ']'; i++) {
            int to = end(array, at);
            if (i == index) {
                return array.part(at, to);
            }
            at = array.at(to) == ',' ? to + 1 : to;
        }
        return null;
    }

    private static boolean isName(JsonBytes text, int from, int to, byte[] name) {
        if (to - from != name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (text.at(from + i) != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** Where the value ends that begins here. */
    private static int end(JsonBytes text, int from) {
        return switch (text.at(from)) {
            case '"' -> stringEnd(text, from);
            case '{', '[' -> nestedEnd(text, from);
            default -> scalarEnd(text, from);
        };
    }

    private static int stringEnd(JsonBytes text, int from) {
        int at = from + 1;
        while (text.at(at) != '"') {
            at += text.at(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static int nestedEnd(JsonBytes text, int from) {
        int depth = 0;
        int at = from;
        do {
            byte c = text.at(at);
            if (c == '"') {
                at = stringEnd(text, at);
                continue;
            }
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            at++;
        } while (depth > 0);
        return at;
    }

    private static int scalarEnd(JsonBytes text, int from) {
        int at = from;
        while (at < text.size() && text.at(at) != ',' && text.at(at) != '}' && text.at(at) != ']') {
            at++;
        }
        return at;
    }
}
