// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The temporary files of this process, which have no names: what a failing disk does to them. */
final class SpilledFiles {

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    private SpilledFiles() {}

    /** Loses all but the beginning of each of them; fails where there is none, or where the system has no such folder. */
    static void loseAllBut(long bytes) throws IOException {
        int lost = 0;
        for (Path file : openFiles()) {
            if (isSpilled(file)) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(bytes);
                    lost++;
                } catch (NoSuchFileException closed) {
                    // That of a request before, which has just let go of it.
                }
            }
        }
        if (lost == 0) {
            throw new AssertionError("no temporary file was found: nothing can be lost");
        }
    }

    private static List<Path> openFiles() throws IOException {
        try (Stream<Path> files = Files.list(OPEN_FILES)) {
            return files.toList();
        }
    }

    private static boolean isSpilled(Path file) throws IOException {
        try {
            String target = Files.readSymbolicLink(file).toString();
            return target.contains("/semel-") && target.endsWith(".body (deleted)");
        } catch (NoSuchFileException closed) {
            return false;
        }
    }
}
