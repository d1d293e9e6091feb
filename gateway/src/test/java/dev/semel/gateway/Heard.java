// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines of a logger, without their parameters, from now on until it is closed. */
final class Heard extends Handler implements AutoCloseable {

    private final Logger logger;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Heard(Logger logger) {
        this.logger = logger;
        logger.addHandler(this);
    }

    static Heard of(String logger) {
        return new Heard(Logger.getLogger(logger));
    }

    /** Waits for the next one. */
    String next() throws InterruptedException {
        return String.valueOf(lines.poll(20, TimeUnit.SECONDS));
    }

    /** All that have come besides. */
    List<String> more() {
        List<String> all = new ArrayList<>();
        lines.drainTo(all);
        return all;
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
