// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The checked-out files. */
final class Repository {

    private static final Path ROOT = root();

    private Repository() {}

    /** Tests run in their module's folder; the root is the folder above that has the script. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isRegularFile(folder.resolve("semel"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("not inside the repository: no folder above has the script semel");
        }
        return folder;
    }

    static String read(String page) {
        try {
            return Files.readString(ROOT.resolve(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All pages, as paths from the root. */
    static List<String> pages() {
        return files(".md");
    }

    /** The simple names of all classes in test and kit sources. */
    static Set<String> classes() {
        return files(".java").stream()
                .map(path -> path.substring(path.lastIndexOf('/') + 1, path.length() - ".java".length()))
                .collect(Collectors.toSet());
    }

    private static List<String> files(String ending) {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.map(path -> ROOT.relativize(path).toString().replace('\\', '/'))
                    .filter(path -> path.endsWith(ending))
                    .filter(path -> !path.contains("target/") && !path.startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
