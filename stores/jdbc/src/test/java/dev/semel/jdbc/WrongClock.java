// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What the environment of a process has to say so that its wall clock is wrong. */
final class WrongClock {

    private WrongClock() {}

    /** From the beginning to the end: {@code +1d}. */
    static Map<String, String> by(String offset) throws IOException {
        return with("FAKETIME", offset);
    }

    /** By what is in a file at the time of each look, so that the clock can be set while the process runs. */
    static Map<String, String> byFile(Path offset) throws IOException {
        Map<String, String> environment = with("FAKETIME_TIMESTAMP_FILE", offset.toString());
        environment.put("FAKETIME_NO_CACHE", "1");
        return environment;
    }

    private static Map<String, String> with(String name, String value) throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("LD_PRELOAD", library().toString());
        environment.put(name, value);
        // Waits and lease-keeping go by this one, which nobody can set.
        environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        // A work-around for other C libraries, which on ours ends every timed wait of the JVM at once.
        environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        return environment;
    }

    private static Path library() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
            return folders.map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "libfaketime is missing, which makes a process's clock wrong: apt-get install libfaketime, or"
                                    + " run ./semel test stores, which installs it"));
        }
    }
}
