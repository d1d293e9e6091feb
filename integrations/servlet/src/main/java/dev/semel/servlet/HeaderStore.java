// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The headers that a handler sets, apart from those that filters in front have set on the container's response. */
final class HeaderStore {

    private final List<Header> lines = new ArrayList<>();

    /** Replaces all lines of the name by one, in the place of the first; none when the value is null. */
    void set(String name, @Nullable String value) {
        int first = -1;
        int at = 0;
        for (Iterator<Header> all = lines.iterator(); all.hasNext(); ) {
            if (all.next().is(name)) {
                first = first < 0 ? at : first;
                all.remove();
            }
            at++;
        }
        if (value != null) {
            lines.add(first < 0 ? lines.size() : first, new Header(name, clean(value)));
        }
    }

    void add(String name, @Nullable String value) {
        if (value != null) {
            lines.add(new Header(name, clean(value)));
        }
    }

    /** A line break would begin another header; containers make a blank of it, too. */
    private static String clean(String value) {
        return value.replace('\r', ' ').replace('\n', ' ').replace('\0', ' ');
    }

    boolean has(String name) {
        return first(name) != null;
    }

    /** The first value of the name; null where there is none. */
    @Nullable
    String first(String name) {
        for (Header line : lines) {
            if (line.is(name)) {
                return line.value();
            }
        }
        return null;
    }

    List<String> all(String name) {
        return lines.stream().filter(line -> line.is(name)).map(Header::value).toList();
    }

    Collection<String> names() {
        Set<String> names = new LinkedHashSet<>();
        lines.forEach(line -> names.add(line.name()));
        return names;
    }

    void clear() {
        lines.clear();
    }

    Headers toHeaders() {
        return Headers.of(lines);
    }
}
