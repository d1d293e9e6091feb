// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Catches what is logged under dev.semel, and keeps it from the console meanwhile. */
final class LogLines extends Handler {

    private final Logger logger = Logger.getLogger("dev.semel");
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final SimpleFormatter formatter = new SimpleFormatter();

    LogLines() {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
    }

    /** Each with its level, its message and its stack trace. */
    List<String> all() {
        return lines;
    }

    long containing(String part) {
        return lines.stream().filter(line -> line.contains(part)).count();
    }

    @Override
    public void publish(LogRecord record) {
        lines.add(record.getLevel() + " " + formatter.format(record));
    }

    @Override
    public void flush() {
        // Nothing is kept back.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
