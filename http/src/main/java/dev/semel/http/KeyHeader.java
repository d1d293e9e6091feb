// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.List;

/** Finds the key among a request's headers. */
final class KeyHeader {

    private final List<String> names;

    KeyHeader(List<String> names) {
        this.names = List.copyOf(names);
    }

    /** The key of the first of the names that the request has. */
    FoundKey in(RequestHead head) {
        for (String name : names) {
            List<String> lines = head.header(name);
            if (!lines.isEmpty()) {
                return lines.size() == 1 ? KeyValue.parse(lines.get(0)) : FoundKey.repeated();
            }
        }
        return FoundKey.missing();
    }
}
