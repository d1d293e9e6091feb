// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** SIGHUP, which tells a service to read its configuration again. */
final class Hangup {

    private Hangup() {}

    /**
     * Does something on each SIGHUP, on a thread of its own; false where this platform has no such signal, or where
     * whoever started the process has it ignored ({@code nohup}), which Java leaves as it is.
     *
     * <p>Java's only way to a signal is {@code sun.misc.Signal}, which every JDK has and no compiler lets pass without a warning: so it
     * is asked for by name.
     */
    static boolean calls(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            MethodHandle run = MethodHandles.lookup()
                    .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                    .bindTo(action);
            Object calling =
                    MethodHandleProxies.asInterfaceInstance(handler, MethodHandles.dropArguments(run, 0, signal));
            Object hangup = signal.getConstructor(String.class).newInstance("HUP");
            Object before = signal.getMethod("handle", signal, handler).invoke(null, hangup, calling);
            return !handler.getField("SIG_IGN").get(null).equals(before);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
