// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a jar that is built already, and a Maven that has nothing to do. */
@Tag("http")
@DisplayName("The script of a clone")
class CloneScriptTest {

    private static final List<String> SOURCES = List.of(
            "core",
            "http",
            "console",
            "stores",
            "gateway/target",
            "integrations/micrometer",
            "integrations/opentelemetry",
            "bin");

    @TempDir
    Path folder;

    private Path clone;

    @BeforeEach
    void build() throws IOException {
        clone = folder.resolve("clone");
        for (String source : SOURCES) {
            Files.createDirectories(clone.resolve(source));
        }
        Files.copy(Path.of("../semel"), clone.resolve("semel"));
        Files.copy(Path.of("../pom.xml"), clone.resolve("pom.xml"));
        Files.writeString(clone.resolve("bin/mvn"), "#!/bin/sh\n");
        assertThat(clone.resolve("semel").toFile().setExecutable(true)).isTrue();
        assertThat(clone.resolve("bin/mvn").toFile().setExecutable(true)).isTrue();
        packJar(clone.resolve("gateway/target/semel.jar"));
    }

    private static void packJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        String classes = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }

    @Test
    @DisplayName("finds the files of its arguments where it is called, and not in the clone")
    void calledFromElsewhere() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("own.yaml"), "listen: x\n");
        ProcessBuilder builder = new ProcessBuilder("../clone/semel", "check-config", "own.yaml")
                .directory(elsewhere.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", clone.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
        builder.environment().put("SEMEL_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Xmx64m");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(said).contains("own.yaml:1: ").doesNotContain("cannot be read");
    }
}
