// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.event.EventListener;
import dev.semel.event.SemelEvent;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers every event. They come on a thread of the engine's: close the engine before looking. */
final class Events implements EventListener {

    private final Queue<SemelEvent> heard = new ConcurrentLinkedQueue<>();

    @Override
    public void on(SemelEvent event) {
        heard.add(event);
    }

    List<SemelEvent> all() {
        return List.copyOf(heard);
    }

    <E extends SemelEvent> List<E> all(Class<E> kind) {
        return heard.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
