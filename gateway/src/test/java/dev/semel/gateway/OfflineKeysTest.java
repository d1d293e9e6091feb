// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.jdbc.SqliteStore;
import dev.semel.servers.Ports;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command in a process of its own: what one shows, the next has to understand. */
@Tag("http")
@DisplayName("The command semel keys --offline")
class OfflineKeysTest {

    private static final String KEY = "key-of-a-charge-that-nobody-knows-of-0001";
    private static final Pattern HASH = Pattern.compile("#[0-9a-f]{12}");
    /** The gateway's; where its upstream is may be a secret that whoever repairs a file does not have. */
    private static final String CONFIGURATION = """
            listen: 127.0.0.1:0
            admin: 127.0.0.1:%s
            hash-secret: a secret of the gateway and its logs
            tenant:
              constant: acct_1
            store:
              type: sqlite
              file: semel.db
            upstreams:
              payments:
                server: %s
            routes:
              - path: /charges
                operation: charges.create
                preset: payments
            """;

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {

        String hash() {
            Matcher found = HASH.matcher(out);
            assertThat(found.find()).as(out + err).isTrue();
            return found.group();
        }
    }

    private Ended keys(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(GatewayProcess.OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "keys"));
        command.addAll(List.of(words));
        Path out = Files.createTempFile(folder, "keys", ".out");
        Path err = Files.createTempFile(folder, "keys", ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Ended(process.waitFor(), Files.readString(out), Files.readString(err));
    }

    private Path records() {
        return folder.resolve("semel.db");
    }

    private Path configuration(int admin, String upstream) throws IOException {
        return Files.writeString(folder.resolve("semel.yaml"), CONFIGURATION.formatted(admin, upstream));
    }

    @BeforeEach
    void held() {
        doubtful("charges.create", Duration.ofDays(1), OnDoubt.HOLD);
    }

    private void doubtful(String operation, Duration retention, OnDoubt policy) {
        RecordId id = new RecordId(new Tenant("acct_1"), operation, new IdempotencyKey(KEY));
        Duration day = Duration.ofDays(1);
        Claim claim = new Claim(id, Fingerprint.of("1"), new ClaimId(1, 2), day, day, retention, policy, 0, null);
        try (SqliteStore store = SqliteStore.at(records()).open()) {
            store.claim(claim).toCompletableFuture().join();
            store.finish(new Finish(id, 1, claim.claimId(), new Ending.Doubt(), retention, policy))
                    .toCompletableFuture()
                    .join();
        }
    }

    @Test
    @DisplayName("R36: lists a hash by which the next process shows and settles the record")
    void nextProcess() throws Exception {
        String file = records().toString();
        Ended listed = keys("list", "--settleable", "--offline", file);
        assertThat(listed.out()).contains("held").doesNotContain(KEY);
        String hash = listed.hash();

        assertThat(keys("show", "--offline", file, "--hash", hash).out()).contains(hash, "held (IN_DOUBT)");
        Ended settled = keys(
                "settle",
                "--offline",
                file,
                "--hash",
                hash,
                "--attempt",
                "1",
                "--verdict",
                "did-not-happen",
                "--why",
                "not in the ledger",
                "--who",
                "grace");
        assertThat(settled.code()).as(settled.err()).isZero();
        assertThat(settled.err()).as("the audit log").contains("SETTLED", hash);
        assertThat(keys("show", "--offline", file, "--hash", hash).out())
                .contains("RELEASED", "was settled: it did not happen, by grace (not signed in): not in the ledger");
    }

    @Test
    @DisplayName("R36: refuses a file that another process has open, and says which")
    void ownedByAnother() throws Exception {
        GatewayProcess gateway = GatewayProcess.start(configuration(Ports.free(), "http://127.0.0.1:1"));
        Ended refused;
        try {
            refused = keys("list", "--offline", records().toString());
        } finally {
            gateway.kill();
        }

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("semel.db is owned by process " + gateway.pid() + ",");
        assertThat(keys("list", "--offline", records().toString()).code())
                .as("once it was killed")
                .isZero();
    }

    @Test
    @DisplayName(
            "R27: keeps the secret of these hashes beside the file, for its owner only, and another for another file")
    void secretOfTheFile() throws Exception {
        String hash = keys("list", "--offline", records().toString()).hash();
        Path secret = folder.resolve("semel.db.hash-secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
        Path silent = Files.writeString(folder.resolve("silent.yaml"), "listen: 127.0.0.1:0\n");
        assertThat(keys("list", "--offline", records().toString(), "--config", silent.toString())
                        .hash())
                .as("a configuration without a secret")
                .isEqualTo(hash);

        Path copy = Files.copy(records(), folder.resolve("copy.db"));
        Ended missed = keys("show", "--offline", copy.toString(), "--hash", hash);
        assertThat(missed.code()).isEqualTo(3);
        assertThat(missed.err()).contains("no record has the hash " + hash).contains("--config FILE");
    }

    @Test
    @DisplayName(
            "R27, R36: shows the hashes of the gateway and its log where it is given its configuration, of which it needs no other secret")
    void hashesOfTheGateway() throws Exception {
        int admin = Ports.free();
        Path configuration = configuration(admin, "http://127.0.0.1:1");
        GatewayProcess gateway = GatewayProcess.start(configuration);
        String online;
        try {
            online = keys("list", "--admin", "127.0.0.1:" + admin).hash();
        } finally {
            gateway.stop();
        }

        String needy = configuration(admin, "${NOBODY_HAS_SET_THIS}").toString();
        Ended offline = keys("list", "--offline", records().toString(), "--config", needy);
        assertThat(offline.hash()).isEqualTo(online);
        assertThat(folder.resolve("semel.db.hash-secret")).doesNotExist();
        Ended missed = keys("show", "--offline", records().toString(), "--config", needy, "--hash", "#000000000000");
        assertThat(missed.code()).isEqualTo(3);
        assertThat(missed.err()).contains("if the gateway ran with this hash-secret");
    }

    private Duration keptFor(String operation, String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("settle", "--offline", records().toString(), "--json"));
        words.addAll(List.of("--tenant", "acct_1", "--operation", operation, "--key", KEY, "--attempt", "1"));
        words.addAll(List.of("--verdict", "did-not-happen", "--why", "not in the ledger", "--who", "grace"));
        words.addAll(List.of(more));
        Ended settled = keys(words.toArray(String[]::new));
        assertThat(settled.code()).as(settled.err()).isZero();
        JsonObject record = new JsonObject(settled.out());
        return Duration.between(
                Instant.parse(record.getString("seenAt")), Instant.parse(record.getString("expiresAt")));
    }

    @Test
    @DisplayName("R12, R16: keeps what it settles as long as the route says in the gateway's configuration")
    void retentionOfTheRoute() throws Exception {
        Path configuration = Files.writeString(
                folder.resolve("semel.yaml"),
                CONFIGURATION.formatted(1, "${NOBODY_HAS_SET_THIS}") + "    retention: 7d\n    answer-limit: 100\n");
        Path large = Files.writeString(folder.resolve("large.txt"), "x".repeat(200));
        String[] happened = {
            "settle",
            "--offline",
            records().toString(),
            "--config",
            configuration.toString(),
            "--tenant",
            "acct_1",
            "--operation",
            "charges.create",
            "--key",
            KEY,
            "--attempt",
            "1",
            "--why",
            "x",
            "--who",
            "grace",
            "--verdict",
            "happened",
            "--status",
            "201",
            "--body-file",
            large.toString()
        };
        assertThat(keys(happened).err()).contains("keeps up to 100 bytes");

        Ended shown = keys(
                "show",
                "--offline",
                records().toString(),
                "--config",
                configuration.toString(),
                "--hash",
                hashBy(configuration));
        assertThat(shown.out()).contains("held (IN_DOUBT)");
        assertThat(keptFor("charges.create", "--config", configuration.toString()))
                .isEqualTo(Duration.ofDays(7));
    }

    @Test
    @DisplayName(
            "R27: seals what it settles with the keys of the gateway's configuration, and without them puts no plain answer among sealed ones")
    void sealed() throws Exception {
        Path configuration = Files.writeString(
                folder.resolve("semel.yaml"),
                CONFIGURATION.formatted(1, "http://127.0.0.1:1")
                        + "encryption: {current: a, keys: {a: uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=}}\n");
        doubtful("refunds.create", Duration.ofDays(1), OnDoubt.HOLD);
        Path body = Files.writeString(folder.resolve("body.txt"), "card-4242");

        assertThat(happened("charges.create", body, "--config", configuration.toString())
                        .code())
                .isZero();
        Ended refused = happened("refunds.create", body);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("answers in this file are sealed", "--config");
        Ended unopened = keys(
                "show",
                "--offline",
                records().toString(),
                "--tenant",
                "acct_1",
                "--operation",
                "charges.create",
                "--key",
                KEY);
        assertThat(unopened.code()).isEqualTo(1);
        assertThat(unopened.err()).contains("sealed with the key 'a', and there are no keys here");
        assertThat(happened("refunds.create", body, "--config", configuration.toString())
                        .code())
                .isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("semel.db")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain("4242"));
        }
        assertThat(keys(
                                "show",
                                "--offline",
                                records().toString(),
                                "--config",
                                configuration.toString(),
                                "--tenant",
                                "acct_1",
                                "--operation",
                                "charges.create",
                                "--key",
                                KEY)
                        .out())
                .contains("COMPLETED");
    }

    private void longKept(int records) {
        Duration month = Duration.ofDays(30);
        Saved plain = Saved.of("text/plain", new byte[] {'x'});
        try (SqliteStore store = SqliteStore.at(records()).open()) {
            for (int i = 0; i < records; i++) {
                RecordId id = new RecordId(new Tenant("acct_1"), "hooks.receive", new IdempotencyKey("hook-" + i));
                ClaimId by = new ClaimId(3, i);
                Claim claim = new Claim(id, Fingerprint.of("1"), by, month, month, month, OnDoubt.TAKE, 0, null);
                store.claim(claim).toCompletableFuture().join();
                store.finish(new Finish(id, 1, by, new Ending.Save(true, plain, 0), month, OnDoubt.TAKE))
                        .toCompletableFuture()
                        .join();
            }
        }
    }

    @Test
    @DisplayName("R27: sees the one sealed answer behind hundreds of plain ones of before the encryption")
    void sealedBehindPlain() throws Exception {
        Path configuration = Files.writeString(
                folder.resolve("semel.yaml"),
                CONFIGURATION.formatted(1, "http://127.0.0.1:1")
                        + "encryption: {current: a, keys: {a: uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=}}\n");
        doubtful("refunds.create", Duration.ofDays(1), OnDoubt.HOLD);
        longKept(300);
        Path body = Files.writeString(folder.resolve("body.txt"), "card-4242");
        assertThat(happened("charges.create", body, "--config", configuration.toString())
                        .code())
                .isZero();

        Ended refused = happened("refunds.create", body);

        assertThat(refused.code()).as(refused.out()).isEqualTo(2);
        assertThat(refused.err()).contains("answers in this file are sealed", "--config");
    }

    private Ended happened(String operation, Path body, String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("settle", "--offline", records().toString()));
        words.addAll(List.of("--tenant", "acct_1", "--operation", operation, "--key", KEY, "--attempt", "1"));
        words.addAll(List.of("--verdict", "happened", "--status", "201", "--body-file", body.toString()));
        words.addAll(List.of("--why", "in the ledger", "--who", "grace"));
        words.addAll(List.of(more));
        return keys(words.toArray(String[]::new));
    }

    private String hashBy(Path configuration) throws Exception {
        return keys("list", "--offline", records().toString(), "--config", configuration.toString())
                .hash();
    }

    @Test
    @DisplayName("R12, R16: without a configuration shortens nothing, and says how long it keeps what it settled")
    void retentionOfTheRecord() throws Exception {
        doubtful("refunds.create", Duration.ofDays(10), OnDoubt.TAKE);
        doubtful("hooks.receive", Duration.ofHours(1), OnDoubt.TAKE);

        assertThat(keptFor("refunds.create")).isBetween(Duration.ofDays(9), Duration.ofDays(10));
        assertThat(keptFor("hooks.receive")).isEqualTo(Duration.ofDays(1));
        Ended settled = keys(
                "settle",
                "--offline",
                records().toString(),
                "--tenant",
                "acct_1",
                "--operation",
                "charges.create",
                "--key",
                KEY,
                "--attempt",
                "1",
                "--verdict",
                "run-again",
                "--why",
                "x",
                "--who",
                "grace");
        assertThat(settled.out()).contains("kept for 1d", "--config");
    }
}
