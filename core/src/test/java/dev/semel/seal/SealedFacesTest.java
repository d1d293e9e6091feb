// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import static dev.semel.seal.Scene.found;
import static dev.semel.seal.Scene.granted;
import static dev.semel.seal.Scene.id;
import static dev.semel.seal.Scene.said;
import static dev.semel.seal.Scene.saving;
import static dev.semel.seal.Scene.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.Browsable;
import dev.semel.spi.DoubtList;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.LaterCapability;
import dev.semel.spi.Notifying;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.spi.Transactional;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A sealed store can do what the store inside can, and nothing else:")
class SealedFacesTest {

    private static final KeyRing KEYS = KeyRing.of(Secrets.key("k", 1));

    @Test
    @DisplayName(
            "the one in memory is purged, settled and looked through, by its list, too; one that can do the least does the least")
    void faces() throws Exception {
        SealedStore memory = SealedStore.over(MemoryStore.create(), KEYS);
        assertThat(memory)
                .isInstanceOf(Purgeable.class)
                .isInstanceOf(Settleable.class)
                .isInstanceOf(DoubtList.class)
                .isNotInstanceOf(Notifying.class)
                .isNotInstanceOf(Transactional.class)
                .isNotInstanceOf(AutoCloseable.class);
        assertThat(said(((Purgeable) memory).purge(1))).isZero();

        assertThat(SealedStore.over(new LeastStore(memory.inside()), KEYS))
                .isNotInstanceOf(Purgeable.class)
                .isNotInstanceOf(Settleable.class)
                .isNotInstanceOf(Browsable.class);
    }

    @Test
    @DisplayName("R22: an answer is sealed in the application's transaction, and notices and the end are passed on")
    void passedOn() throws Exception {
        AbleStore able = new AbleStore();
        SealedStore.InTransactions<String> store = SealedStore.over(able, KEYS);
        RecordId id = id("acme", "key-1");

        FinishAnswer answer = store.completeWithin("tx", saving(granted(store, id), text("card 4242")));

        assertThat(((FinishAnswer.Applied) answer)
                        .sighting()
                        .standingAnswer()
                        .orElseThrow()
                        .saved())
                .isEqualTo(text("card 4242"));
        assertThat(Seal.isOn(found(able, id))).isTrue();
        ((Notifying) store).onEnded(ended -> {});
        ((AutoCloseable) store).close();
        assertThat(able.heard).containsExactly("completeWithin tx", "onEnded", "close");
    }

    @Test
    @DisplayName(
            "a sealed store is not sealed twice, and one with a capability that is not known is refused: an answer could pass"
                    + " there unsealed")
    void refused() {
        SealedStore sealed = SealedStore.over(MemoryStore.create(), KEYS);
        assertThatThrownBy(() -> SealedStore.over(sealed, KEYS)).hasMessageContaining("sealed already");
        assertThat(SealedStore.within(sealed)).isSameAs(sealed.inside());
        assertThat(SealedStore.within(sealed.inside())).isSameAs(sealed.inside());
        assertThatThrownBy(() -> SealedStore.over(new LaterStore(sealed.inside()), KEYS))
                .hasMessageContaining("LaterCapability cannot be sealed by this version");
    }

    @Test
    @DisplayName("R30: it promises what the store inside does, and says what lies in it")
    void guarantees() {
        IdempotencyStore inside = MemoryStore.create();
        SealedStore store = SealedStore.over(inside, KEYS);

        assertThat(store.guarantees().consistency())
                .isEqualTo(inside.guarantees().consistency());
        assertThat(store.guarantees().durability())
                .isEqualTo(inside.guarantees().durability());
        assertThat(store.guarantees().statement())
                .startsWith(inside.guarantees().statement())
                .endsWith(". Saved answers are sealed (XAES-256-GCM).");
        store.use(KeyRing.opening(Secrets.key("k", 1)));
        assertThat(store.guarantees()).isEqualTo(inside.guarantees());
        assertThat(store)
                .hasToString("SealedStore[MemoryStore, " + store.keys() + "]")
                .isEqualTo(store);
        assertThat(store.hashCode()).isEqualTo(store.hashCode());
    }

    private static final class LaterStore extends LeastStore implements LaterCapability {
        LaterStore(IdempotencyStore store) {
            super(store);
        }
    }

    /** A store with transactions that are strings. */
    private static final class AbleStore extends LeastStore implements Transactional<String>, Notifying, AutoCloseable {

        private final List<String> heard = new ArrayList<>();

        AbleStore() {
            super(MemoryStore.create());
        }

        @Override
        public FinishAnswer completeWithin(String transaction, Finish finish) {
            heard.add("completeWithin " + transaction);
            return said(store.finish(finish));
        }

        @Override
        public Subscription onEnded(Consumer<RecordId> listener) {
            heard.add("onEnded");
            return () -> {};
        }

        @Override
        public void close() {
            heard.add("close");
        }
    }
}
