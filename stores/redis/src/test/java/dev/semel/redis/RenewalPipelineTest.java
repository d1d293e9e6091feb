// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.RedisProcess;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The renewals of all leases")
class RenewalPipelineTest {

    private static final int LEASES = 300;
    private static final Duration DELAY = Duration.ofMillis(50);

    @Test
    @DisplayName("R9: go in one pipeline: a slow network holds them up once, not each of them")
    void onePipeline() throws Exception {
        try (RedisProcess server = RedisProcess.start();
                Wire wire = new Wire(server.port());
                RedisStore store = RedisStore.at("redis://127.0.0.1:" + wire.port())
                        .callLimit(Duration.ofSeconds(30))
                        .build()) {
            List<Renewal> renewals =
                    claimed(store).stream().map(Commands::renewal).toList();
            wire.delayAnswers(DELAY);
            long began = System.nanoTime();

            List<RenewAnswer> answers = Commands.now(store.renew(renewals));

            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertThat(answers).hasSize(LEASES).containsOnly(RenewAnswer.RENEWED);
            assertThat(took)
                    .as("one after the other they would take " + DELAY.multipliedBy(LEASES))
                    .isGreaterThanOrEqualTo(DELAY)
                    .isLessThan(DELAY.multipliedBy(LEASES).dividedBy(3));
        }
    }

    private static List<Claim> claimed(RedisStore store) {
        List<Claim> claims = Stream.generate(() -> Commands.claim(Commands.freshId()))
                .limit(LEASES)
                .toList();
        List<CompletionStage<ClaimAnswer>> answers =
                claims.stream().map(store::claim).toList();
        assertThat(answers).map(Commands::now).hasOnlyElementsOfType(ClaimAnswer.Granted.class);
        return claims;
    }
}
