// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.jdbc.JdbcStore;
import dev.semel.seal.SealedStore;
import dev.semel.spring.Idempotent;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.javapoet.ClassName;

@Tag("http")
@DisplayName("Processed ahead of time")
class AotTest {

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    private Path folder;

    @Test
    @DisplayName("a native image is told of statements, scripts and annotations")
    void hints() {
        RuntimeHints hints = new RuntimeHints();

        new SemelRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(RuntimeHintsPredicates.resource().forResource("dev/semel/redis/renew.lua"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/semel/jdbc/postgresql/settle.sql"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/semel/other.sql"))
                .rejects(hints);
        assertThat(RuntimeHintsPredicates.proxies().forInterfaces(Idempotent.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(Idempotent.class)).accepts(hints);
        assertThat(RuntimeHintsPredicates.proxies()
                        .forInterfaces(SealedStore.faces(JdbcStore.class).toArray(Class<?>[]::new)))
                .accepts(hints);
    }

    @Test
    @DisplayName(
            "a native image is told of a bean's protected methods, what they take and return, and of nothing else of it")
    void hintsOfCalls() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerBeanDefinition("invoices", new RootBeanDefinition(InvoicesBean.class));
        beans.registerBeanDefinition("other", new RootBeanDefinition(AotApplication.Desk.class));
        BeanRegistrationAotProcessor processor =
                AotServices.factories().load(BeanRegistrationAotProcessor.class).stream()
                        .filter(CallHints.class::isInstance)
                        .findFirst()
                        .orElseThrow();
        GenerationContext context = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("generated", "Hints")), new InMemoryGeneratedFiles());

        processor.processAheadOfTime(RegisteredBean.of(beans, "invoices")).applyTo(context, null);
        BeanRegistrationAotContribution ofHandlers = processor.processAheadOfTime(RegisteredBean.of(beans, "other"));

        RuntimeHints hints = context.getRuntimeHints();
        assertThat(ofHandlers).as("a handler's values are saved by nobody").isNull();
        assertThat(invoked(hints, InvoicesBean.class))
                .contains("send", "perhaps", "list")
                .doesNotContain("numberTwice");
        assertThat(invoked(hints, InvoicesBean.Invoice.class))
                .as("asked by the key's expression")
                .contains("id");
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(InvoicesBean.Receipt.class)
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .as("read again by Jackson, also within an Optional or a list of maps")
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(AotApplication.Desk.class))
                .rejects(hints);
    }

    /** By name: the two lines of Boot have different predicates for it. */
    private static Set<String> invoked(RuntimeHints hints, Class<?> type) {
        return hints.reflection()
                .getTypeHint(type)
                .methods()
                .filter(method -> method.getMode() == ExecutableMode.INVOKE)
                .map(ExecutableHint::getName)
                .collect(Collectors.toSet());
    }

    @Test
    @DisplayName("an application starts from what was generated, and protects its handlers and methods as ever")
    void runs() throws Exception {
        Path sources = folder.resolve("sources");
        Path classes = folder.resolve("classes");
        java(List.of(
                "org.springframework.boot.SpringApplicationAotProcessor",
                AotApplication.class.getName(),
                sources.toString(),
                classes.toString(),
                classes.toString(),
                "dev.semel",
                "aot-test"));
        compile(sources, classes);

        String said = java(List.of("-Dspring.aot.enabled=true", AotApplication.class.getName()), classes);

        assertThat(said).contains("AOT true, first 200 run 1, retry 200 run 1 replayed true, called 1, again 1");
    }

    private static void compile(Path sources, Path classes) throws IOException {
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classes + File.pathSeparator + CLASS_PATH));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).as("the compiler's exit code").isZero();
    }

    private String java(List<String> arguments, Path... first) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp"));
        String extra = Stream.of(first).map(path -> path + File.pathSeparator).reduce("", String::concat);
        command.add(extra + CLASS_PATH);
        arguments.stream().filter(argument -> argument.startsWith("-")).forEach(command::add);
        Booted.of().lines().forEach(line -> command.add("-D" + line));
        arguments.stream().filter(argument -> !argument.startsWith("-")).forEach(command::add);
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
