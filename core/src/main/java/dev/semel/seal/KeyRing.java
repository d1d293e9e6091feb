// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys that answers are sealed and opened with: one is the current one, which seals, and all of them open.
 *
 * <p>Keys are changed without a pause in three steps, each everywhere before the next: add the new one as an older one, so
 * that every process can open with it; make it the current one; take the old one away when no answer needs it any more, that is
 * after the longest retention of any operation.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class KeyRing {

    private final Optional<SealingKey> current;
    private final Map<String, SealingKey> keys;
    private final boolean refusesPlain;

    private KeyRing(Optional<SealingKey> current, Map<String, SealingKey> keys, boolean refusesPlain) {
        this.current = current;
        this.keys = keys;
        this.refusesPlain = refusesPlain;
    }

    /**
     * Seals with the current key, and opens with all of them.
     *
     * @throws SettingException if two keys have one id, or one secret
     */
    public static KeyRing of(SealingKey current, SealingKey... older) {
        return of(current, List.of(older));
    }

    /** As {@link #of(SealingKey, SealingKey...)}. */
    public static KeyRing of(SealingKey current, Collection<SealingKey> older) {
        List<SealingKey> all = new ArrayList<>(older);
        all.add(0, current);
        return new KeyRing(Optional.of(current), byId(all), false);
    }

    /**
     * Opens and does not seal: answers are saved plain. The first step where encryption is switched on while a service runs
     * in several processes, and the last before the keys go away where it is switched off.
     *
     * @throws SettingException if two keys have one id, or one secret, or there is none
     */
    public static KeyRing opening(SealingKey... keys) {
        return opening(Arrays.asList(keys));
    }

    /** As {@link #opening(SealingKey...)}. */
    public static KeyRing opening(Collection<SealingKey> keys) {
        if (keys.isEmpty()) {
            throw new SettingException("keys", "are none: encryption at rest needs at least one key");
        }
        return new KeyRing(Optional.empty(), byId(keys), false);
    }

    /**
     * The same keys, for a store in which every answer has to be sealed: a plain one is not replayed, and its work is not
     * done again. Without this, answers that were saved before encryption are replayed as they are, and so is whatever
     * somebody with write access to the store has put there.
     */
    public KeyRing refusingPlain() {
        if (current.isEmpty()) {
            throw new SettingException(
                    "plain", "is refused, and there is no current key, so that answers would be saved plain");
        }
        return new KeyRing(current, keys, true);
    }

    private static Map<String, SealingKey> byId(Collection<SealingKey> keys) {
        Map<String, SealingKey> byId = new LinkedHashMap<>();
        for (SealingKey key : keys) {
            byId.values().stream().filter(key::hasSecretOf).findFirst().ifPresent(same -> {
                throw new SettingException(
                        "keys",
                        "'" + same.id() + "' and '" + key.id()
                                + "' are one secret: a new key needs a new one, made with: openssl rand -base64 32");
            });
            if (byId.put(key.id(), key) != null) {
                throw new SettingException("keys", "two of them are called '" + key.id() + "': an id names one secret");
            }
        }
        return byId;
    }

    /** The key that seals; none where answers are saved plain. */
    public Optional<SealingKey> current() {
        return current;
    }

    /** Whether only sealed answers are replayed. */
    public boolean refusesPlain() {
        return refusesPlain;
    }

    Optional<SealingKey> key(String id) {
        return Optional.ofNullable(keys.get(id));
    }

    /** What it does, in a sentence for people: the names of the keys, and nothing of their secrets. */
    public String describe() {
        String older = keys.keySet().stream()
                .filter(id -> current.map(key -> !key.id().equals(id)).orElse(true))
                .collect(Collectors.joining(", "));
        return current.map(key -> "Saved answers are sealed (XAES-256-GCM) with the key '" + key.id() + "'")
                        .orElse("Saved answers are not sealed")
                + (older.isEmpty() ? "" : "; what is sealed with " + older + " is opened")
                + (refusesPlain ? "; plain ones are refused." : "; plain ones are replayed.");
    }

    /** The names of the keys, for messages. */
    String names() {
        return String.join(", ", keys.keySet());
    }

    /** Whether it does the same with the same keys. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyRing ring
                && current.equals(ring.current)
                && keys.equals(ring.keys)
                && refusesPlain == ring.refusesPlain;
    }

    @Override
    public int hashCode() {
        return Objects.hash(current, keys, refusesPlain);
    }

    /** Shows the names only (R27). */
    @Override
    public String toString() {
        return "KeyRing[" + describe() + "]";
    }
}
