// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.InFlight;
import dev.semel.Operation;
import dev.semel.Tenant;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Taking a request's body")
class IntakeTest {

    private static final Head CHARGE = Head.post("/charges").key(Server.KEY);

    private static Intake intake(Server server) {
        return ((Reception.Reading) server.http.receive(CHARGE)).intake();
    }

    private static Exchange run(HttpAdmission admission) {
        return ((HttpAdmission.Run) admission).exchange();
    }

    private static HttpAnswer answer(HttpAdmission admission) {
        return ((HttpAdmission.Answered) admission).answer();
    }

    /** A stream that gives so many bytes at a time. */
    private static InputStream stream(String body, int piece) {
        return new FilterInputStream(new ByteArrayInputStream(body.getBytes(StandardCharsets.US_ASCII))) {
            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return super.read(bytes, from, Math.min(piece, length));
            }
        };
    }

    @ParameterizedTest(name = "{0} bytes, announced as {1}, {2} at a time")
    @CsvSource({
        "0,-1,9",
        "0,0,9",
        "0,5,9",
        "5,-1,9",
        "5,0,9",
        "5,4,9",
        "5,5,9",
        "5,5,1",
        "5,6,9",
        "5,9000,9",
        "8191,8191,9999",
        "8192,8192,9999",
        "9000,8191,9999",
        "9000,100,50",
        "300000,300000,9999",
        "300000,8000,9999",
        "300000,-1,9999"
    })
    @DisplayName("R26, T12: neither its announced length nor the pieces it comes in change what it is:")
    void announced(int size, long announced, int piece) throws IOException {
        String body = "x".repeat(size);
        try (Server server = Server.start()) {
            Intake taking = intake(server);
            taking.feed(stream(body, piece), announced);
            Exchange exchange = run(taking.admitAndWait());

            assertThat(exchange.body().open().readAllBytes())
                    .asString(StandardCharsets.US_ASCII)
                    .isEqualTo(body);
            Server.now(exchange.answered(Server.created("done")));
            assertThat(Server.text(server.send(CHARGE, body))).isEqualTo("done");
            assertThat(server.send(CHARGE, body + "y").status()).isEqualTo(422);
        }
    }

    @Test
    @DisplayName(
            "RFC 9530: a digest is verified against the bytes alone; once they are gone that is said in the log, once")
    void bytesAreGone() {
        try (Server server = Server.start();
                Warnings warnings = new Warnings()) {
            Head announcing = CHARGE.with("Content-Digest", "sha-256=:AAAA:");
            for (int i = 0; i < 2; i++) {
                Intake taking = ((Reception.Reading) server.http.receive(announcing)).intake();
                taking.bytesAreGone();
                taking.feed(new byte[] {1}, 0, 1);
                Server.now(run(taking.admitAndWait()).released());
            }

            assertThat(warnings.all()).singleElement().asString().contains("NOT VERIFIED");
            Intake whole = ((Reception.Reading) server.http.receive(announcing)).intake();
            whole.feed(new byte[] {1}, 0, 1);
            assertThat(answer(whole.admitAndWait()).status()).isEqualTo(400);
        }
    }

    @Test
    @DisplayName("R29: when the engine fails nothing of the body stays behind, however its decision is asked for")
    void engineFails() {
        BufferSettings buffers =
                new BufferSettings(new MemoryBudget(1000), new AnswerMemory(1 << 20), 1000, 1000, Path.of("unused"));
        List<Consumer<Intake>> ways = List.of(Intake::admit, Intake::admitOrWait, Intake::admitAndWait);
        for (Consumer<Intake> way : ways) {
            Intake taking = new Intake(new FailingEngine(), CHARGE, arrival(), buffers);
            taking.feed(new byte[600], 0, 600);
            assertThat(buffers.budget().left()).isLessThan(1000);

            assertThatThrownBy(() -> way.accept(taking)).isInstanceOf(OutOfMemoryError.class);

            assertThat(buffers.budget().left()).isEqualTo(1000);
        }
    }

    @Test
    @DisplayName("R29: so it is when the engine fails later; who waits is told")
    void engineFailsLater() {
        BufferSettings buffers =
                new BufferSettings(new MemoryBudget(1000), new AnswerMemory(1 << 20), 1000, 1000, Path.of("unused"));
        CompletableFuture<Admission> later = new CompletableFuture<>();
        Intake taking = new Intake(new FailingEngine(later), CHARGE, arrival(), buffers);
        taking.feed(new byte[600], 0, 600);
        CompletableFuture<HttpAdmission> told = taking.admit().toCompletableFuture();

        later.completeExceptionally(new OutOfMemoryError("none left"));

        assertThat(told).isCompletedExceptionally();
        assertThat(buffers.budget().left()).isEqualTo(1000);
    }

    private static Arrival arrival() {
        HttpPolicy policy = HttpPolicy.of(Operation.named("charges.create").build());
        Answers answers = new Answers(policy, Dialect.ietf(), new Observers(List.of()), null, SteadyWatch.NONE);
        return new Arrival(policy, Tenant.sole(), FoundKey.of(Server.KEY), answers);
    }

    @Test
    @DisplayName("R29: a body that is longer than it says is still held to the limit")
    void beyondTheLimit() throws IOException {
        try (Server server = Server.withSettings(settings -> settings.bodyLimit(10))) {
            Intake taking = intake(server);
            taking.feed(stream("x".repeat(20), 20), 15);

            assertThat(answer(taking.admitAndWait()).status()).isEqualTo(413);
        }
    }

    @ParameterizedTest(name = "Content-Length: {0}")
    @CsvSource({
        "10, false",
        "11, true",
        "999999999999999999, true",
        "9999999999999999999, false",
        "-11, false",
        "1x, false",
        "'', false"
    })
    @DisplayName(
            "R29: a body that is announced beyond the limit is 413 before it is read; what cannot be believed is read")
    void announced(String length, boolean refused) {
        try (Server server = Server.withSettings(settings -> settings.bodyLimit(10))) {
            Head announcing = CHARGE.with("Content-Length", length);
            Reception asked = server.http.receive(announcing.with("Expect", "100-continue"));

            assertThat(server.http.receive(announcing)).isInstanceOf(Reception.Reading.class);
            assertThat(asked instanceof Reception.Refused).isEqualTo(refused);
            if (asked instanceof Reception.Refused told) {
                assertThat(told.answer().status()).isEqualTo(413);
            }
        }
    }

    @Test
    @DisplayName("R28: where the operation waits, a retry is admitted later, without a thread")
    void waits() {
        InFlight waiting = InFlight.waitUpTo(Duration.ofSeconds(10));
        try (Server server = Server.withOperation(operation -> operation.inFlight(waiting))) {
            Exchange first = run(Server.now(intake(server).admitOrWait()));
            CompletableFuture<HttpAdmission> retry =
                    intake(server).admitOrWait().toCompletableFuture();

            assertThat(retry).isNotDone();
            Server.now(first.answered(Server.created("done")));
            assertThat(Server.text(answer(retry.join()))).isEqualTo("done");
        }
    }

    @Test
    @DisplayName(
            "R28: a retry that waited for nothing, and cannot run here, is told to come again, and the key is free")
    void retryLater() {
        InFlight waiting = InFlight.waitUpTo(Duration.ofSeconds(10));
        try (Server server = Server.withOperation(operation -> operation.inFlight(waiting))) {
            Exchange first = run(Server.now(intake(server).admitOrWait()));
            CompletableFuture<HttpAdmission> retry =
                    intake(server).admitOrWait().toCompletableFuture();
            Server.now(first.released());

            HttpAnswer told = run(retry.join()).retryLater();

            assertThat(told.status()).isEqualTo(409);
            assertThat(told.headers().first("Retry-After")).hasValue("1");
            assertThat(server.send(CHARGE, "another payload").status()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("R28, R29: a retry that hangs up while it waits leaves nothing behind")
    void hangsUp() {
        InFlight waiting = InFlight.waitUpTo(Duration.ofSeconds(10));
        try (Server server = Server.withOperation(operation -> operation.inFlight(waiting))) {
            Exchange first = run(Server.now(intake(server).admitOrWait()));
            Intake retry = intake(server);
            retry.admitOrWait().toCompletableFuture().cancel(false);
            Server.now(first.released());

            assertThat(retry.body().append(new byte[1], 0, 1))
                    .as("its body is closed")
                    .isFalse();
            assertThat(server.send(CHARGE, "another payload").status()).isEqualTo(201);
        }
    }
}
