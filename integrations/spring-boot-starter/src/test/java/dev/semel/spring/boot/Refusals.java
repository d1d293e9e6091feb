// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Why an application did not start, as Boot says it. */
final class Refusals {

    private Refusals() {}

    static FailureAnalysis ofRun(Booted.Setting setting) {
        return of(() -> setting.run().close());
    }

    static FailureAnalysis ofServe(Booted.Setting setting) {
        return of(() -> setting.serve().close());
    }

    private static FailureAnalysis of(Runnable start) {
        Throwable thrown = catchThrowable(start::run);
        if (thrown == null) {
            throw new AssertionError("the application started");
        }
        return Objects.requireNonNull(
                new SetupFailureAnalyzer().analyze(thrown), () -> "nobody can say why it did not start: " + thrown);
    }
}
