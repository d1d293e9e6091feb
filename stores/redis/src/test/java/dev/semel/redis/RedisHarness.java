// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.contracts.StoreHarness;
import dev.semel.spi.IdempotencyStore;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Two stores on the same servers, with connections of their own, and a hand on the expiry of what they keep. */
final class RedisHarness implements StoreHarness {

    private static final String ELAPSE = script("elapse.lua");
    private static final String COUNT = script("count.lua");
    private static final String FORGET = script("forget.lua");

    private final Fixture fixture;
    private final String prefix;

    private RedisHarness(Fixture fixture, String prefix) {
        this.fixture = fixture;
        this.prefix = prefix;
    }

    /** A view of servers that are used by all tests of a class. */
    static RedisHarness of(Fixture fixture) {
        return new RedisHarness(fixture, fixture.prefix());
    }

    @Override
    public IdempotencyStore store() {
        return fixture.store();
    }

    @Override
    public IdempotencyStore another() {
        return fixture.another();
    }

    @Override
    public void elapse(Duration duration) {
        onEach(ELAPSE, String.valueOf(Millis.of(duration)));
    }

    @Override
    public long stored() {
        return onEach(COUNT, "");
    }

    /** What a test leaves behind is forgotten: the next one begins with nothing. */
    @Override
    public void close() {
        onEach(FORGET, "");
    }

    private long onEach(String script, String argument) {
        long sum = 0;
        for (RedisCommands<String, String> master : fixture.masters()) {
            Long counted = master.eval(script, ScriptOutputType.INTEGER, new String[0], prefix, argument);
            sum += counted;
        }
        return sum;
    }

    private static String script(String name) {
        try (InputStream in = RedisHarness.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Servers with two stores on them, for all tests of a class. */
    interface Fixture {
        String prefix();

        IdempotencyStore store();

        IdempotencyStore another();

        List<RedisCommands<String, String>> masters();
    }
}
