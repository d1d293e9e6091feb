// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The field lines of a message, in order; a name may come several times. Immutable. */
public final class Headers implements Iterable<Header> {

    /** No headers at all. */
    public static final Headers NONE = new Headers(List.of());

    private final List<Header> lines;

    private Headers(List<Header> lines) {
        this.lines = lines;
    }

    /** Keeps the lines in this order. */
    public static Headers of(List<Header> lines) {
        return lines.isEmpty() ? NONE : new Headers(List.copyOf(lines));
    }

    /** One line. */
    public static Headers of(String name, String value) {
        return new Headers(List.of(new Header(name, value)));
    }

    /** These headers, and one line more. */
    public Headers and(String name, String value) {
        List<Header> more = new ArrayList<>(lines.size() + 1);
        more.addAll(lines);
        more.add(new Header(name, value));
        return new Headers(List.copyOf(more));
    }

    /** These headers, and then the other ones. */
    public Headers and(Headers others) {
        if (lines.isEmpty() || others.lines.isEmpty()) {
            return lines.isEmpty() ? others : this;
        }
        List<Header> more = new ArrayList<>(lines.size() + others.lines.size());
        more.addAll(lines);
        more.addAll(others.lines);
        return new Headers(List.copyOf(more));
    }

    /** The value of the first line of this name. */
    public Optional<String> first(String name) {
        for (Header line : lines) {
            if (line.is(name)) {
                return Optional.of(line.value());
            }
        }
        return Optional.empty();
    }

    /** The values of all lines of this name, in order. */
    public List<String> all(String name) {
        return lines.stream().filter(line -> line.is(name)).map(Header::value).toList();
    }

    /** All lines, in order. */
    public List<Header> lines() {
        return lines;
    }

    @Override
    public Iterator<Header> iterator() {
        return lines.iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Headers that && lines.equals(that.lines);
    }

    @Override
    public int hashCode() {
        return lines.hashCode();
    }

    /** Shows the names only: values may be secret (R27). */
    @Override
    public String toString() {
        return lines.toString();
    }
}
