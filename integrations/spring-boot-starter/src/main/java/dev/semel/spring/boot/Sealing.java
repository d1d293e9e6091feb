// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.SettingException;
import dev.semel.seal.KeyRing;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import dev.semel.spi.IdempotencyStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What saved answers are sealed with: the keys in the properties, or a bean that brings them from elsewhere. Stateless. */
final class Sealing {

    private static final System.Logger LOG = System.getLogger("dev.semel.spring");

    private static final String KEYS = "semel.encryption.keys";
    private static final String CURRENT = "semel.encryption.current";

    /** In place of a current key; said aloud, since it is easily forgotten. */
    private static final String NONE = "none";

    private Sealing() {}

    /** The store, sealed if there are keys; they are looked at before it is opened. */
    static IdempotencyStore over(
            Supplier<IdempotencyStore> opening, EncryptionProperties properties, @Nullable KeyRing bean) {
        KeyRing keys = keys(properties, bean);
        IdempotencyStore store = opening.get();
        if (keys == null) {
            return store;
        }
        LOG.log(System.Logger.Level.INFO, keys.describe());
        return SealedStore.over(store, keys);
    }

    /** Refuses keys that nothing is sealed with, since the store is a bean of the application's own: somebody believes in them. */
    static void requireUsed(IdempotencyStore store, EncryptionProperties properties, @Nullable KeyRing bean) {
        if ((properties.isSet() || bean != null) && !(store instanceof SealedStore)) {
            throw new SetupException(
                    "There are keys for encryption at rest, and the store is a bean of the application's own, which is not"
                            + " sealed with them.",
                    "Let that bean be SealedStore.over(store, keys). Or take the keys away: " + KEYS
                            + ", or the bean of type KeyRing.");
        }
    }

    private static @Nullable KeyRing keys(EncryptionProperties properties, @Nullable KeyRing bean) {
        if (!properties.isSet()) {
            return bean;
        }
        if (bean != null) {
            throw new SetupException(
                    "There are keys for encryption at rest in " + KEYS + ", and in a bean of type KeyRing.",
                    "Take one of them away.");
        }
        return keys(properties);
    }

    private static KeyRing keys(EncryptionProperties properties) {
        Map<String, SealingKey> keys = new LinkedHashMap<>();
        properties.keys().forEach((id, secret) -> keys.put(id, key(id, secret)));
        String current = properties.current();
        if (current == null || !(current.equals(NONE) || keys.containsKey(current))) {
            throw refused(
                    CURRENT,
                    "it is the id of the key that saved answers are sealed with, one of " + keys.keySet()
                            + ", or \"none\" to open only");
        }
        SealingKey sealing = keys.remove(current);
        try {
            KeyRing ring = sealing == null ? KeyRing.opening(keys.values()) : KeyRing.of(sealing, keys.values());
            return properties.plain() == PlainAnswers.REFUSE ? ring.refusingPlain() : ring;
        } catch (SettingException e) {
            throw refused("semel.encryption." + e.setting(), e.getMessage());
        }
    }

    private static SealingKey key(String id, String secret) {
        if (id.equals(NONE)) {
            throw refused(KEYS + "[" + id + "]", "it says that there is no current key, and is no name of one");
        }
        try {
            return SealingKey.of(id, secret);
        } catch (SettingException e) {
            throw refused(KEYS + "[" + id + "]", e.getMessage());
        }
    }

    private static SetupException refused(String property, @Nullable String why) {
        return new SetupException(property + " cannot be used: " + why, "Change " + property + ".");
    }
}
