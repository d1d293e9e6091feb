// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.ClaimAnswer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A SQLite file that is damaged, or may not be written,")
class SqliteDamageTest {

    private static final int PAGE = 16_384;
    private static final int RECORDS = 3_000;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void records() {
        file = folder.resolve("semel.db");
        try (SqliteStore store = SqliteStore.at(file).open()) {
            SqliteCalls.runs(store, "key-0");
        }
        multiply();
    }

    @Test
    @DisplayName("R20: is left byte for byte as it is")
    void damaged() throws IOException {
        byte[] sound = Files.readAllBytes(file);

        byte[] scratched = sound.clone();
        Arrays.fill(scratched, scratched.length / 4, scratched.length / 2, (byte) 0x5a);
        Files.write(file, scratched);
        assertRefused("damaged");

        byte[] beheaded = sound.clone();
        Arrays.fill(beheaded, 100, 8_000, (byte) 0);
        Files.write(file, beheaded);
        assertRefused("damaged");

        Files.write(file, Arrays.copyOf(sound, sound.length / 2));
        assertRefused("damaged");

        Files.write(file, sound);
        SqliteStore.at(file).open().close();
    }

    @Test
    @DisplayName(
            "R1: is left byte for byte as it is when only the order of its keys is damaged, so that some would seem new")
    void disordered() throws IOException {
        List<Integer> leaves = leavesOfIdentity();
        byte[] sound = Files.readAllBytes(file);
        byte[] swapped = sound.clone();
        System.arraycopy(sound, leaves.get(1), swapped, leaves.get(2), PAGE);
        System.arraycopy(sound, leaves.get(2), swapped, leaves.get(1), PAGE);
        Files.write(file, swapped);

        assertRefused("damaged");
    }

    @Test
    @DisplayName("R29: lets nothing run for the keys that a damage hides which comes while it is open")
    void damagedWhileOpen() throws IOException {
        int leaf = leavesOfIdentity().get(1);
        try (SqliteStore store = SqliteStore.at(file).open()) {
            try (FileChannel outside = FileChannel.open(file, StandardOpenOption.WRITE)) {
                outside.write(ByteBuffer.allocate(PAGE), leaf);
            }
            Map<String, Long> met = IntStream.rangeClosed(1, RECORDS)
                    .mapToObj(i -> met(store, "key-" + i))
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

            assertThat(met).containsOnlyKeys("final", "damaged");
            assertThat(met.get("damaged")).isLessThan(RECORDS / 2);
        }
    }

    private static String met(SqliteStore store, String key) {
        try {
            return SqliteCalls.claims(store, key) instanceof ClaimAnswer.Final ? "final" : "something else";
        } catch (StoreUnavailableException e) {
            return e.getMessage().contains("damaged") ? "damaged" : e.getMessage();
        }
    }

    /** Completed keys, without a flush for each. */
    private void multiply() {
        Sqlite.run(
                file,
                "WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < " + RECORDS + ")"
                        + " INSERT INTO semel_record (tenant, operation, key, format, state, fingerprint, attempt,"
                        + " claim_origin, claim_sequence, reason, created_at, lease_until, lease, expires_at, history,"
                        + " success, answer_attempt, schema_version, completed_at, content_type, omitted, body)"
                        + " SELECT tenant, operation, 'key-' || n.n, format, state, fingerprint, attempt,"
                        + " claim_origin, claim_sequence, reason, created_at, lease_until, lease, expires_at, history,"
                        + " success, answer_attempt, schema_version, completed_at, content_type, omitted, body"
                        + " FROM semel_record, n WHERE key = 'key-0'");
    }

    /** Where the lowest pages of the index of keys begin. */
    private List<Integer> leavesOfIdentity() {
        String pages = Sqlite.ask(
                file,
                "SELECT group_concat((pageno - 1) * " + PAGE + ", ' ') FROM dbstat"
                        + " WHERE name = 'sqlite_autoindex_semel_record_1' AND pagetype = 'leaf'");
        return Arrays.stream(pages.split(" ", -1)).map(Integer::valueOf).toList();
    }

    @Test
    @DisplayName("R29: is refused with that reason, and opened when it may be written, nothing being left beside it")
    void notWritable() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assumeThat(Files.isWritable(file))
                .as("somebody may write to everything")
                .isFalse();

        assertRefused("may not be written");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        SqliteStore.at(file).open().close();
    }

    private void assertRefused(String why) throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> SqliteStore.at(file).open())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(why);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
}
