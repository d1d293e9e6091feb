// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Load by wrk, and what its target's processes worked for it. */
final class Wrk {

    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
    private static final Pattern COUNT = Pattern.compile("(\\d+) requests in");
    private static final Pattern WRONG = Pattern.compile("(?:Non-2xx.*|Socket errors.*)");
    private static final double MICROS_PER_TICK = 10_000;

    private final Path folder;
    private final AtomicInteger runs = new AtomicInteger((int) (System.nanoTime() & 0xFFFFFF));

    Wrk(Path folder) {
        this.folder = folder;
        copy("fresh.lua");
        copy("same.lua");
    }

    private void copy(String script) {
        try (InputStream in = Wrk.class.getResourceAsStream("/wrk/" + script)) {
            Files.copy(
                    java.util.Objects.requireNonNull(in, script),
                    folder.resolve(script),
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * One measurement.
     *
     * @param perSecond requests
     * @param micros of processor time that the target took for each
     */
    record Score(double perSecond, double micros) {}

    /** Fresh keys each time, or one key all the time. */
    Score run(Contender target, int connections, int seconds) {
        long before = target.ticks();
        String run = target.replays() ? "same" : Integer.toHexString(runs.incrementAndGet());
        String out = output(List.of(
                "wrk",
                "-t2",
                "-c" + connections,
                "-d" + seconds + "s",
                "-s",
                folder.resolve(target.replays() ? "same.lua" : "fresh.lua").toString(),
                "http://127.0.0.1:" + target.port(),
                "--",
                run));
        long ticks = target.ticks() - before;
        Matcher wrong = WRONG.matcher(out);
        if (wrong.find()) {
            System.out.println(target.name() + ": " + wrong.group());
        }
        return new Score(number(RATE, out), ticks * MICROS_PER_TICK / number(COUNT, out));
    }

    private static double number(Pattern pattern, String out) {
        Matcher found = pattern.matcher(out);
        if (!found.find()) {
            throw new IllegalStateException("this is nothing that wrk says: " + out);
        }
        return Double.parseDouble(found.group(1));
    }

    private static String output(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("is wrk installed? " + e.getMessage(), e);
        }
    }
}
