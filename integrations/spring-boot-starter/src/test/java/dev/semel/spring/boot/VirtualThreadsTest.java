// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("An application on virtual threads")
class VirtualThreadsTest {

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    @Test
    @DisplayName("runs a request once, also when many are sent at once, and lets retries wait")
    void runsOnce() throws Exception {
        Optional<Path> jdk = newerJdk();
        assumeTrue(jdk.isPresent(), "no JDK with virtual threads is installed");

        Process shop = new ProcessBuilder(List.of(
                        jdk.get().resolve("bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        VirtualShop.class.getName()))
                .redirectErrorStream(true)
                .start();
        String said = new String(shop.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).contains("once");
        assertThat(shop.waitFor()).as(said).isZero();
    }

    /** The class files are for every JDK from 17 on: so this costs no second build. */
    private static Optional<Path> newerJdk() throws IOException {
        String named = System.getenv("SEMEL_NEWER_JDK");
        Path folder = Path.of("/usr/lib/jvm");
        try (Stream<Path> installed = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            return Stream.concat(Stream.ofNullable(named).map(Path::of), installed)
                    .filter(home -> version(home) >= FIRST_WITH_VIRTUAL_THREADS)
                    .max(Comparator.comparing(VirtualThreadsTest::version));
        }
    }

    private static int version(Path home) {
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
