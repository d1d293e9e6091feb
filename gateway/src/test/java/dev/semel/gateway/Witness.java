// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sees what an upstream does for each key, and what clients are told; knows what of it must never be. Thread-safe. */
final class Witness {

    private final Map<String, Sight> keys = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> findings = new ConcurrentLinkedQueue<>();
    private final AtomicInteger runs = new AtomicInteger();

    /** The upstream begins to work for a key. */
    int begins(String key) {
        keys.computeIfAbsent(key, none -> new Sight()).begin(key);
        return runs.incrementAndGet();
    }

    void ends(String key) {
        keys.computeIfAbsent(key, none -> new Sight()).end();
    }

    /** A client got the answer of its request. */
    void answered(String key, String answer) {
        keys.computeIfAbsent(key, none -> new Sight()).answer(key, answer);
    }

    /** A client that had its answer asked once more. */
    void askedAgain(String key, int status, boolean isReplay, String answer) {
        if (status != 201 || !isReplay) {
            findings.add(key + " had an answer, and its retry got a " + (isReplay ? "replayed " : "new ") + status);
        } else {
            answered(key, answer);
        }
    }

    /** Something that nobody may see, in a sentence. */
    void finds(String finding) {
        findings.add(finding);
    }

    /** How often the upstream worked, for all keys. */
    int runs() {
        return runs.get();
    }

    /** How often it worked for this one. */
    int runs(String key) {
        Sight sight = keys.get(key);
        return sight == null ? 0 : sight.runs();
    }

    /** How often it worked for a key that it had worked for before. */
    int reruns() {
        return runs() - keys.size();
    }

    List<String> findings() {
        return new ArrayList<>(findings);
    }

    private final class Sight {

        private int runs;
        private int running;
        private @Nullable String answer;

        synchronized void begin(String key) {
            runs++;
            running++;
            if (running > 1) {
                findings.add(key + " runs twice at once");
            }
            if (answer != null) {
                findings.add(key + " runs after it was answered");
            }
        }

        synchronized int runs() {
            return runs;
        }

        synchronized void end() {
            running--;
        }

        synchronized void answer(String key, String given) {
            if (answer != null && !answer.equals(given)) {
                findings.add(key + " has two answers: " + answer + ", " + given);
            }
            answer = given;
        }
    }
}
