// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("README.md of the example")
class ReadmeTest {

    private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\\n(.*?)^```");
    private static final Pattern SETTINGS = Pattern.compile("(?m)^(spring|semel)\\.[a-z.-]+=.*$");
    private static final Path SERVICE = Path.of("src/main/java/dev/semel/examples/payments/service");

    private final String page = read(Path.of("README.md"));

    /** All classes of the service, which the compiler has seen. */
    private static String sources() throws IOException {
        try (Stream<Path> files = Files.list(SERVICE)) {
            return files.map(ReadmeTest::read).collect(Collectors.joining("\n"));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException("there is no " + file.toAbsolutePath(), e);
        }
    }

    /** Without the indentation, which is another within a class. */
    private static String plain(String code) {
        return code.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private static List<String> all(Pattern pattern, String text, int group) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(group))
                .toList();
    }

    @Test
    @DisplayName("shows code of the service as it is, and so as it was compiled")
    void snippets() throws IOException {
        String sources = plain(sources());
        assertThat(all(SNIPPET, page, 1))
                .hasSizeGreaterThan(5)
                .allSatisfy(snippet -> assertThat(sources).contains(plain(snippet)));
        assertThat(sources).doesNotContain(plain("return book.enter(taken, twice);"));
    }

    @Test
    @DisplayName("shows settings as they are")
    void settings() {
        List<String> lines = read(Path.of("src/main/resources/application.properties"))
                .lines()
                .toList();
        assertThat(all(SETTINGS, page, 0)).hasSizeGreaterThan(2).isSubsetOf(lines);
    }

    @Test
    @DisplayName("links to files that are there")
    void links() {
        assertThat(all(Pattern.compile("\\]\\(([^)#]+)\\)"), page, 1))
                .hasSizeGreaterThan(5)
                .allSatisfy(link -> assertThat(Path.of(link)).exists());
    }
}
