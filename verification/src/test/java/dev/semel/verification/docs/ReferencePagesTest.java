// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.semel.IdempotencyBuilder;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.console.ConsoleBuilder;
import dev.semel.http.HttpIdempotencyBuilder;
import dev.semel.http.HttpPolicyBuilder;
import dev.semel.http.Problem;
import dev.semel.key.KeyProblem;
import dev.semel.micrometer.SemelMeters;
import dev.semel.spring.Idempotent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The reference pages leave nothing out")
class ReferencePagesTest {

    @Test
    @DisplayName("docs/errors.md has every code that a refused key can have")
    void everyKeyCode() {
        String page = Repository.read("docs/errors.md");

        assertThat(KeyProblem.Kind.values())
                .extracting(kind -> new KeyProblem(kind, 1).code())
                .allSatisfy(code -> assertThat(page).contains("`" + code + "` |"));
    }

    @Test
    @DisplayName("docs/errors.md has every problem of HTTP, as an anchor with its status")
    void everyProblem() {
        String page = Repository.read("docs/errors.md");

        assertThat(Problem.Kind.values())
                .filteredOn(kind -> kind != Problem.Kind.KEY_INVALID)
                .allSatisfy(kind -> assertThat(page)
                        .contains(
                                "| <a id=\"" + kind.code() + "\"></a>`" + kind.code() + "` | " + kind.status() + " |"));
        assertThat(KeyProblem.Kind.values())
                .extracting(kind -> new KeyProblem(kind, 1).code())
                .allSatisfy(code -> assertThat(page).contains("<a id=\"" + code + "\"></a>"));
    }

    @Test
    @DisplayName("docs/settings.md has every setting of an operation, of an engine and of HTTP")
    void everySetting() {
        String page = Repository.read("docs/settings.md");

        assertThat(settings(OperationBuilder.class))
                .contains("lease")
                .allSatisfy(setting -> assertThat(page).contains("| `" + setting + "` |"));
        assertThat(settings(IdempotencyBuilder.class))
                .contains("executor")
                .allSatisfy(setting -> assertThat(page).contains("| `" + setting + "` |"));
        assertThat(settings(HttpIdempotencyBuilder.class))
                .contains("dialect")
                .allSatisfy(setting -> assertThat(page).contains("| `" + setting + "` |"));
        assertThat(settings(HttpPolicyBuilder.class))
                .contains("outcomes")
                .allSatisfy(setting -> assertThat(page).contains("| `" + setting + "` |"));
    }

    @Test
    @DisplayName("docs/settings.md has every setting of a console")
    void everySettingOfAConsole() {
        String page = Repository.read("docs/settings.md");

        assertThat(settings(ConsoleBuilder.class))
                .contains("access")
                .allSatisfy(setting -> assertThat(page).contains("| `" + setting + "` |"));
    }

    @Test
    @DisplayName("docs/errors.md has every exception that users can meet")
    void everyException() {
        String page = Repository.read("docs/errors.md");

        assertThat(exceptions())
                .contains("SettingException", "InvalidValueException", "NotAnsweredException")
                .allSatisfy(exception -> assertThat(page).contains("| `" + exception + "` |"));
    }

    @Test
    @DisplayName("docs/meters.md has every meter, with its tags")
    void everyMeter() {
        String page = Repository.read("docs/meters.md");
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        SemelMeters.of(registry, Operation.named("charges.create").build());

        assertThat(registry.getMeters())
                .isNotEmpty()
                .allSatisfy(
                        meter -> assertThat(page).contains("| `" + meter.getId().getName() + "` |"))
                .flatExtracting(meter -> meter.getId().getTags())
                .filteredOn(tag -> !tag.getKey().equals("operation"))
                .allSatisfy(tag -> assertThat(page).contains("`" + tag.getKey() + "`", "`" + tag.getValue() + "`"));
    }

    @Test
    @DisplayName("docs/spring.md has every attribute of the annotation")
    void everyAttribute() {
        String page = Repository.read("docs/spring.md");

        assertThat(Idempotent.class.getDeclaredMethods())
                .extracting(Method::getName)
                .contains("operation", "pointers")
                .allSatisfy(attribute -> assertThat(page).contains("`" + attribute + "`"));
    }

    private static List<String> exceptions() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.semel").stream()
                        .filter(type -> type.isAssignableTo(Throwable.class))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName)
                        .toList();
    }

    private static List<String> settings(Class<?> builder) {
        return Arrays.stream(builder.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> method.getReturnType() == builder)
                .map(Method::getName)
                .distinct()
                .toList();
    }
}
