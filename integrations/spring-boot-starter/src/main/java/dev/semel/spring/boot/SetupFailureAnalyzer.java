// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Boot's own way to say why an application does not start. */
final class SetupFailureAnalyzer extends AbstractFailureAnalyzer<SetupException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SetupException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
