// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.Admission;
import dev.semel.Execution;
import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Reconciliation;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.event.SemelEvent;
import dev.semel.spi.Browsable;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys, tenants and payloads stay out of everything that somebody may read. */
abstract class SecrecyRules extends EngineRules {

    private static final String KEY = "KEYMARKER-0123456789-KEYMARKER";
    private static final String TENANT = "TENANTMARKER";
    private static final String BODY = "BODYMARKER";

    private final List<Object> seen = new ArrayList<>();
    private final Bank bank = new Bank();

    private Intent secret(Operation operation, int number) {
        return new Intent(
                operation, new Tenant(TENANT), new IdempotencyKey(KEY + number), Fingerprint.of(BODY + number));
    }

    private <T> T saw(T value) {
        seen.add(value);
        return value;
    }

    @Test
    @DisplayName("R27: no event, log line, exception message or toString shows a key, a tenant or a payload")
    void showsNothing() throws Exception {
        scene().open(
                        scene().log(),
                        Runnable::run,
                        settings -> settings.listener(event -> {
                            throw new IllegalStateException(BODY);
                        }));
        succeed();
        failAndConflict();
        waitAndLose();
        doubtAndReconcile();
        breakTheStore();
        List<SemelEvent> events = scene().events().all();
        assertThat(events.stream().map(Object::getClass).distinct().count()).isGreaterThan(12);
        events.forEach(event -> seen.add(event.describe()));
        seen.addAll(events);
        seen.addAll(log().all());
        assertThat(seen)
                .map(String::valueOf)
                .allSatisfy(text -> assertThat(text)
                        .doesNotContain("KEYMARKER", TENANT, BODY)
                        .doesNotContain(KEY.substring(10, 20)));
    }

    private void succeed() throws Exception {
        Operation operation = Scene.charges(policy -> policy.answerLimit(64));
        Intent intent = saw(secret(operation, 1));
        saw(scene().engine().execute(intent, ticket -> saw(Outcome.completed(Expect.saved(BODY)))));
        saw(scene().admit(intent));
        saw(scene().admit(Scene.otherPayload(intent)));
        saw(scene().record(intent));
        Execution large = saw(scene().engine()
                .execute(secret(operation, 2), ticket -> Outcome.completed(Expect.saved(BODY.repeat(20)))));
        saw(large.answered().orElseThrow().saved());
        Execution replayed = scene().engine().execute(secret(operation, 2), ticket -> Outcome.inDoubt());
        saw(catchThrowable(() -> replayed.value(dev.semel.Codec.UTF_8)).getMessage());
        Intent unreadable = secret(
                Scene.charges(policy -> policy.version(2, OlderAnswer.convert((from, saved) -> {
                    throw new IllegalStateException(BODY);
                }))),
                1);
        saw(scene().admit(unreadable));
    }

    private void failAndConflict() {
        Operation operation = Scene.charges(policy -> policy.classifier(failure -> {
            throw new IllegalArgumentException(BODY);
        }));
        Intent intent = secret(operation, 3);
        saw(catchThrowable(() -> scene().engine().execute(intent, ticket -> {
                    throw new IllegalStateException("the handler's own words");
                }))
                .getMessage());
        Ticket ticket = saw(scene().run(intent));
        saw(ticket.history());
        saw(scene().admit(intent));
        saw(ticket.toString());
        Intent held = secret(Scene.charges(policy -> policy.inDoubt(InDoubt.hold())), 4);
        Expect.recorded(scene().run(held).doubt());
        saw(scene().admit(held));
    }

    private void waitAndLose() {
        Intent waiting = secret(Scene.charges(policy -> policy.inFlight(InFlight.waitUpTo(Duration.ofSeconds(60)))), 5);
        Ticket ticket = scene().run(waiting);
        ticket.onLost(() -> {
            throw new IllegalStateException(BODY);
        });
        CompletableFuture<Admission> waiter = scene().ask(waiting);
        scene().elsewhere().releases(scene().record(waiting));
        scene().passSeconds(10);
        saw(Now.of(ticket.complete(Expect.saved(BODY))));
        saw(Now.of(waiter));
    }

    private void doubtAndReconcile() {
        Intent asking = secret(Scene.charges(policy -> policy.inDoubt(bank.choice())), 6);
        Expect.recorded(scene().run(asking).doubt());
        bank.failsLater(new IllegalStateException(BODY));
        saw(scene().admit(asking));
        bank.says(Reconciliation.happened(Expect.saved(BODY)));
        saw(scene().admit(asking));
        bank.asked().forEach(this::saw);
    }

    private void breakTheStore() {
        Intent intent = secret(Scene.charges(policy -> policy), 7);
        Ticket ticket = scene().run(intent);
        scene().store().down();
        saw(ticket.complete(Expect.saved(BODY)));
        saw(scene().ask(secret(Scene.charges(policy -> policy.failOpen()), 8)));
        scene().passSeconds(120);
        scene().store().up();
        scene().store().next(Fault.REPLY_LOST).onClaim();
        BadStore bad = new BadStore(scene().log());
        scene().open(bad, Runnable::run, settings -> settings);
        bad.claims(() -> {
            throw new IllegalStateException(BODY + KEY + TENANT);
        });
        saw(scene().ask(secret(Scene.charges(policy -> policy), 9)));
        scene().passSeconds(30);
        bad.claims(() -> CompletableFuture.failedFuture(new UnreadableRecordException("format 9")));
        saw(scene().admit(secret(Scene.charges(policy -> policy), 10)));
    }

    @Test
    @DisplayName(
            "R27: what runs and what is looked through shows neither a key nor a hash without a secret, and no place")
    void showsNoBareHash() {
        Intent intent = secret(Scene.charges(policy -> policy), 1);
        Admission admission = scene().admit(intent);
        scene().run(secret(Scene.charges(policy -> policy), 2));
        Browsable.Page page = Now.of(scene().memory().browse(Browsable.Question.all(1)));
        Browsable.Question next = Browsable.Question.all(1).after(page.next().orElseThrow());
        assertThat(List.of(admission.toString(), Expect.run(admission).toString(), page.toString(), next.toString()))
                .allSatisfy(text -> assertThat(text)
                        .doesNotContain("KEYMARKER", TENANT)
                        .doesNotContain(Integer.toHexString(intent.recordId().hashCode())));
        assertThat(page.toString()).contains("more to come");
        assertThat(admission.toString()).contains("charges.create").contains("attempt 1");
    }

    @Test
    @DisplayName("R27: an event shows the operation and a short hash, the same for the same key")
    void showsTheHash() {
        Intent intent = secret(Scene.charges(policy -> policy), 1);
        Expect.recorded(scene().run(intent).complete(Expect.saved(BODY)));
        scene().admit(intent);
        List<String> shown =
                scene().events().all().stream().map(SemelEvent::describe).toList();
        assertThat(shown).isNotEmpty().allMatch(text -> text.contains("charges.create"));
    }
}
