// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

import java.util.Arrays;

/**
 * The members of the objects that are open, as places in the canonical form; when an object ends, its members are brought
 * into order there. Most objects are in order already, or have few members, and cost no more than a look.
 */
final class MemberList {

    private static final int FEW = 24;
    private static final int FIELDS = 3;

    private final byte[] text;
    private int[] places = new int[FIELDS * 16];
    private int size;
    private int[] order = new int[FEW];
    private byte[] room = {};

    MemberList(byte[] text) {
        this.text = text;
    }

    int size() {
        return size;
    }

    /** One more member: where it begins, where its key ends, where it ends. */
    void add(int from, int keyEnd, int to) {
        if ((size + 1) * FIELDS > places.length) {
            places = Arrays.copyOf(places, places.length * 2);
        }
        places[size * FIELDS] = from;
        places[size * FIELDS + 1] = keyEnd;
        places[size * FIELDS + 2] = to;
        size++;
    }

    /** Brings the members from this one on into order, and forgets them; false when two have the same name. */
    boolean arrange(int first, int from, int to) {
        int sorted = first + 1;
        while (sorted < size && compare(sorted - 1, sorted) < 0) {
            sorted++;
        }
        boolean unique = true;
        if (sorted < size) {
            unique = size - first <= FEW ? insert(first, sorted) : sort(first);
            if (unique) {
                rewrite(size - first, from, to);
            }
        }
        size = first;
        return unique;
    }

    /** Sorts a few, of which the ones before {@code sorted} are in order; false when two have the same name. */
    private boolean insert(int first, int sorted) {
        for (int member = first; member < size; member++) {
            int at = member - first;
            int compared = member < sorted ? -1 : compare(order[at - 1], member);
            while (compared > 0) {
                order[at] = order[at - 1];
                at--;
                compared = at == 0 ? -1 : compare(order[at - 1], member);
            }
            if (compared == 0) {
                return false;
            }
            order[at] = member;
        }
        return true;
    }

    /** The same for many. */
    private boolean sort(int first) {
        Integer[] many = new Integer[size - first];
        for (int i = 0; i < many.length; i++) {
            many[i] = first + i;
        }
        Arrays.sort(many, this::compare);
        order = Arrays.stream(many).mapToInt(Integer::intValue).toArray();
        for (int i = 1; i < order.length; i++) {
            if (compare(order[i - 1], order[i]) == 0) {
                return false;
            }
        }
        return true;
    }

    private void rewrite(int members, int from, int to) {
        if (room.length < to - from) {
            room = new byte[Math.max(to - from, Math.min(text.length, 1024))];
        }
        byte[] unordered = room;
        System.arraycopy(text, from, unordered, 0, to - from);
        int at = from;
        for (int i = 0; i < members; i++) {
            int member = order[i];
            if (i > 0) {
                text[at++] = ',';
            }
            int begin = places[member * FIELDS];
            int length = places[member * FIELDS + 2] - begin;
            System.arraycopy(unordered, begin - from, text, at, length);
            at += length;
        }
    }

    private int compare(int one, int other) {
        return KeyOrder.compare(
                text,
                places[one * FIELDS],
                places[one * FIELDS + 1],
                places[other * FIELDS],
                places[other * FIELDS + 1]);
    }
}
