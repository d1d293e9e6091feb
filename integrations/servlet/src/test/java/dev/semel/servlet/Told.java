// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.event.EventListener;
import dev.semel.event.SemelEvent;
import dev.semel.micrometer.SemelMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** All that anybody but the client and the handler is told: log lines of every level, events, meters and problems. */
final class Told extends Handler implements EventListener, AutoCloseable {

    private static final Logger OURS = Logger.getLogger("dev.semel");
    private static final Logger ROOT = Logger.getLogger("");

    final MeterRegistry registry = new SimpleMeterRegistry();
    final SemelMeters meters = SemelMeters.of(registry);
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();

    Told() {
        OURS.setLevel(Level.ALL);
        setLevel(Level.ALL);
        ROOT.addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        if (String.valueOf(record.getLoggerName()).startsWith("dev.semel")) {
            // With its stack trace, and what its message has no place for.
            logged.add(formatter.format(record) + Arrays.toString(record.getParameters()));
        }
    }

    @Override
    public void on(SemelEvent event) {
        heard.add(event.describe() + " " + event);
        meters.on(event);
    }

    void answer(HttpResponse<String> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.startsWith("application/problem+json")) {
            problems.add(response.headers().map() + " " + response.body());
        }
    }

    List<String> logged() {
        return logged;
    }

    List<String> heard() {
        return heard;
    }

    List<String> problems() {
        return problems;
    }

    List<String> metered() {
        return registry.getMeters().stream()
                .map(meter -> meter.getId() + " " + meter.getId().getDescription())
                .toList();
    }

    void assertNothingSecret() {
        for (List<String> texts : List.of(logged, heard, metered(), problems)) {
            for (String secret : List.of(SecretStore.KEY, SecretStore.TENANT, SecretStore.BODY)) {
                assertThat(texts).noneMatch(text -> text.contains(secret));
            }
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        ROOT.removeHandler(this);
        OURS.setLevel(null);
    }
}
