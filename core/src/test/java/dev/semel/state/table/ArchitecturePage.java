// SPDX-License-Identifier: Apache-2.0
package dev.semel.state.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds ARCHITECTURE.md: the tests run in a module's folder, the page lies above it. */
final class ArchitecturePage {

    private static final String NAME = "ARCHITECTURE.md";

    private ArchitecturePage() {}

    static String text() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            Path page = folder.resolve(NAME);
            if (Files.isRegularFile(page)) {
                return read(page);
            }
        }
        throw new IllegalStateException("no " + NAME + " in " + start + " or above it");
    }

    /** What stands between {@code <!-- opening -->} and the next {@code <!-- end -->}. */
    static String section(String page, String opening) {
        String marker = "<!-- " + opening + " -->";
        int from = page.indexOf(marker);
        int to = page.indexOf("<!-- end -->", from);
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException("the page has no section " + marker + " … <!-- end -->");
        }
        return page.substring(from + marker.length(), to);
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
