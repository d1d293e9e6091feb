// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The kit can fail: it runs the contract on adapters that are wrong on purpose, and each is rejected by a sentence. */
@Tag("http")
@DisplayName("The HTTP contract")
class BrokenAdaptersTest {

    private static final String PROFILE = "semel.rounds";
    private static final List<String> CAUGHT = new ArrayList<>();

    /** The adapter that the case below runs on: JUnit makes its instance, so it cannot be told. */
    private static BrokenAdapters subject = BrokenAdapters.SAVES_COOKIES;

    private static String rounds = "";

    @BeforeAll
    static void fewRounds() {
        rounds = System.getProperty(PROFILE, "ci");
        System.setProperty(PROFILE, "few");
    }

    @AfterAll
    static void report() {
        System.setProperty(PROFILE, rounds);
        System.out.println(String.join("\n", CAUGHT));
    }

    @ParameterizedTest(name = "rejects {0}")
    @EnumSource
    void rejects(BrokenAdapters broken) {
        subject = broken;

        List<String> sentences = rejecting();

        List<String> toThePoint = sentences.stream().filter(broken::isMeantBy).toList();
        assertThat(toThePoint)
                .as("sentences that say what is wrong with %s; it was rejected by %s", broken, sentences)
                .isNotEmpty();
        CAUGHT.add(broken + " is rejected by " + sentences.size() + " sentences: " + toThePoint.get(0));
    }

    @Test
    @DisplayName("is shown to fail by at least fifteen broken adapters")
    void enoughOfThem() {
        assertThat(BrokenAdapters.values()).hasSizeGreaterThanOrEqualTo(15);
    }

    /** The sentences that fail, with the group's name where the sentence is one of several cases. */
    private static List<String> rejecting() {
        Stream<String> failed = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(BrokenCase.class))
                .filters(ofTheGroup())
                .execute()
                .testEvents()
                .failed()
                .stream()
                .map(failure -> sentence(failure.getTestDescriptor()));
        return failed.toList();
    }

    private static PostDiscoveryFilter ofTheGroup() {
        return test ->
                FilterResult.includedIf(test.getUniqueId().toString().contains("nested-class:" + subject.group()));
    }

    private static String sentence(TestDescriptor test) {
        String parent = test.getParent().map(TestDescriptor::getDisplayName).orElse("");
        return test.getDisplayName().contains(":") ? test.getDisplayName() : parent;
    }

    /** The contract on the subject; by its name no build runs it alone. */
    static final class BrokenCase extends HttpContract {
        @Override
        protected HttpHarness open(HttpStage stage) throws Exception {
            return new JdkHarness(stage, (bench, played) -> subject.over(bench.http(), played));
        }
    }
}
