// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.RecordId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait, in the order in which they came; no two of a record are taken together, since one statement cannot write a
 * row twice. Of each record only the first stands in the line and the others behind it, so that many for one key cost
 * those for other keys nothing. Whoever uses it holds its lock.
 *
 * @param <C> the commands
 * @param <A> their answers
 */
final class Line<C, A> {

    private final Function<C, RecordId> id;
    private final ToIntFunction<C> weight;
    private final Deque<Call<C, A>> line = new ArrayDeque<>();
    private final Map<RecordId, Call<C, A>> firsts = new HashMap<>();
    private final Map<RecordId, Deque<Call<C, A>>> behind = new HashMap<>();

    Line(Function<C, RecordId> id, ToIntFunction<C> weight) {
        this.id = id;
        this.weight = weight;
    }

    /** The call that waits for the same record as this one would; null when none does. */
    @Nullable
    Call<C, A> ahead(Call<C, A> call) {
        return firsts.get(id.apply(call.command()));
    }

    void add(Call<C, A> call) {
        RecordId record = id.apply(call.command());
        if (firsts.putIfAbsent(record, call) == null) {
            line.add(call);
        } else {
            behind.computeIfAbsent(record, first -> new ArrayDeque<>()).add(call);
        }
    }

    /** How many could be taken at once. */
    int size() {
        return line.size();
    }

    /** Takes all that wait, no record twice, until they are so many, or so heavy. */
    List<Call<C, A>> take(int most, int heaviest) {
        List<Call<C, A>> taken = new ArrayList<>();
        int total = 0;
        while (!line.isEmpty() && taken.size() < most && total < heaviest) {
            Call<C, A> call = line.remove();
            taken.add(call);
            total += weight.applyAsInt(call.command());
        }
        taken.forEach(this::moveUp);
        return taken;
    }

    /** The next one of a record that was taken goes to the end of the line. */
    private void moveUp(Call<C, A> taken) {
        RecordId record = id.apply(taken.command());
        Deque<Call<C, A>> others = behind.isEmpty() ? null : behind.get(record);
        if (others == null) {
            firsts.remove(record);
            return;
        }
        Call<C, A> next = others.remove();
        firsts.put(record, next);
        line.add(next);
        if (others.isEmpty()) {
            behind.remove(record);
        }
    }

    /** Takes everything. */
    List<Call<C, A>> clear() {
        List<Call<C, A>> left = new ArrayList<>(line);
        behind.values().forEach(left::addAll);
        line.clear();
        firsts.clear();
        behind.clear();
        return left;
    }
}
