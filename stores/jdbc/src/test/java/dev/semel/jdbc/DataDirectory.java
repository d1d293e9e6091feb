// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** Copies a running server's files, as pg_basebackup does, which the embedded server does not have. */
final class DataDirectory {

    /** The folders stay, empty; what is in them belongs to the running server, or is fetched from it. */
    private static final Set<String> EMPTY = Set.of("pg_wal", "pg_replslot", "pg_dynshmem", "pg_stat_tmp", "pg_notify");

    private static final Set<String> LEFT_OUT =
            Set.of("postmaster.pid", "postmaster.opts", "epg-lock", "standby.signal", "backup_label");

    private DataDirectory() {}

    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                boolean isEmpty = folder.getParent().equals(from)
                        && EMPTY.contains(folder.getFileName().toString());
                // With its permissions: a server refuses a data directory that others could read.
                Files.copy(folder, to.resolve(from.relativize(folder)), StandardCopyOption.COPY_ATTRIBUTES);
                return isEmpty ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!LEFT_OUT.contains(file.getFileName().toString())) {
                    copyFile(file, to.resolve(from.relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return gone(failure);
            }
        });
    }

    private static void copyFile(Path file, Path copy) throws IOException {
        try {
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            gone(e);
        }
    }

    /** A server removes files while it runs; whatever the copy needs of them is in the log. */
    private static FileVisitResult gone(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
