// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The engine contract can fail: it rejects engines that are wrong on purpose, each by a sentence about its defect. */
@DisplayName("The engine contract")
class BrokenEnginesTest {

    private static final List<String> CAUGHT = new ArrayList<>();

    /** The engine that the case below runs on: JUnit makes its instance, so it cannot be told. */
    private static EngineMaker subject = EngineMaker.REAL;

    private final LogLines quiet = new LogLines();

    @AfterEach
    void end() {
        quiet.close();
    }

    @AfterAll
    static void report() {
        System.out.println(String.join("\n", CAUGHT));
    }

    static Stream<Broken> brokenEngines() {
        return Stream.concat(BrokenStoreCalls.all().stream(), BrokenAnswers.all().stream());
    }

    @ParameterizedTest(name = "rejects an engine that {0}")
    @MethodSource("brokenEngines")
    void rejects(Broken broken) {
        List<String> sentences = rejecting(broken.maker());
        List<String> toThePoint = sentences.stream().filter(broken::isMeantBy).toList();
        assertThat(toThePoint)
                .as("sentences about what is wrong with an engine that %s; rejected by %s", broken, sentences)
                .isNotEmpty();
        CAUGHT.add("An engine that " + broken + " is rejected by " + sentences.size() + " sentences: "
                + toThePoint.get(0));
    }

    @Test
    @DisplayName("accepts what the broken engines are made of, so that each is rejected for its defect alone")
    void acceptsTheRightOne() {
        assertThat(rejecting((store, timers, executor, settings) -> new EngineBetween(EngineMaker.REAL.engine(
                        PurgeableBetween.like(store, new StoreBetween(store)), timers, executor, settings))))
                .isEmpty();
    }

    /** The sentences that an assertion fails on this engine. */
    static List<String> rejecting(EngineMaker maker) {
        subject = maker;
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(ContractCase.class))
                .filters(TagFilter.excludeTags("heavy"))
                .execute()
                .testEvents()
                .failed()
                .stream()
                .filter(failure -> thrown(failure) instanceof AssertionError)
                .map(failure -> failure.getTestDescriptor().getDisplayName())
                .toList();
    }

    private static Throwable thrown(Event failure) {
        return failure.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }

    /** The contract on the subject; by its name no build runs it alone. */
    static final class ContractCase extends EngineContract {
        @Override
        EngineMaker maker() {
            return subject;
        }
    }
}
