// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/**
 * What must be true in the end, whoever was killed when: for each key one order, and every answer that anybody was ever
 * given is that order's.
 */
final class Ledger {

    /**
     * An order that was inserted and not yet known to be committed when its process died.
     *
     * @param key whose order
     * @param attempt of which attempt
     */
    record Hit(String key, int attempt) {}

    private record Order(long number, int attempt) {}

    private final Set<String> keys = new LinkedHashSet<>();
    private final Map<String, Set<String>> answers = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Hit> hits = new ConcurrentLinkedQueue<>();

    List<String> newKeys(String prefix, int count) {
        List<String> fresh = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fresh.add(prefix + "-" + keys.size());
            keys.add(prefix + "-" + keys.size());
        }
        return fresh;
    }

    Set<String> keys() {
        return keys;
    }

    /** Those that nobody has heard an answer for. */
    List<String> open() {
        return keys.stream().filter(key -> !answers.containsKey(key)).toList();
    }

    void heard(String key, String answer) {
        answers.computeIfAbsent(key, any -> ConcurrentHashMap.newKeySet()).add(answer);
    }

    void died(Map<String, Integer> inside) {
        inside.keySet().stream().filter(keys::contains).forEach(key -> hits.add(new Hit(key, inside.get(key))));
    }

    /** What is wrong, a sentence for each finding; nothing if all is well. */
    List<String> findings(DataSource source, JdbcStore store) throws SQLException {
        Map<String, List<Order>> orders = orders(source);
        Map<String, CompletionStage<Optional<Sighting>>> records = new HashMap<>();
        keys.forEach(key -> records.put(key, store.find(KilledWorker.intent(key).recordId())));
        List<String> findings = new ArrayList<>();
        for (String key : keys) {
            Optional<Sighting> seen = records.get(key).toCompletableFuture().join();
            check(key, orders.getOrDefault(key, List.of()), seen, findings);
        }
        return findings;
    }

    private void check(String key, List<Order> orders, Optional<Sighting> seen, List<String> findings) {
        if (orders.size() != 1) {
            findings.add(key + " has " + orders.size() + " orders");
            return;
        }
        Optional<KeyRecord> record = seen.map(Sighting::record).filter(found -> found.state() == State.COMPLETED);
        if (record.isEmpty()) {
            findings.add(key + " has an order and no answer: "
                    + seen.map(sighting -> sighting.record().state()));
            return;
        }
        String saved = new String(record.get().answer().saved().toBytes(), StandardCharsets.UTF_8);
        String right = "order " + orders.get(0).number();
        if (!saved.equals(right) || !Set.of(right).equals(answers.get(key))) {
            findings.add(key + " has " + right + ", the answer " + saved + ", and told " + answers.get(key));
        }
    }

    /** What the kills met, for people. */
    String summary(DataSource source, int kills) throws SQLException {
        Map<String, List<Order>> orders = orders(source);
        long committed = hits.stream()
                .filter(hit -> orders.get(hit.key()).get(0).attempt() == hit.attempt())
                .count();
        long takeovers = orders.entrySet().stream()
                .filter(entry -> keys.contains(entry.getKey()))
                .filter(entry -> entry.getValue().get(0).attempt() > 1)
                .count();
        return kills + " kills, which met " + hits.size() + " orders between their insert and their acknowledgement ("
                + (hits.size() - committed) + " rolled back, " + committed + " committed), " + takeovers
                + " takeovers, " + keys.size()
                + " keys";
    }

    private static Map<String, List<Order>> orders(DataSource source) throws SQLException {
        Map<String, List<Order>> orders = new HashMap<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT reference, number, attempt FROM " + KilledWorker.ORDERS)) {
            while (rows.next()) {
                orders.computeIfAbsent(rows.getString(1), key -> new ArrayList<>())
                        .add(new Order(rows.getLong(2), rows.getInt(3)));
            }
        }
        return orders;
    }
}
