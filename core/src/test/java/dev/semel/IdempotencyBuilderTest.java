// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.key.KeyRules;
import dev.semel.memory.MemoryStore;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The builder of an engine")
class IdempotencyBuilderTest {

    private static IdempotencyBuilder builder() {
        return Idempotency.builder(MemoryStore.create()).developmentMode().withoutLog();
    }

    private static void assertRefused(IdempotencyBuilder builder, String setting, String... says) {
        SettingException refused = catchThrowableOfType(SettingException.class, builder::build);
        assertThat(refused).as("a bad " + setting + " is refused").isNotNull();
        assertThat(refused.setting()).isEqualTo(setting);
        assertThat(refused.getMessage()).startsWith(setting + ": ").contains(says);
    }

    @Test
    @DisplayName("R29: refuses limits that would let nothing through, and names them")
    void limits() {
        assertRefused(builder().storeTimeout(Duration.ZERO), "storeTimeout", "PT0S", "1 ms to 10 min");
        assertRefused(builder().storeTimeout(Duration.ofDays(1)), "storeTimeout", "PT24H", "1 ms to 10 min");
        assertRefused(builder().purgeEvery(Duration.ofSeconds(-1)), "purgeEvery", "PT-1S", "negative", "zero");
        assertRefused(builder().drainTime(Duration.ofSeconds(-1)), "drainTime", "PT-1S", "negative");
        assertRefused(builder().mostTickets(0), "mostTickets", "is 0", "at least 1");
        assertRefused(builder().mostWaiters(-1), "mostWaiters", "is -1", "negative");
    }

    @Test
    @DisplayName(
            "R29: refuses pauses so long that closing or purging could not reckon with them, before a thread starts")
    void endlessPauses() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        assertRefused(builder().drainTime(forever), "drainTime", "not be longer than");
        assertRefused(builder().purgeEvery(forever), "purgeEvery", "not be longer than", "zero");
        try (Idempotency idempotency = builder()
                .drainTime(Duration.ofDays(7))
                .purgeEvery(Duration.ofDays(7))
                .build()) {
            assertThat(idempotency).isNotNull();
        }
    }

    @Test
    @DisplayName("refuses a null where it is given, and names the setting")
    void nulls() {
        assertRefused(Idempotency.builder(null), "store", "is null");
        assertRefused(builder().keyHash(null), "keyHash", "is null");
        assertRefused(builder().storeTimeout(null), "storeTimeout", "is null");
        assertRefused(builder().drainTime(null), "drainTime", "is null");
        assertRefused(builder().purgeEvery(null), "purgeEvery", "is null");
        assertRefused(builder().listener(null), "listener", "is null");
        assertRefused(builder().operations((Operation) null), "operations", "is null");
    }

    @Test
    @DisplayName("makes an engine with threads and timers of its own, which runs, replays and closes")
    void ownThreads() throws Exception {
        Operation operation =
                Operation.webhooks("orders.paid").keyRules(KeyRules.LENIENT).build();
        Intent intent = new Intent(operation, Tenant.sole(), new IdempotencyKey("evt-1"), Fingerprint.of("paid"));
        try (Idempotency idempotency = builder().build()) {
            Handler handler = ticket -> Outcome.completed(Codec.UTF_8.save("attempt " + ticket.attempt()));
            assertThat(idempotency.execute(intent, handler).value(Codec.UTF_8)).isEqualTo("attempt 1");
            assertThat(idempotency.execute(intent, handler).value(Codec.UTF_8)).isEqualTo("attempt 1");
        }
    }

    @Test
    @DisplayName("allows no waiters at all")
    void noWaiters() {
        try (Idempotency idempotency = builder().mostWaiters(0).build()) {
            assertThat(idempotency).isNotNull();
        }
    }
}
