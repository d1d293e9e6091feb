// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.Execution;
import dev.semel.InvalidValueException;
import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.Idempotent;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("http")
@DisplayName("R24: what the expressions of a bean's method give")
class CallKeysTest {

    private static Booted booted;
    private static Desk desk;

    private final String key = Client.newKey();

    @BeforeAll
    static void start() {
        booted = Booted.of(Booted.Plain.class, Desk.class, Outer.class)
                // As Boot 4's Jackson is by itself.
                .with("spring.jackson.serialization.fail-on-empty-beans", "false")
                .run();
        desk = booted.bean(Desk.class);
    }

    @AfterAll
    static void end() {
        booted.close();
    }

    static Stream<Object> withoutText() {
        return Stream.of(
                new Order("1", 5),
                "1".getBytes(StandardCharsets.UTF_8),
                (Object) new int[] {1},
                List.of("1", new Order("1", 5)),
                List.of(new int[] {1}),
                Map.of("id", new Order("1", 5)),
                Optional.of(List.of(Optional.of(new Order("1", 5)))),
                new Signed("1", List.of(new byte[] {1})),
                new Basket(List.of(new Order("1", 5))));
    }

    @ParameterizedTest
    @MethodSource("withoutText")
    @DisplayName("is no key where its text would be another one for the same work, and nothing runs")
    void noText(Object order) {
        int before = desk.runs();

        assertThatThrownBy(() -> desk.take(order))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("desk.take")
                .hasMessageContaining("#order.id");
        assertThatThrownBy(() -> desk.of(key, order))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("the tenant of desk.of");
        assertThat(desk.runs()).isEqualTo(before);
    }

    static Stream<Object> withText() {
        return Stream.of(
                "text",
                7L,
                UUID.randomUUID(),
                new Numbered(2),
                Thread.State.NEW,
                Optional.of("inside"),
                List.of("list", 1, Thread.State.NEW, new Numbered(3)),
                List.of(List.of("list"), LocalDate.EPOCH),
                Set.of("set"),
                Map.of("map", 1),
                new Sealed("5", List.of(new byte[] {1})));
    }

    @ParameterizedTest
    @MethodSource("withText")
    @DisplayName("is a key where its text says which it is")
    void text(Object order) {
        assertThat(desk.take(order)).isEqualTo(desk.take(order));
        assertThat(desk.of(key, order)).isEqualTo(desk.of(key, order));
    }

    @Test
    @DisplayName("is a key of several values, as {#shop, #order} gives them, and another one for others")
    void severalValues() {
        int first = desk.pair("a", "b");

        assertThat(desk.pair("a", "b")).isEqualTo(first);
        assertThat(desk.pair("b", "a")).isNotEqualTo(first);
        assertThat(desk.pair("a,b", "c")).isNotEqualTo(desk.pair("a", "b,c"));
        assertThatThrownBy(() -> desk.pair("a", new Order("1", 5))).isInstanceOf(InvalidValueException.class);
    }

    @Test
    @DisplayName("is one key for a set or a map, in whatever order that has its members")
    void withoutOrder() {
        Set<String> set = new LinkedHashSet<>(List.of("x", "y"));
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("x", 1);
        map.put("y", 2);

        assertThat(desk.take(set)).isEqualTo(desk.take(new LinkedHashSet<>(List.of("y", "x"))));
        assertThat(desk.take(map)).isEqualTo(desk.take(new TreeMap<>(map).descendingMap()));
        assertThat(desk.take(Map.of("x=1", "2"))).isNotEqualTo(desk.take(Map.of("x", "1=2")));
    }

    @Test
    @DisplayName("is the key within an Optional, and no key where that is empty")
    void optional() {
        assertThat(desk.take(Optional.of(key))).isEqualTo(desk.take(key));
        assertThatThrownBy(() -> desk.take(Optional.empty())).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> desk.take(OptionalInt.empty())).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> desk.of(key, Optional.empty())).isInstanceOf(InvalidValueException.class);
        assertThat(desk.perhaps(Optional.empty())).isNotEqualTo(desk.perhaps(Optional.empty()));
    }

    @Test
    @DisplayName(
            "may be nothing where no key is needed: then the call is told, wherever it is made, that nothing protects it")
    void noKeyAndNoNeed() {
        assertThat(desk.told(null, null)).isEqualTo("desk.told false true");
        assertThat(booted.bean(Outer.class).around(key)).isEqualTo("desk.told false true");
    }

    @Test
    @DisplayName("R6: is not compared where Jackson sees nothing of it, and then the call does not run")
    void unseenArguments() {
        int before = desk.runs();

        assertThatThrownBy(() -> desk.add(key, new Order("1", 5)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("payload");
        assertThat(desk.runs()).isEqualTo(before);
        assertThat(desk.compared(key, new Order("1", 5))).isEqualTo(before + 1);
        assertThatThrownBy(() -> desk.compared(key, new Order("1", 6)))
                .isInstanceOfSatisfying(
                        Execution.NotAnsweredException.class,
                        refused -> assertThat(((Execution.NotRun) refused.execution()).admission())
                                .isInstanceOf(Admission.Mismatch.class));
    }

    @Test
    @DisplayName("R6: nor is a list of them, or a map")
    void unseenElements() {
        int before = desk.runs();
        Order order = new Order("1", 5);

        for (Object orders : List.of(List.of("1", order), Map.of("1", order), List.of(List.of(order)))) {
            assertThatThrownBy(() -> desk.addAll(key, orders)).isInstanceOf(InvalidValueException.class);
        }
        assertThatThrownBy(() -> desk.orders(key, List.of(order))).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> desk.ordered(key, new Order[] {order})).isInstanceOf(InvalidValueException.class);
        assertThat(desk.runs()).isEqualTo(before);
    }

    @Test
    @DisplayName("R6: but for one within other members, which compare: of that the application's own setting decides")
    void unseenMembers() {
        Parcel parcel = new Parcel("1", new Order("1", 5));

        Parcel packed = desk.pack(key, parcel);

        assertThat(desk.pack(key, new Parcel("1", new Order("1", 6))).id()).isEqualTo(packed.id());
        assertThatThrownBy(() -> desk.pack(key, new Parcel("2", parcel.order())))
                .isInstanceOfSatisfying(
                        Execution.NotAnsweredException.class,
                        refused -> assertThat(((Execution.NotRun) refused.execution()).admission())
                                .isInstanceOf(Admission.Mismatch.class));
    }

    @Test
    @DisplayName("R19: and a value that Jackson sees nothing of is not saved as an empty one")
    void unseenValues() {
        assertThat(desk.order(key).amount()).isEqualTo(5);

        assertThatThrownBy(() -> desk.order(key)).isInstanceOf(Execution.NotAnsweredException.class);
    }

    record Signed(String id, List<byte[]> signatures) {}

    record Basket(List<Order> orders) {}

    record Numbered(int number) {}

    /** Says which it is by itself. */
    record Sealed(String id, List<byte[]> seals) {
        @Override
        public String toString() {
            return "sealed-" + id;
        }
    }

    /** With something that Jackson sees, and something that it does not. */
    record Parcel(String id, Order order) {}

    /** Neither a record nor a bean: Jackson sees nothing of it, and it has no text of its own. */
    static final class Order {

        private final String id;
        private final int amount;

        /** For Jackson, which can make one, though it sees nothing of it. */
        Order() {
            this("", 0);
        }

        Order(String id, int amount) {
            this.id = id;
            this.amount = amount;
        }

        public String id() {
            return id;
        }

        public int amount() {
            return amount;
        }
    }

    static class Desk {

        private final AtomicInteger runs = new AtomicInteger();
        private final IdempotencyContext current;

        Desk(IdempotencyContext current) {
            this.current = current;
        }

        /** Asked through the proxy, which has no fields. */
        public int runs() {
            return runs.get();
        }

        @Idempotent(operation = "desk.take", key = "#order", payload = "1")
        public int take(Object order) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.addAll", key = "#key")
        public int addAll(String key, Object orders) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.orders", key = "#key")
        public int orders(String key, List<Order> orders) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.ordered", key = "#key")
        public int ordered(String key, Order[] orders) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.pack", key = "#key")
        public Parcel pack(String key, Parcel parcel) {
            return parcel;
        }

        @Idempotent(operation = "desk.of", key = "#key", tenant = "#owner", payload = "1")
        public int of(String key, Object owner) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.perhaps", key = "#key", payload = "1", required = false)
        public int perhaps(Optional<String> key) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.pair", key = "{#shop, #order}", payload = "1")
        public int pair(String shop, Object order) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.told", key = "#key", required = false)
        public String told(String key, IdempotencyContext attempt) {
            return attempt.operation() + " " + attempt.isOwner() + " "
                    + current.operation().equals(attempt.operation());
        }

        @Idempotent(operation = "desk.add", key = "#key")
        public int add(String key, Order order) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.compared", key = "#key", payload = "#order.amount()")
        public int compared(String key, Order order) {
            return runs.incrementAndGet();
        }

        @Idempotent(operation = "desk.order", key = "#key")
        public Order order(String key) {
            return new Order(key, 5);
        }
    }

    /** Calls it from within an attempt of its own. */
    static class Outer {

        private final Desk desk;

        Outer(Desk desk) {
            this.desk = desk;
        }

        @Idempotent(operation = "outer.around", key = "#key")
        public String around(String key) {
            return desk.told(null, null);
        }
    }
}
