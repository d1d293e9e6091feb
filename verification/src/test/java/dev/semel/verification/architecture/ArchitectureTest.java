// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The architecture's rule")
class ArchitectureTest {

    private static final Names REAL = new Names("dev.semel");
    private static final Names FIXTURE = new Names("dev.semel.verification.architecture.fixture");
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(REAL.root());
    private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(FIXTURE.root());

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("holds:")
    void holds(Arrow arrow) {
        EvaluationResult result = arrow.in(REAL).evaluate(PRODUCTION);

        assertThat(result.getFailureReport().getDetails()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("can fail:")
    void canFail(Arrow arrow) {
        EvaluationResult result = arrow.in(FIXTURE).evaluate(FIXTURES);

        assertThat(result.getFailureReport().getDetails())
                .isNotEmpty()
                .anyMatch(detail -> detail.contains("." + arrow.culprit()));
    }

    @Test
    @DisplayName("looks at every package there is, and at no test")
    void looksAtEverything() {
        assertThat(PRODUCTION.stream().map(type -> type.getPackageName()))
                .contains(Stream.of(REAL.core())
                        .map(name -> name.replace("..", ""))
                        .toArray(String[]::new))
                .contains(
                        "dev.semel.testkit",
                        "dev.semel.console",
                        "dev.semel.contracts",
                        "dev.semel.gateway",
                        "dev.semel.http",
                        "dev.semel.jdbc",
                        "dev.semel.micrometer",
                        "dev.semel.opentelemetry",
                        "dev.semel.redis",
                        "dev.semel.servlet",
                        "dev.semel.spring",
                        "dev.semel.spring.boot",
                        "dev.semel.spring.test",
                        "dev.semel.webflux")
                .noneMatch(name -> name.startsWith("dev.semel.verification"));
    }
}
