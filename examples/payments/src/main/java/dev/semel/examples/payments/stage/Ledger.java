// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The provider's book, a line of JSON for each entry, on the disk before anybody hears of it. It knows the keys of all entries:
 * the same request comes to the same entry. Safe for use by several threads.
 */
final class Ledger implements Closeable {

    /** The card of tests that have no money. */
    static final String EMPTY_CARD = "tok_declined";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final FileChannel file;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> byKey = new HashMap<>();

    private Ledger(FileChannel file) {
        this.file = file;
    }

    static Ledger open(Path path) throws IOException {
        Ledger ledger = new Ledger(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        if (ledger.file.tryLock() == null) {
            throw new IOException("another provider writes its ledger to " + path);
        }
        String text = Files.readString(path);
        // What follows the last line break was being written when the power went: nobody has heard of it.
        int whole = text.lastIndexOf('\n') + 1;
        text.substring(0, whole).lines().forEach(line -> ledger.remember(JSON.readValue(line, Entry.class)));
        ledger.file.truncate(text.substring(0, whole).getBytes(StandardCharsets.UTF_8).length);
        ledger.file.position(ledger.file.size());
        return ledger;
    }

    /** Does what is asked and has not been done under this key; the entry says how it ended. */
    synchronized Entry enter(Entry asked, @Nullable String card) throws IOException {
        Entry known = asked.key() == null ? null : byKey.get(asked.key());
        if (known != null) {
            return known;
        }
        Entry entry = asked.written(newId(asked.kind()), refusal(asked, card));
        ByteBuffer line = ByteBuffer.wrap((JSON.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            file.write(line);
        }
        file.force(false);
        remember(entry);
        return entry;
    }

    /** Unlike those of any ledger before this one: the service's rows may be older. */
    private static String newId(Entry.Kind kind) {
        String random = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
        return (kind == Entry.Kind.CHARGE ? "ch_" : "re_") + random;
    }

    private @Nullable String refusal(Entry asked, @Nullable String card) {
        if (asked.kind() == Entry.Kind.CHARGE) {
            return EMPTY_CARD.equals(card) ? "The card was declined: nothing was charged." : null;
        }
        return asked.amount() > left(asked.charge()) ? "There is not so much left of this charge to give back." : null;
    }

    private long left(@Nullable String charge) {
        return entries.stream()
                .filter(Entry::moved)
                .mapToLong(entry -> entry.id().equals(charge) ? entry.amount() : entry.takesFrom(charge))
                .sum();
    }

    private void remember(Entry entry) {
        entries.add(entry);
        if (entry.key() != null) {
            byKey.put(entry.key(), entry);
        }
    }

    synchronized Optional<Entry> under(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
