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
        int disorder = inOrder(first);
        boolean unique = disorder >= 0;
        if (disorder > 0) {
            int[] order = size - first <= FEW ? byInsertion(first) : bySorting(first);
            unique = isUnique(order);
            if (unique) {
                rewrite(order, from, to);
            }
        }
        size = first;
        return unique;
    }

    /** 0 when all are in order, 1 when not, -1 when two neighbours have the same name. */
    private int inOrder(int first) {
        for (int i = first + 1; i < size; i++) {
            int compared = compare(i - 1, i);
            if (compared >= 0) {
                return compared == 0 ? -1 : 1;
            }
        }
        return 0;
    }

    private int[] byInsertion(int first) {
        int[] order = new int[size - first];
        for (int i = 0; i < order.length; i++) {
            int member = first + i;
            int at = i;
            while (at > 0 && compare(order[at - 1], member) > 0) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = member;
        }
        return order;
    }

    private int[] bySorting(int first) {
        Integer[] order = new Integer[size - first];
        for (int i = 0; i < order.length; i++) {
            order[i] = first + i;
        }
        Arrays.sort(order, this::compare);
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    private boolean isUnique(int[] order) {
        for (int i = 1; i < order.length; i++) {
            if (compare(order[i - 1], order[i]) == 0) {
                return false;
            }
        }
        return true;
    }

    private void rewrite(int[] order, int from, int to) {
        if (room.length < to - from) {
            room = new byte[Math.max(to - from, Math.min(text.length, 1024))];
        }
        byte[] unordered = room;
        System.arraycopy(text, from, unordered, 0, to - from);
        int at = from;
        for (int member : order) {
            if (at > from) {
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
