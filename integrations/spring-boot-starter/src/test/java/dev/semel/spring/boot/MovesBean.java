// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.semel.spring.Idempotent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A bean whose arguments and values are of several kinds, which only their type ids tell apart. */
class MovesBean {

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Charge.class, name = "charge"),
        @JsonSubTypes.Type(value = Refund.class, name = "refund")
    })
    sealed interface Move permits Charge, Refund {}

    record Charge(int cents) implements Move {}

    record Refund(int cents) implements Move {}

    record Page<T>(List<T> items) {}

    interface Customer {
        int id();
    }

    record Member(int id, String level) implements Customer {}

    @Idempotent(operation = "moves.one", key = "#key")
    public String one(String key, Move move) {
        return move.toString();
    }

    @Idempotent(operation = "moves.all", key = "#key")
    public int all(String key, List<?> moves, Map<String, Move> named) {
        return moves.size() + named.size();
    }

    @Idempotent(operation = "moves.paged", key = "#key")
    public int paged(String key, Page<Move> page) {
        return page.items().size();
    }

    @Idempotent(operation = "moves.told", key = "#key", payload = "{#key, {what: #move}}")
    public String told(String key, Move move) {
        return move.toString();
    }

    @Idempotent(operation = "moves.latest", key = "#key")
    public Optional<Move> latest(String key) {
        return Optional.of(new Refund(7));
    }

    @Idempotent(operation = "moves.list", key = "#key")
    public List<Move> list(String key) {
        return List.of(new Charge(5), new Refund(5));
    }

    @Idempotent(operation = "moves.named", key = "#key")
    public Map<String, Move> named(String key) {
        return Map.of("a", new Charge(5));
    }

    @Idempotent(operation = "moves.page", key = "#key")
    public Page<Move> page(String key) {
        return new Page<>(List.of(new Charge(5), new Refund(5)));
    }

    /** Whose types its heirs fill in. */
    abstract static class Storage<T> {
        @Idempotent(operation = "moves.stored", key = "#key")
        public List<T> stored(String key, T added) {
            return List.of(added);
        }
    }

    static class MoveStorage extends Storage<Move> {}

    @Idempotent(operation = "moves.of", key = "#key")
    public int of(String key, Customer customer) {
        return customer.id();
    }
}
