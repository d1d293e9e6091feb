// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import static dev.semel.seal.Scene.claim;
import static dev.semel.seal.Scene.found;
import static dev.semel.seal.Scene.granted;
import static dev.semel.seal.Scene.id;
import static dev.semel.seal.Scene.replayed;
import static dev.semel.seal.Scene.said;
import static dev.semel.seal.Scene.save;
import static dev.semel.seal.Scene.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.Saved;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.security.Provider;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R27: where an answer does not open,")
class UnopenedTest {

    private static final RecordId ID = id("acme", "key-1");
    private static final Saved ANSWER = text("card 4242 was charged");
    private static final SealingKey KEY = Secrets.key("2026-05", 1);
    private static final SealingKey OTHER = Secrets.key("2026-11", 2);

    private final MemoryStore inside = MemoryStore.create();
    private final SealedStore store = SealedStore.over(inside, KeyRing.of(KEY));
    private final SealedStore others = SealedStore.over(inside, KeyRing.of(OTHER));

    /** A claim to which answers below a version are older ones, which run again. */
    private static Claim rerunning(int version, String payload) {
        Claim one = claim(ID);
        return new Claim(
                ID,
                Fingerprint.of(payload),
                one.claimId(),
                one.lease(),
                one.maxDuration(),
                one.retention(),
                one.onDoubt(),
                version,
                null);
    }

    private KeyRecord record() {
        return said(inside.find(ID)).orElseThrow().record();
    }

    @Test
    @DisplayName("R6: another payload is told so all the same: that takes no answer")
    void mismatch() {
        save(others, ID, ANSWER);

        ClaimAnswer answer = said(store.claim(rerunning(0, "another payload")));

        assertThat(answer).isInstanceOf(ClaimAnswer.Mismatch.class);
        assertUnopened(((ClaimAnswer.Mismatch) answer).sighting());
    }

    @Test
    @DisplayName("R6, R20: who finds another at work on a newer one is told so all the same")
    void inProgress() {
        save(others, ID, ANSWER);
        assertThat(said(others.claim(rerunning(1, "payload")))).isInstanceOf(ClaimAnswer.Granted.class);

        ClaimAnswer answer = said(store.claim(rerunning(1, "payload")));

        assertThat(answer).isInstanceOf(ClaimAnswer.InProgress.class);
        assertUnopened(((ClaimAnswer.InProgress) answer).sighting());
    }

    private static void assertUnopened(Sighting sighting) {
        Saved saved = sighting.standingAnswer().orElseThrow().saved();
        assertThat(saved.isOmitted()).isTrue();
        assertThat(Seal.keyOf(saved)).contains("2026-11");
    }

    @Test
    @DisplayName("R20: nothing runs for a newer version, and the key is not kept by a claim that runs nothing")
    void rerun() {
        save(others, ID, ANSWER);
        Saved kept = found(inside, ID);

        assertThatThrownBy(() -> said(store.claim(rerunning(1, "payload"))))
                .hasCauseInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("'2026-11'");

        assertThat(record().state()).isEqualTo(State.COMPLETED);
        assertThat(found(inside, ID)).isEqualTo(kept);
        assertThat(said(others.claim(rerunning(1, "payload")))).isInstanceOf(ClaimAnswer.Granted.class);
    }

    @Test
    @DisplayName("R20: a version that somebody has lowered in the store makes nothing run either")
    void lowered() {
        KeyRecord first = granted(store, ID);
        said(store.finish(Scene.ending(first, new Ending.Save(true, ANSWER, 2))));
        Saved kept = found(inside, ID);
        MemoryStore changed = MemoryStore.create();
        said(changed.finish(Scene.ending(granted(changed, ID), new Ending.Save(true, kept, 1))));

        assertThatThrownBy(() -> said(SealedStore.over(changed, KeyRing.of(KEY)).claim(rerunning(2, "payload"))))
                .hasCauseInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("does not open");
        assertThat(said(changed.find(ID)).orElseThrow().record().state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R20: whatever broke, the record counts as one that cannot be read, and not as a store that is away")
    void broken() {
        save(store, ID, ANSWER);

        for (Throwable failure : new Throwable[] {new InternalError("heap"), new IllegalStateException("device")}) {
            Provider broken = BrokenCiphers.failingWith(failure);
            try {
                assertThatThrownBy(() -> said(store.claim(claim(ID))))
                        .hasCauseInstanceOf(UnreadableRecordException.class)
                        .hasMessageContaining("could not be opened")
                        .hasRootCause(failure);
            } finally {
                BrokenCiphers.remove(broken);
            }
        }
        assertThat(replayed(store, ID)).isEqualTo(ANSWER);
    }

    @Test
    @DisplayName("R20: a large one is opened, and sealed, where there is no thread for it, too")
    void noThreads() {
        Saved large = Saved.of("", new byte[SealedCalls.LARGE]);
        Executor full = task -> {
            throw new InternalError("no thread");
        };
        SealedCalls calls = new SealedCalls(inside, KeyRing.of(KEY), full);
        KeyRecord mine = granted(inside, ID);

        said(calls.finish(Scene.saving(mine, large)));

        assertThat(Seal.isOn(found(inside, ID))).isTrue();
        ClaimAnswer answer = said(calls.claim(claim(ID)));
        assertThat(((ClaimAnswer.Final) answer).answer().saved()).isEqualTo(large);
    }
}
