// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.List;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs a contract inside a test, on something that may be wrong on purpose. */
final class Trial {

    /** The one group that waits for real would wait for each store again. */
    private static final PostDiscoveryFilter WITHOUT_WAITING =
            test -> FilterResult.includedIf(!test.getUniqueId().toString().contains("nested-class:RealTime"));

    private Trial() {}

    /** The sentences that fail; each must fail by what it asserts, not by a crash. */
    static List<String> rejecting(String engine, Class<?> contract, Path folder) {
        List<Event> failures = EngineTestKit.engine(engine)
                .selectors(selectClass(contract))
                .filters(WITHOUT_WAITING)
                .configurationParameter(
                        "jqwik.database", folder.resolve("jqwik").toString())
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                // What jqwik has to say about its use it says once, in the run that this one is part of.
                .configurationParameter("jqwik.hideAntiAiClause", "true")
                .execute()
                .testEvents()
                .failed()
                .list();
        assertThat(failures).allSatisfy(failure -> assertThat(thrown(failure)).isInstanceOf(AssertionError.class));
        return failures.stream()
                .map(failure -> failure.getTestDescriptor().getDisplayName())
                .toList();
    }

    private static Throwable thrown(Event failure) {
        return failure.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }
}
