// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.function.Supplier;

/** Reads the configuration again. What is wrong with it changes nothing, and is said in the log. Safe for use by several threads. */
final class Reloads implements Runnable {

    private static final System.Logger LOG = System.getLogger("dev.semel.gateway");

    private final Service service;
    private final Supplier<Configuration> reader;

    Reloads(Service service, Supplier<Configuration> reader) {
        this.service = service;
        this.reader = reader;
    }

    @Override
    public synchronized void run() {
        try {
            Configuration wanted = reader.get();
            service.reload(wanted);
            LOG.log(
                    System.Logger.Level.INFO,
                    "the configuration was read again: {0} routes, {1} of them protected",
                    wanted.routes().size(),
                    wanted.operations().length);
        } catch (RuntimeException e) {
            service.refusedReload();
            LOG.log(
                    System.Logger.Level.ERROR,
                    "the configuration was read again and NOT TAKEN, the old one stays: {0}",
                    e.getMessage());
        }
    }
}
