// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is said in the log while it is open. */
final class Warnings extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("dev.semel");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Warnings() {
        logger.addHandler(this);
    }

    List<String> all() {
        return lines;
    }

    @Override
    public void publish(LogRecord record) {
        lines.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
