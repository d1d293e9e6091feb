// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.key.KeyMaker;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Who watches requests")
class WatchTest {

    private static final String FIRST = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String SECOND = "00-11111111111111111111111111111111-2222222222222222-01";

    private final Idempotency engine = Idempotency.builder(MemoryStore.create())
            .developmentMode()
            .withoutLog()
            .build();
    private final List<String> heard = new ArrayList<>();
    private final List<String> detail = new ArrayList<>();
    private final String key = KeyMaker.uuidV4().next();
    private Optional<String> trace = Optional.of(FIRST);
    private @Nullable Throwable broken;

    private final HttpIdempotency http = http(TenantResolver.sole());

    private HttpIdempotency http(TenantResolver tenants) {
        HttpPolicy policy = HttpPolicy.builder(
                        Operation.named("pay").inDoubt(InDoubt.rerun()).build())
                .outcomes(OutcomeRules.defaults()
                        .exception(ArithmeticException.class, failure -> HttpAnswer.empty(409, Headers.NONE)))
                .build();
        return HttpIdempotency.builder(engine)
                .policies(Routes.builder().route("/pay", policy).build())
                .tenants(tenants)
                .watcher(this::watch)
                .build();
    }

    private RequestWatch watch(RequestHead head, String operation) {
        return new RequestWatch() {
            @Override
            public Optional<String> trace() {
                breakIfBroken();
                return trace;
            }

            @Override
            public void replays(String original) {
                heard.add("replays " + original);
                breakIfBroken();
            }

            @Override
            public void runs(int attempt, Reason reason) {
                detail.add("runs " + attempt + " " + reason);
                breakIfBroken();
            }

            @Override
            public void refuses(String cause) {
                detail.add("refuses " + cause);
                breakIfBroken();
            }

            @Override
            public void finished(String ending) {
                detail.add("finished " + ending);
                breakIfBroken();
            }

            @Override
            public void ended(String outcome) {
                detail.add(outcome);
                heard.add(operation + " " + outcome);
                breakIfBroken();
            }
        };
    }

    private void breakIfBroken() {
        if (broken != null) {
            WatchTest.<RuntimeException>raise(broken);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Exchange run(Optional<String> sent) {
        Reception.Reading reading = (Reception.Reading) http.receive(new Head(sent));
        return ((HttpAdmission.Run) reading.intake().admitAndWait()).exchange();
    }

    private HttpAnswer post(Optional<String> sent) {
        return post(sent, 201);
    }

    private HttpAnswer post(Optional<String> sent, int status) {
        HttpAnswer own = HttpAnswer.of(status, Headers.of("X-Run", "1"), "done".getBytes(StandardCharsets.UTF_8));
        return http.receive(new Head(sent)).match(new Reception.Cases<>() {
            @Override
            public HttpAnswer passThrough() {
                throw new AssertionError("not protected");
            }

            @Override
            public HttpAnswer answer(HttpAnswer answer) {
                return answer;
            }

            @Override
            public HttpAnswer read(Intake intake) {
                return admitted(intake.admitAndWait(), own);
            }
        });
    }

    private static HttpAnswer admitted(HttpAdmission admission, HttpAnswer own) {
        return admission.match(new HttpAdmission.Cases<>() {
            @Override
            public HttpAnswer passThrough() {
                throw new AssertionError("not protected");
            }

            @Override
            public HttpAnswer answer(HttpAnswer answer) {
                return answer;
            }

            @Override
            public HttpAnswer run(Exchange exchange) {
                return exchange.answered(own).toCompletableFuture().join().or(own);
            }
        });
    }

    private record Head(Optional<String> key) implements RequestHead {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/pay";
        }

        @Override
        public String query() {
            return "";
        }

        @Override
        public List<String> header(String name) {
            return name.equalsIgnoreCase("Idempotency-Key") ? key.stream().toList() : List.of();
        }
    }

    @Test
    @DisplayName("R39: hears what was decided, and which trace a replay comes from; no client is shown it")
    void linksAReplay() {
        HttpAnswer first = post(Optional.of(key));
        trace = Optional.of(SECOND);
        HttpAnswer replay = post(Optional.of(key));
        HttpAnswer refused = post(Optional.empty());

        assertThat(heard).containsExactly("pay run", "replays " + FIRST, "pay replay", "pay refused");
        assertThat(first.headers().lines()).extracting(Header::name).containsExactly("X-Run");
        assertThat(replay.headers().lines()).extracting(Header::name).containsExactly("X-Run", "Idempotent-Replayed");
        assertThat(replay.toBytes()).isEqualTo(first.toBytes());
        assertThat(refused.status()).isEqualTo(400);
    }

    @Test
    @DisplayName("R39, T10: an answer that was saved without a trace is replayed as ever; what is no trace is not kept")
    void withoutATrace() {
        trace = Optional.of("a key, perhaps");
        post(Optional.of(key));

        HttpAnswer replay = post(Optional.of(key));

        assertThat(heard).containsExactly("pay run", "pay replay");
        assertThat(replay.status()).isEqualTo(201);
    }

    @Test
    @DisplayName(
            "R11, R39: hears which attempt runs and why, and how the run ends, after it was decided; or why there is"
                    + " none")
    void hearsTheRun() {
        post(Optional.of(key), 503);
        post(Optional.of(key), 401);
        post(Optional.of(key), 201);
        post(Optional.of(key), 201);
        post(Optional.empty(), 201);

        assertThat(detail)
                .containsExactly(
                        "runs 1 FIRST",
                        "run",
                        "finished in-doubt",
                        "runs 2 IN_DOUBT",
                        "run",
                        "finished in-doubt",
                        "runs 3 IN_DOUBT",
                        "run",
                        "finished completed",
                        "replay",
                        "refuses key-missing",
                        "refused");
    }

    @Test
    @DisplayName(
            "R29, R39: tells a watch what an engine says, without any HTTP; of a run without protection that it has"
                    + " none")
    void withoutHttp() {
        Ticket ticket = ((Admission.Run) Idempotency.unprotected().admit(intent())).ticket();
        RequestWatch.tell(watch(new Head(Optional.empty()), "pay"), ticket, new Completion.Unrecorded());
        Admission.Run run = (Admission.Run) engine.admit(intent());
        run.ticket()
                .doubt()
                .thenAccept(first -> RequestWatch.tell(watch(new Head(Optional.empty()), "pay"), run.ticket(), first));
        RequestWatch.tell(watch(new Head(Optional.empty()), "pay"), engine.admit(intent("another")));

        assertThat(detail).contains("finished unprotected", "finished in-doubt", "mismatch");
    }

    private Intent intent() {
        return intent("payload");
    }

    private Intent intent(String payload) {
        return new Intent(
                Operation.named("pay").inDoubt(InDoubt.rerun()).build(),
                Tenant.sole(),
                new IdempotencyKey(key),
                Fingerprint.of(payload));
    }

    @Test
    @DisplayName("R39: cannot hurt a request by failing, not even where its libraries do not fit together")
    void cannotHurt() {
        post(Optional.of(key));
        for (Throwable failure :
                List.of(new IllegalStateException("a broken watch"), new NoSuchMethodError("setLink"))) {
            broken = failure;

            assertThat(post(Optional.of(key)).status()).isEqualTo(201);
            assertThat(post(Optional.of(KeyMaker.uuidV4().next())).status()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("T16, R39: hears the end of a request that fails before anybody could decide, too")
    void undecided() {
        HttpIdempotency broken = http(head -> {
            throw new IllegalStateException("nobody knows the tenant");
        });

        assertThatThrownBy(() -> broken.receive(new Head(Optional.of(key)))).hasMessage("nobody knows the tenant");

        assertThat(detail).containsExactly("refuses failed", "unavailable");
    }

    @Test
    @DisplayName("R15, R39: an answer that a rule makes of an exception has the trace of its request, too")
    void ruled() {
        Exchange exchange = run(Optional.of(key));
        Sending sent = exchange.threw(new ArithmeticException("a key, perhaps"))
                .toCompletableFuture()
                .join();
        trace = Optional.of(SECOND);
        HttpAnswer replay = post(Optional.of(key));

        assertThat(replay.status()).isEqualTo(409);
        assertThat(heard).containsExactly("pay run", "replays " + FIRST, "pay replay");
        assertThat(((Sending.Instead) sent).answer().headers().lines()).isEmpty();
    }
}
