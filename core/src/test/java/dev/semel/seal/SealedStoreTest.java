// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import static dev.semel.seal.Scene.claim;
import static dev.semel.seal.Scene.found;
import static dev.semel.seal.Scene.granted;
import static dev.semel.seal.Scene.id;
import static dev.semel.seal.Scene.replayed;
import static dev.semel.seal.Scene.said;
import static dev.semel.seal.Scene.save;
import static dev.semel.seal.Scene.saving;
import static dev.semel.seal.Scene.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.Saved;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.Browsable;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.State;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A sealed store")
class SealedStoreTest {

    private static final RecordId ID = id("acme", "key-1");
    private static final Saved ANSWER = text("card 4242 was charged");
    private static final SealingKey KEY = Secrets.key("2026-05", 1);
    private static final SealingKey NEXT = Secrets.key("2026-11", 2);

    private final MemoryStore inside = MemoryStore.create();
    private final SealedStore store = SealedStore.over(inside, KeyRing.of(KEY));

    @Test
    @DisplayName("R27: gives every answer again as it was, and has none of it inside, not its type either")
    void sealed() {
        assertThat(save(store, ID, ANSWER)).isEqualTo(ANSWER);

        assertThat(replayed(store, ID)).isEqualTo(ANSWER);
        assertThat(found(store, ID)).isEqualTo(ANSWER);
        Saved kept = found(inside, ID);
        assertThat(kept.contentType()).isEqualTo("application/vnd.semel.sealed;v=1;key=2026-05");
        assertThat(new String(kept.toBytes(), StandardCharsets.ISO_8859_1)).doesNotContain("4242", "text", "secret");
        assertThat(Seal.isOn(kept)).isTrue();
        assertThat(Seal.keyOf(kept)).contains("2026-05");
        assertThat(Seal.isOn(ANSWER)).isFalse();
    }

    @Test
    @DisplayName("R19, R27: that an answer was too large to keep is sealed as well, and is still known above")
    void omitted() {
        save(store, ID, Saved.omitted("application/pdf; status=201"));

        assertThat(replayed(store, ID)).isEqualTo(Saved.omitted("application/pdf; status=201"));
        assertThat(found(inside, ID).isOmitted()).isFalse();
        assertThat(found(inside, ID).contentType()).doesNotContain("pdf", "201");
    }

    @Test
    @DisplayName("R27: the same answer is sealed in other bytes each time: 20,000 times no nonce comes twice")
    void nonces() {
        Set<String> nonces = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            Saved sealed = Sealer.seal(KeyRing.of(KEY), ID, true, 0, ANSWER);
            nonces.add(Arrays.toString(Arrays.copyOf(sealed.toBytes(), Xaes256Gcm.NONCE)));
        }
        assertThat(nonces).hasSize(20_000);
    }

    @Test
    @DisplayName(
            "R23, R27: an answer that is moved to another record, of another tenant above all, does not open there")
    void moved() {
        save(store, ID, ANSWER);
        Saved kept = found(inside, ID);

        for (RecordId other : List.of(
                id("umbrella", "key-1"),
                id("acme", "key-2"),
                new RecordId(ID.tenant(), "charges.creat", ID.key()),
                id("acmek", "ey-1"))) {
            save(inside, other, kept);
            assertUnreadable(other, "does not open with the key '2026-05'");
        }
    }

    @Test
    @DisplayName(
            "R20, R27: a success does not become a failure, nor another version, nor an omitted answer, by a write into the"
                    + " store")
    void turned() {
        save(store, ID, ANSWER);
        Saved kept = found(inside, ID);

        assertUnreadable(kept, raw -> new Ending.Save(false, raw, 0), "does not open");
        assertUnreadable(kept, raw -> new Ending.Save(true, raw, 1), "does not open");
        assertUnreadable(kept, raw -> new Ending.Save(true, Saved.omitted(raw.contentType()), 0), "does not open");
    }

    @Test
    @DisplayName("R20, R27: what was changed in the store is unreadable, whatever was changed")
    void damaged() {
        save(store, ID, ANSWER);
        Saved kept = found(inside, ID);
        String type = kept.contentType();

        for (int at : new int[] {0, 23, 24, kept.size() - 17, kept.size() - 1}) {
            assertUnreadable(kept, changed(type, bytes -> flipped(bytes, at)), "does not open");
        }
        assertUnreadable(kept, changed(type, bytes -> Arrays.copyOf(bytes, 39)), "does not open");
        assertUnreadable(kept, changed(type, bytes -> new byte[0]), "does not open");
        assertUnreadable(kept, changed(type.replace("v=1", "v=2"), bytes -> bytes), "sealed in form 2");
        assertUnreadable(kept, changed(type.replace("2026-05", "2031-01"), bytes -> bytes), "the key '2031-01'");
        assertUnreadable(kept, changed(type.replace("key=", "k="), bytes -> bytes), "the mark of a sealed answer");
    }

    @Test
    @DisplayName("R27: what an operator is told names the keys and no secret, no tenant, no key of a client")
    void told() {
        save(SealedStore.over(inside, KeyRing.of(NEXT)), ID, ANSWER);

        assertThatThrownBy(() -> said(store.find(ID)))
                .hasRootCauseInstanceOf(UnreadableRecordException.class)
                .hasRootCauseMessage(
                        "the saved answer is sealed with the key '2026-11', and this process has 2026-05: add"
                                + " that key, as an older one; see docs/operations.md#answers-cannot-be-opened");
    }

    @Test
    @DisplayName(
            "R27: keys are changed while old and new processes work side by side, and each opens what the other saves")
    void rotation() {
        save(store, ID, ANSWER);
        SealedStore other = SealedStore.over(inside, KeyRing.of(KEY));

        store.use(KeyRing.of(KEY, NEXT));
        other.use(KeyRing.of(KEY, NEXT));
        store.use(KeyRing.of(NEXT, KEY));
        save(store, id("acme", "new"), ANSWER);
        save(other, id("acme", "old"), ANSWER);

        for (SealedStore each : List.of(store, other)) {
            assertThat(replayed(each, ID)).isEqualTo(ANSWER);
            assertThat(replayed(each, id("acme", "new"))).isEqualTo(ANSWER);
            assertThat(replayed(each, id("acme", "old"))).isEqualTo(ANSWER);
        }
        assertThat(Seal.keyOf(found(inside, id("acme", "new")))).contains("2026-11");
        assertThat(Seal.keyOf(found(inside, id("acme", "old")))).contains("2026-05");
    }

    @Test
    @DisplayName("R27: what was saved plain before is replayed, and refused where plain answers are refused")
    void plain() {
        save(inside, ID, ANSWER);

        assertThat(replayed(store, ID)).isEqualTo(ANSWER);
        store.use(KeyRing.of(KEY).refusingPlain());
        assertUnreadable(ID, "the saved answer is plain");
        save(store, id("acme", "key-2"), ANSWER);
        assertThat(replayed(store, id("acme", "key-2"))).isEqualTo(ANSWER);
    }

    @Test
    @DisplayName("R27: before every process can open, and after none shall seal, a ring only opens")
    void onlyOpening() {
        save(store, ID, ANSWER);
        SealedStore opening = SealedStore.over(inside, KeyRing.opening(KEY));

        save(opening, id("acme", "key-2"), ANSWER);

        assertThat(replayed(opening, ID)).isEqualTo(ANSWER);
        assertThat(found(inside, id("acme", "key-2"))).isEqualTo(ANSWER);
    }

    @Test
    @DisplayName("R10: who lost the fence learns it, though the winner's answer does not open")
    void fencedByUnopened() {
        Claim first = claim(ID);
        said(store.claim(first));
        KeyRecord mine = said(inside.find(ID)).orElseThrow().record();
        said(inside.finish(Scene.ending(mine, new Ending.Release(true))));
        save(SealedStore.over(inside, KeyRing.of(NEXT)), ID, ANSWER);

        assertThat(said(store.finish(saving(mine, ANSWER)))).isEqualTo(new FinishAnswer.Fenced(null));
    }

    @Test
    @DisplayName("R16, R27: what an operator settles is sealed like any other answer")
    void settled() {
        KeyRecord record = granted(store, ID);
        said(store.finish(Scene.ending(record, new Ending.Doubt())));
        Settle settle = new Settle(
                ID,
                record.attempt(),
                record.claimId(),
                new ClaimId(9, 9),
                new Settle.Verdict.Happened(true, ANSWER, 3),
                "who",
                "why",
                Scene.RETENTION);

        SettleAnswer answer = said(((Settleable) store).settle(settle));

        assertThat(answer).isInstanceOf(SettleAnswer.Settled.class);
        assertThat(((SettleAnswer.Settled) answer)
                        .sighting()
                        .standingAnswer()
                        .orElseThrow()
                        .saved())
                .isEqualTo(ANSWER);
        assertThat(replayed(store, ID)).isEqualTo(ANSWER);
        assertThat(Seal.isOn(found(inside, ID))).isTrue();
    }

    @Test
    @DisplayName("R36: a page has the record that does not open, without its answer, and the others with theirs")
    void browsed() {
        save(SealedStore.over(inside, KeyRing.of(NEXT)), ID, ANSWER);
        save(store, id("acme", "key-2"), ANSWER);

        Browsable.Page page = said(((Browsable) store).browse(Question.all(10)));

        assertThat(page.found())
                .extracting(seen -> seen.standingAnswer().orElseThrow().saved())
                .satisfiesExactlyInAnyOrder(opened -> assertThat(opened).isEqualTo(ANSWER), unopened -> {
                    assertThat(unopened.isOmitted()).isTrue();
                    assertThat(Seal.keyOf(unopened)).contains("2026-11");
                });
    }

    @Test
    @DisplayName(
            "T15: a large answer is sealed and opened elsewhere than on the thread that brings it, and a small one there")
    void largeElsewhere() {
        Queue<Runnable> elsewhere = new ArrayDeque<>();
        SealedCalls calls = new SealedCalls(inside, KeyRing.of(KEY), elsewhere::add);
        Saved large = Saved.of("", new byte[SealedCalls.LARGE]);

        CompletionStage<FinishAnswer> saved = calls.finish(saving(granted(inside, ID), large));
        assertThat(said(inside.find(ID)).orElseThrow().record().state()).isEqualTo(State.IN_PROGRESS);
        elsewhere.remove().run();
        // What the store brings back is as large.
        elsewhere.remove().run();
        assertThat(saved.toCompletableFuture())
                .isCompletedWithValueMatching(answer -> answer instanceof FinishAnswer.Applied);

        CompletionStage<ClaimAnswer> replay = calls.claim(claim(ID));
        assertThat(replay.toCompletableFuture()).isNotDone();
        elsewhere.remove().run();
        assertThat(replay.toCompletableFuture())
                .isCompletedWithValueMatching(answer -> answer instanceof ClaimAnswer.Final last
                        && last.answer().saved().equals(large));

        RecordId small = id("acme", "key-2");
        said(calls.finish(saving(granted(inside, small), ANSWER)));
        assertThat(said(calls.claim(claim(small)))).isInstanceOf(ClaimAnswer.Final.class);
        assertThat(elsewhere).isEmpty();
    }

    @Test
    @DisplayName(
            "R17, T7, R27: an answer that cannot be sealed is not saved, neither plain nor at all, and its key is not free")
    void sealingFails() {
        KeyRecord record = granted(store, ID);
        Provider ciphers = Security.getProvider("SunJCE");
        int place = List.of(Security.getProviders()).indexOf(ciphers) + 1;
        Security.removeProvider(ciphers.getName());
        try {
            assertThatThrownBy(() -> said(store.finish(saving(record, ANSWER))))
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("could not be sealed with the key '2026-05'");
        } finally {
            Security.insertProviderAt(ciphers, place);
        }
        assertThat(said(inside.find(ID)).orElseThrow().record()).isEqualTo(record);
        assertThat(said(store.claim(claim(ID)))).isInstanceOf(ClaimAnswer.InProgress.class);
    }

    private void assertUnreadable(RecordId id, String why) {
        for (Runnable look : List.<Runnable>of(() -> said(store.find(id)), () -> said(store.claim(claim(id))))) {
            assertThatThrownBy(look::run)
                    .hasCauseInstanceOf(UnreadableRecordException.class)
                    .hasMessageContaining(why);
        }
    }

    /** A record with the same identity whose answer somebody has changed. */
    private static void assertUnreadable(Saved kept, Function<Saved, Ending.Save> change, String why) {
        MemoryStore other = MemoryStore.create();
        said(other.finish(Scene.ending(granted(other, ID), change.apply(kept))));
        IdempotencyStore sealed = SealedStore.over(other, KeyRing.of(KEY));
        assertThatThrownBy(() -> said(sealed.claim(claim(ID))))
                .hasCauseInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(why);
    }

    private static Function<Saved, Ending.Save> changed(String type, UnaryOperator<byte[]> change) {
        return raw -> new Ending.Save(true, Saved.of(type, change.apply(raw.toBytes())), 0);
    }

    private static byte[] flipped(byte[] bytes, int at) {
        bytes[at] ^= (byte) 0x10;
        return bytes;
    }

    @Test
    @DisplayName("R6: a claim with another payload is told so")
    void mismatch() {
        save(store, ID, ANSWER);
        Claim asked = claim(ID);
        Claim other = new Claim(
                ID,
                Fingerprint.of("other"),
                asked.claimId(),
                asked.lease(),
                asked.maxDuration(),
                asked.retention(),
                asked.onDoubt(),
                0,
                null);

        assertThat(said(store.claim(other))).isInstanceOf(ClaimAnswer.Mismatch.class);
    }
}
