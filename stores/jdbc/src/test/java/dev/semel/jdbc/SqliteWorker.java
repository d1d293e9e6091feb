// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Another process: tries to open a file, or works on it until it is killed, and prints what was acknowledged. */
final class SqliteWorker {

    private static final int CALLERS = 8;

    /** Longer than somebody takes on a busy machine who looks at all keys afterwards: none of them has lapsed by then. */
    private static final Duration LEASE = Duration.ofHours(1);

    private SqliteWorker() {}

    static Process start(String what, Path file) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SqliteWorker.class.getName(),
                        what,
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    public static void main(String[] args) throws InterruptedException {
        try (SqliteStore store = SqliteStore.at(Path.of(args[1])).open()) {
            say("opened");
            if (args[0].equals("work")) {
                work(store);
            }
        } catch (IllegalStateException e) {
            say("refused " + e.getMessage());
        }
    }

    private static void work(SqliteStore store) throws InterruptedException {
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Thread caller = new Thread(() -> {
                while (true) {
                    cycle(store, UUID.randomUUID().toString());
                }
            });
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private static void cycle(SqliteStore store, String key) {
        Claim claim = SqliteCalls.claim(key, LEASE);
        if (SqliteCalls.answer(store.claim(claim)) instanceof ClaimAnswer.Granted) {
            say("claimed " + key);
        }
        FinishAnswer ended = SqliteCalls.answer(store.finish(SqliteCalls.completion(claim, 1, SqliteCalls.body(key))));
        if (ended instanceof FinishAnswer.Applied) {
            say("completed " + key);
        }
    }

    /** The full stop shows that the line is whole. */
    private static void say(String what) {
        System.out.println(what + " .");
        System.out.flush();
    }
}
