// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.SettingException;
import dev.semel.seal.KeyRing;
import dev.semel.seal.SealingKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what saved answers are sealed with. A secret is in no complaint, wherever it came from. Stateless. */
final class EncryptionReader {

    /** In place of a current key: what is sealed is opened, and nothing is sealed. Said aloud, since it is easily forgotten. */
    private static final String NONE = "none";

    private EncryptionReader() {}

    static Optional<KeyRing> read(Section root) {
        if (!root.has("encryption")) {
            return Optional.empty();
        }
        Section section = root.section("encryption");
        Map<String, SealingKey> keys = keys(section.section("keys"));
        String current = section.text("current");
        boolean strict =
                section.word("plain", Map.of("replay", false, "refuse", true)).orElse(false);
        section.done();
        if (!current.equals(NONE) && !keys.containsKey(current)) {
            throw section.bad("current", "names no key: it is \"none\", or one of " + keys.keySet());
        }
        SealingKey sealing = keys.remove(current);
        try {
            KeyRing ring = sealing == null ? KeyRing.opening(keys.values()) : KeyRing.of(sealing, keys.values());
            return Optional.of(strict ? ring.refusingPlain() : ring);
        } catch (SettingException e) {
            throw section.bad(e.setting(), "cannot be so: " + e.getMessage());
        }
    }

    private static Map<String, SealingKey> keys(Section section) {
        Map<String, SealingKey> keys = new LinkedHashMap<>();
        section.texts().forEach((id, secret) -> keys.put(id, key(section, id, secret)));
        return keys;
    }

    private static SealingKey key(Section section, String id, String secret) {
        if (id.equals(NONE)) {
            throw section.bad(id, "is no name of a key: it says that there is no current one");
        }
        try {
            return SealingKey.of(id, secret);
        } catch (SettingException e) {
            throw section.bad(id, "cannot be used: " + e.getMessage());
        }
    }
}
