// SPDX-License-Identifier: Apache-2.0
package dev.semel.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.event.AdmissionEvent;
import dev.semel.event.EngineEvent;
import dev.semel.event.KeyRef;
import dev.semel.event.SemelEvent;
import dev.semel.event.TicketEvent;
import dev.semel.http.HttpEvent;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.RequestHead;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyHash;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The meters")
class SemelMetersTest {

    private static final KeyRef KEY = key("charges.create");
    private static final Duration TOOK = Duration.ofMillis(30);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SemelMeters meters = SemelMeters.of(registry);

    /** An event, and the one meter and tags that it moves, as {@code name tag=value …}. */
    record Case(SemelEvent event, String series) {}

    static Stream<Case> cases() {
        return Stream.of(admissions(), tickets(), engine(), http()).flatMap(List::stream);
    }

    private static List<Case> admissions() {
        return List.of(
                admission(new AdmissionEvent.Granted(KEY, 2, Reason.LEASE_LAPSED), "run", "lease-lapsed"),
                admission(new AdmissionEvent.Replayed(KEY, true, false), "replay", "success"),
                admission(new AdmissionEvent.Replayed(KEY, false, false), "replay", "failure"),
                admission(new AdmissionEvent.Replayed(KEY, true, true), "replay", "omitted"),
                admission(
                        new AdmissionEvent.Conflicted(KEY, Admission.Conflict.Cause.IN_PROGRESS),
                        "conflict",
                        "in-progress"),
                admission(new AdmissionEvent.Mismatched(KEY), "mismatch", "none"),
                admission(new AdmissionEvent.KeyExpired(KEY), "expired-key", "none"),
                admission(new AdmissionEvent.HeldBack(KEY, 1), "held", "none"),
                admission(new AdmissionEvent.Undecided(KEY, Admission.Unavailable.Cause.STORE), "unavailable", "store"),
                admission(new AdmissionEvent.RanUnprotected(KEY), "unprotected", "none"),
                new Case(new AdmissionEvent.StoreFailed(KEY, "late"), "semel.store.failures during=claim"),
                ofKey(new AdmissionEvent.ClaimAbandoned(KEY, true, true), "semel.claims.abandoned freed=yes"),
                ofKey(new AdmissionEvent.ClaimAbandoned(KEY, false, true), "semel.claims.abandoned freed=no"),
                ofKey(new AdmissionEvent.ClaimAbandoned(KEY, false, false), "semel.claims.abandoned freed=unknown"),
                ofKey(
                        new AdmissionEvent.Reconciled(KEY, 2, "did-not-happen", TOOK),
                        "semel.reconciliations result=did-not-happen"));
    }

    private static List<Case> tickets() {
        return List.of(
                ofKey(new TicketEvent.Ended(KEY, 1, State.IN_DOUBT, TOOK), "semel.attempts state=in-doubt"),
                ofKey(new TicketEvent.SentUnrecorded(KEY, 1), "semel.answers.unrecorded ending=sent"),
                ofKey(new TicketEvent.GaveUpRecording(KEY, 1, 9), "semel.answers.unrecorded ending=gave-up"),
                ofKey(
                        new TicketEvent.OwnershipLost(KEY, 1, TicketEvent.OwnershipLost.Cause.TAKEN_OVER),
                        "semel.ownership.lost cause=taken-over"),
                ofKey(new TicketEvent.FencedOut(KEY, 1), "semel.fenced ending=answered"),
                ofKey(new TicketEvent.FailedTooLate(KEY, 1, "Boom"), "semel.fenced ending=failed"));
    }

    private static List<Case> engine() {
        return List.of(
                new Case(new EngineEvent.Purged(1), "semel.records.purged"),
                new Case(new EngineEvent.PurgeFailed("Boom"), "semel.store.failures during=purge"),
                new Case(new EngineEvent.EventsDropped(1), "semel.events.dropped"));
    }

    private static List<Case> http() {
        return List.of(
                new Case(
                        new HttpEvent.Refused("charges.create", "key-missing", 400),
                        "semel.http.refusals code=key-missing"),
                new Case(
                        new HttpEvent.Refused("charges.create", "key-too-short", 400),
                        "semel.http.refusals code=key-too-short"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("R39: each event moves its own meter by one, and no other")
    void eventsMoveMeters(Case one) {
        meters.on(one.event());

        assertThat(moved()).containsExactly(Map.entry(one.series(), 1.0));
    }

    @Test
    @DisplayName("R39: a failed renewal counts once as a failure, and as many leases as it concerned")
    void failedRenewal() {
        meters.on(new EngineEvent.RenewalFailed(40, "Boom"));

        assertThat(moved())
                .containsExactlyInAnyOrder(
                        Map.entry("semel.store.failures during=renewal", 1.0),
                        Map.entry("semel.leases.unrenewed", 40.0));
    }

    @Test
    @DisplayName("R39: every event that core and HTTP have moves some meter: a new one is not forgotten here")
    void everyEventIsCounted() {
        List<Class<?>> counted =
                cases().<Class<?>>map(one -> one.event().getClass()).toList();

        assertThat(Stream.of(AdmissionEvent.class, TicketEvent.class, EngineEvent.class, HttpEvent.class)
                        .flatMap(family -> Arrays.stream(family.getDeclaredClasses()))
                        .filter(SemelEvent.class::isAssignableFrom)
                        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                        .filter(type -> type != EngineEvent.RenewalFailed.class))
                .isNotEmpty()
                .allSatisfy(type -> assertThat(counted).contains(type));
    }

    @Test
    @DisplayName("R39: how long an attempt took is in its timer")
    void timers() {
        meters.on(new TicketEvent.Ended(KEY, 1, State.COMPLETED, TOOK));

        assertThat(registry.get("semel.attempts")
                        .tag("state", "completed")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(30);
    }

    @Test
    @DisplayName("an event of a later version is let be")
    void unknownEvent() {
        meters.on(() -> "something new");

        assertThat(moved()).isEmpty();
    }

    @Test
    @DisplayName("R39: a named operation has its meters from the start, so that its first doubt is an increase")
    void zerosFromTheStart() {
        SemelMeters.of(registry, Operation.named("charges.create").build());

        assertThat(registry.get("semel.attempts")
                        .tag("state", "in-doubt")
                        .timer()
                        .count())
                .isZero();
        assertThat(registry.get("semel.admissions")
                        .tag("outcome", "held")
                        .counter()
                        .count())
                .isZero();
        assertThat(registry.get("semel.answers.unrecorded").counters()).hasSize(2);
    }

    @Test
    @DisplayName(
            "R39: whatever moves later for a named operation was there from the start, but for what is rare by choice")
    void zerosCoverTheAlerts() {
        SemelMeters.of(registry, Operation.named("charges.create").build());
        long before = registry.getMeters().size();

        Stream.of(tickets(), engine()).flatMap(List::stream).forEach(one -> meters.on(one.event()));

        assertThat(registry.getMeters()).hasSize((int) before);
    }

    @Test
    @DisplayName("R27: no meter carries the key, the tenant, their hash or a failure's message")
    void nothingSecret() {
        cases().forEach(one -> meters.on(one.event()));

        assertThat(registry.getMeters().stream()
                        .flatMap(meter -> meter.getId().getTags().stream())
                        .map(Tag::getValue))
                .isNotEmpty()
                .noneMatch(value -> value.contains("secret") || value.contains(KEY.hash()) || value.contains("Boom"));
    }

    @Test
    @DisplayName("R29: names without end do not make meters without end")
    void boundedOperations() {
        for (int i = 0; i < Book.MOST_OPERATIONS + 100; i++) {
            meters.on(new AdmissionEvent.Mismatched(key("orders/" + i)));
        }

        assertThat(registry.get("semel.admissions").counters()).hasSize(Book.MOST_OPERATIONS + 1);
        assertThat(registry.get("semel.admissions")
                        .tag("operation", "other")
                        .counter()
                        .count())
                .isEqualTo(100);
    }

    @Test
    @DisplayName("R39: a request without a key is counted where the HTTP module has the same meters as its listener")
    void countsRefusals() {
        Operation charge =
                Operation.named("charges.create").inDoubt(InDoubt.rerun()).build();
        try (Idempotency engine =
                Idempotency.builder(MemoryStore.create()).developmentMode().build()) {
            HttpIdempotency http = HttpIdempotency.builder(engine)
                    .policies(head -> Optional.of(HttpPolicy.of(charge)))
                    .tenants(TenantResolver.sole())
                    .listener(meters)
                    .build();

            http.receive(new Post());
        }

        assertThat(moved()).containsExactly(Map.entry("semel.http.refusals code=key-missing", 1.0));
    }

    /** A request without any header. */
    private static final class Post implements RequestHead {

        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/charges";
        }

        @Override
        public String query() {
            return "";
        }

        @Override
        public List<String> header(String name) {
            return List.of();
        }
    }

    private List<Map.Entry<String, Double>> moved() {
        return registry.getMeters().stream()
                .map(meter -> Map.entry(series(meter), count(meter)))
                .filter(entry -> entry.getValue() > 0)
                .toList();
    }

    private static double count(Meter meter) {
        return meter.measure().iterator().next().getValue();
    }

    private static String series(Meter meter) {
        StringBuilder series = new StringBuilder(meter.getId().getName());
        for (Tag tag : meter.getId().getTags()) {
            if (!tag.getKey().equals("operation") || !tag.getValue().equals("charges.create")) {
                series.append(' ').append(tag.getKey()).append('=').append(tag.getValue());
            }
        }
        return series.toString();
    }

    private static Case admission(AdmissionEvent event, String outcome, String detail) {
        return ofKey(event, "semel.admissions detail=" + detail + " outcome=" + outcome);
    }

    /** Of an operation: the tag that every such meter has is left out of the series. */
    private static Case ofKey(SemelEvent event, String series) {
        return new Case(event, series);
    }

    private static KeyRef key(String operation) {
        RecordId id = new RecordId(new Tenant("secret-tenant"), operation, new IdempotencyKey("secret-key"));
        return new KeyRef(id, KeyHash.randomPerProcess());
    }
}
