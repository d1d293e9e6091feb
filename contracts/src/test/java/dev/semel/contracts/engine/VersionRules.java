// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Admission.Unavailable;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Ticket;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import java.time.Duration;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Saved answers of another schema version than the operation's. */
abstract class VersionRules extends EngineRules {

    private static Intent version(int version, OlderAnswer older) {
        return Scene.intent(Scene.charges(policy -> policy.version(version, older)));
    }

    /** An answer of version 1 was saved. */
    private KeyRecord savedAsVersionOne() {
        KeyRecord record = scene().elsewhere().claims(Scene.intent());
        scene().elsewhere().completes(record, Expect.saved("one"), 1);
        return scene().record(Scene.intent());
    }

    @Test
    @DisplayName("R20: an older answer is converted, and told as of the operation's version")
    void converts() {
        savedAsVersionOne();
        Intent intent =
                version(3, OlderAnswer.convert((from, saved) -> Expect.saved(Expect.text(saved) + " from " + from)));
        Admission.Replay replay = Expect.a(Admission.Replay.class, scene().admit(intent));
        assertThat(Expect.text(replay.answer().saved())).isEqualTo("one from 1");
        assertThat(replay.answer().schemaVersion()).isEqualTo(3);
    }

    @Test
    @DisplayName("R20, T10: a converter that throws, or converts to nothing, makes the answer unreadable; nothing runs")
    void converterThrows() {
        KeyRecord before = savedAsVersionOne();
        Intent throwing = version(2, OlderAnswer.convert((from, saved) -> {
            throw new IllegalStateException("cannot read it");
        }));
        Expect.unavailable(scene().admit(throwing), Unavailable.Cause.UNREADABLE);
        Intent empty = version(2, OlderAnswer.convert((from, saved) -> null));
        Expect.unavailable(scene().admit(empty), Unavailable.Cause.UNREADABLE);
        Intent broken = version(2, OlderAnswer.convert((from, saved) -> {
            throw new NoClassDefFoundError("renamed in this deploy");
        }));
        Expect.unavailable(scene().admit(broken), Unavailable.Cause.UNREADABLE);
        for (Error error : new Error[] {
            new AssertionError("unexpected version"), new ServiceConfigurationError("no reader"), new OutOfMemoryError()
        }) {
            Intent failing = version(2, OlderAnswer.convert((from, saved) -> {
                throw error;
            }));
            Expect.unavailable(scene().admit(failing), Unavailable.Cause.UNREADABLE);
        }
        assertThat(scene().record(Scene.intent())).isEqualTo(before);
    }

    @Test
    @DisplayName("R20: REPLAY gives an older answer as it is")
    void replays() {
        savedAsVersionOne();
        assertThat(Expect.replay(scene().admit(version(2, OlderAnswer.replay()))))
                .isEqualTo("one");
    }

    @Test
    @DisplayName("R20: a newer answer, saved in a rolling deploy, is replayed as it is, whatever older ones get")
    void newer() {
        KeyRecord record = scene().elsewhere().claims(Scene.intent());
        scene().elsewhere().completes(record, Expect.saved("nine"), 9);
        for (OlderAnswer older : new OlderAnswer[] {
            OlderAnswer.replay(), OlderAnswer.rerun(), OlderAnswer.convert((from, saved) -> Expect.saved("converted"))
        }) {
            assertThat(Expect.replay(scene().admit(version(2, older)))).isEqualTo("nine");
        }
    }

    @Test
    @DisplayName("R20: an answer of the operation's own version is not converted")
    void own() {
        Intent intent = version(1, OlderAnswer.convert((from, saved) -> Expect.saved("converted")));
        savedAsVersionOne();
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("one");
    }

    @Test
    @DisplayName("R20: RERUN is attempt 2 under a normal lease, and its answer replaces the older one")
    void reruns() {
        savedAsVersionOne();
        Intent intent = version(2, OlderAnswer.rerun());
        Ticket ticket = scene().run(intent);
        assertThat(ticket.attempt()).isEqualTo(2);
        assertThat(ticket.reason()).isEqualTo(Reason.OLDER_VERSION);
        Expect.conflict(scene().admit(intent), Cause.IN_PROGRESS);
        Expect.recorded(ticket.complete(Expect.saved("two")));
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("two");
    }

    @Test
    @DisplayName("R20: a rerun that saves nothing keeps the older answer: released, in doubt, or lapsed")
    void rerunKeepsOlder() {
        savedAsVersionOne();
        Intent intent = version(2, OlderAnswer.rerun());
        Expect.recorded(scene().run(intent).release());
        assertOlderStands();
        Expect.recorded(scene().run(intent).doubt());
        assertOlderStands();
        scene().run(intent);
        scene().time().pauseProcess(Duration.ofSeconds(31));
        assertOlderStands();
    }

    private void assertOlderStands() {
        assertThat(Expect.replay(scene().admit(version(2, OlderAnswer.replay()))))
                .isEqualTo("one");
    }

    @Test
    @DisplayName("R20: an operation without a version replays whatever was saved")
    void unversioned() {
        savedAsVersionOne();
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("one");
    }
}
