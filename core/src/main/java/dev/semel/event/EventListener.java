// SPDX-License-Identifier: Apache-2.0
package dev.semel.event;

/**
 * Hears events, in order, on a thread of the engine's own. A listener that throws is logged; one that blocks loses
 * events, which are counted; neither hurts a request.
 */
@FunctionalInterface
public interface EventListener {

    /** Takes one event. */
    void on(SemelEvent event);
}
