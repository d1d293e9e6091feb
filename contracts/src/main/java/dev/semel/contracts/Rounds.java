// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/**
 * How often a repeated test repeats: {@code Rounds.of("concurrentClaims")}.
 *
 * <p>The counts of all tests stand in one file, {@code rounds.properties} beside this class, each with a value for the
 * profile {@code ci} and one for {@code full}. The system property {@value #PROFILE} chooses; without it, {@code ci}.
 */
public final class Rounds {
    static final String PROFILE = "semel.rounds";

    /** The last one is for the kit's own tests, where it runs on stores that are wrong on purpose. */
    private static final List<String> PROFILES = List.of("ci", "full", "few");

    private static final Properties COUNTS = load();

    private Rounds() {}

    /**
     * The number of rounds of the named test in the chosen profile.
     *
     * @throws IllegalArgumentException if the file has no positive count for this name and profile
     */
    public static int of(String name) {
        return count(COUNTS, name, System.getProperty(PROFILE, "ci"));
    }

    static int count(Properties counts, String name, String profile) {
        if (!PROFILES.contains(profile)) {
            throw new IllegalArgumentException("-D" + PROFILE + "=" + profile + " is no profile: use ci or full");
        }
        String line = name + "." + profile;
        String value = counts.getProperty(line);
        if (value == null) {
            throw new IllegalArgumentException("rounds.properties has no line " + line + "=…: add it there");
        }
        if (!value.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(
                    "rounds.properties says " + line + "=" + value + ": a number of rounds from 1 on was expected");
        }
        return Integer.parseInt(value);
    }

    private static Properties load() {
        try (InputStream file = Rounds.class.getResourceAsStream("rounds.properties")) {
            if (file == null) {
                throw new IllegalStateException("rounds.properties is missing beside " + Rounds.class.getName());
            }
            Properties counts = new Properties();
            counts.load(file);
            return counts;
        } catch (IOException e) {
            throw new UncheckedIOException("rounds.properties cannot be read", e);
        }
    }
}
