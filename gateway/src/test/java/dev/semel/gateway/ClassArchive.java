// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * An archive of the classes that a gateway loads, for tests that start many: from it the next ones are ready in half the time.
 * Virtual machines archive nothing that comes from folders, so that the class path's are made jars.
 */
final class ClassArchive {

    private final String classPath;
    private final Path file;

    private ClassArchive(String classPath, Path file) {
        this.classPath = classPath;
        this.file = file;
    }

    /** What a gateway of this configuration has loaded until it was ready, and to its end. */
    static ClassArchive of(Path configuration, Path folder) throws IOException, InterruptedException {
        ClassArchive archive = new ClassArchive(asJars(folder), folder.resolve("gateway.jsa"));
        GatewayProcess first = GatewayProcess.launch(
                configuration, archive.classPath, "-Xlog:disable", "-XX:ArchiveClassesAtExit=" + archive.file);
        first.awaitReady();
        first.stop();
        if (!Files.exists(archive.file)) {
            throw new IOException("the virtual machine has made no archive of its classes");
        }
        return archive;
    }

    /** Starts another one, for later. */
    GatewayProcess launch(Path configuration) throws IOException {
        return GatewayProcess.launch(configuration, classPath, "-XX:SharedArchiveFile=" + file);
    }

    private static String asJars(Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            entries.add(Files.isDirectory(path) ? jar(path, folder.resolve(entries.size() + ".jar")) : entry);
        }
        return String.join(File.pathSeparator, entries);
    }

    private static String jar(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> add(out, classes.relativize(file).toString(), file));
        }
        return jar.toString();
    }

    private static void add(JarOutputStream out, String name, Path file) {
        try {
            out.putNextEntry(new JarEntry(name));
            Files.copy(file, out);
            out.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
