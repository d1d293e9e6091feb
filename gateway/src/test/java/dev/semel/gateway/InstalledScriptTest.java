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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("The installed command")
class InstalledScriptTest {

    private static final Path PACKAGING = Path.of("../packaging");

    @TempDir
    Path prefix;

    private record Ended(int code, String said) {}

    @BeforeEach
    void install() throws IOException {
        Path bin = Files.createDirectories(prefix.resolve("bin"));
        Files.copy(PACKAGING.resolve("bin/semel"), bin.resolve("semel"));
        assertThat(bin.resolve("semel").toFile().setExecutable(true)).isTrue();
        Files.createDirectories(prefix.resolve("lib/semel"));
    }

    /** What the build packs into one jar, by reference. */
    private void installJar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        String classes = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes);
        new JarOutputStream(Files.newOutputStream(prefix.resolve("lib/semel/semel.jar")), manifest).close();
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(prefix.resolve("bin/semel").toString()), Arrays.stream(arguments))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SEMEL_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Xmx64m");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @Test
    @DisplayName("does what its argument says, and ends with its code")
    void commands() throws Exception {
        installJar();
        Path wrong = Files.writeString(prefix.resolve("semel.yaml"), "listen: x\n");
        assertThat(run("version")).isEqualTo(new Ended(0, "semel (not packaged)\n"));
        Ended checked = run("check-config", wrong.toString());
        assertThat(checked.code()).isEqualTo(1);
        assertThat(checked.said()).contains("semel.yaml:");
        assertThat(run("dance").code()).isEqualTo(2);
    }

    @Test
    @DisplayName("says what is missing")
    void missing() throws Exception {
        Ended ended = run("version");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said()).contains("there is no " + prefix.toRealPath().resolve("lib/semel/semel.jar"));
    }

    @Test
    @DisplayName("is what the systemd unit starts and reloads")
    void unit() throws IOException {
        String unit = Files.readString(PACKAGING.resolve("systemd/semel-gateway.service"));
        assertThat(unit)
                .contains("ExecStart=/usr/bin/semel serve --config /etc/semel/semel.yaml\n")
                .contains("ExecReload=/bin/kill -HUP $MAINPID\n")
                .contains("NoNewPrivileges=yes\n");
    }
}
