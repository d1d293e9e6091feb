// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.event.EventListener;
import dev.semel.event.KeyRef;
import dev.semel.event.SemelEvent;
import dev.semel.key.KeyHash;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Hands events to the listeners, each through a mailbox of its own; a request never waits for any of them. */
final class EventHub implements AutoCloseable {

    private final List<Mailbox> mailboxes;
    private final List<Mailbox> observers;
    private final KeyHash keyHash;

    EventHub(List<EventListener> observers, boolean logs, KeyHash keyHash) {
        Stream<Mailbox> log = logs ? Stream.of(new Mailbox(new LogListener())) : Stream.empty();
        this.observers = observers.stream().map(Mailbox::new).toList();
        this.mailboxes = Stream.concat(log, this.observers.stream()).toList();
        this.keyHash = keyHash;
    }

    KeyRef key(Intent intent) {
        return new KeyRef(intent.recordId(), keyHash);
    }

    /** Tells everybody; the event is not even made when nobody listens. */
    void publish(Supplier<SemelEvent> event) {
        put(event, mailboxes);
    }

    /** Tells of everyday life, which the log does not want: the event is not made when only the log listens. */
    void note(Supplier<SemelEvent> event) {
        put(event, observers);
    }

    private static void put(Supplier<SemelEvent> event, List<Mailbox> mailboxes) {
        if (!mailboxes.isEmpty()) {
            SemelEvent made = event.get();
            mailboxes.forEach(mailbox -> mailbox.put(made));
        }
    }

    @Override
    public void close() {
        mailboxes.forEach(Mailbox::close);
    }
}
