// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.ClaimAnswer;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The owner of a SQLite file")
class SqliteOwnerTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("semel.db");
    }

    @Test
    @DisplayName("R12: keeps it when the same process tries by classes that were loaded once more")
    void secondClassLoader() throws Exception {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            assertThatThrownBy(this::openByOtherClasses)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            collectGarbage();

            assertThat(another("open")).startsWith("refused");
            SqliteCalls.runs(store, "a-key");
        }
        openByOtherClasses();
    }

    /** As a second application in the same server does, or one that is loaded anew while it is developed. */
    private void openByOtherClasses() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(part).toUri().toURL());
        }
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader other = new URLClassLoader(urls.toArray(URL[]::new), platform)) {
            Class<?> stores = other.loadClass(SqliteStore.class.getName());
            Object builder = stores.getMethod("at", Path.class).invoke(null, file);
            ((AutoCloseable) builder.getClass().getMethod("open").invoke(builder)).close();
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    /** Until something is gone that nothing holds, and what its cleaners close is closed. */
    private static void collectGarbage() {
        WeakReference<Object> nothing = new WeakReference<>(new Object());
        while (nothing.get() != null) {
            System.gc();
        }
    }

    @Test
    @DisplayName("R1, R10: writes nothing any more once another process has taken the file, whatever let it in")
    void fenced() throws IOException {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            SqliteCalls.runs(store, "first");
            Files.delete(folder.resolve("semel.db.lock"));
            assertThat(another("open")).isEqualTo("opened .");

            assertThatThrownBy(() -> SqliteCalls.claims(store, "second"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("another process")
                    .hasMessageContaining(".lock");
            assertThat(SqliteCalls.claims(store, "first")).isInstanceOf(ClaimAnswer.Final.class);
        }
        try (SqliteStore next = SqliteStore.at(file).open()) {
            assertThat(SqliteCalls.claims(next, "first")).isInstanceOf(ClaimAnswer.Final.class);
            assertThat(SqliteCalls.claims(next, "second")).isInstanceOf(ClaimAnswer.Granted.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"semel.db", "semel.db-wal", "semel.db-shm"})
    @DisplayName(
            "R29: runs nothing once a part of the file is removed, of which nothing would be there after a restart")
    void removed(String part) throws IOException {
        Path away = folder.resolve("away");
        try (SqliteStore store = SqliteStore.at(file).open()) {
            SqliteCalls.runs(store, "first");
            Files.move(folder.resolve(part), away);

            assertThatThrownBy(() -> SqliteCalls.claims(store, "second"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining(part)
                    .hasMessageContaining("removed or replaced");
        }
        if (part.equals("semel.db")) {
            Files.move(away, file, StandardCopyOption.REPLACE_EXISTING);
        }
        try (SqliteStore next = SqliteStore.at(file).open()) {
            assertThat(SqliteCalls.claims(next, "first")).isInstanceOf(ClaimAnswer.Final.class);
            assertThat(SqliteCalls.claims(next, "second")).isInstanceOf(ClaimAnswer.Granted.class);
        }
    }

    @Test
    @DisplayName("R29: runs nothing once a copy is in the file's place")
    void replaced() throws IOException {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            SqliteCalls.runs(store, "first");
            Path copy = Files.copy(file, folder.resolve("copy"));
            Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);

            assertThatThrownBy(() -> SqliteCalls.claims(store, "second"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("removed or replaced");
        }
    }

    private String another(String what) throws IOException {
        Process process = SqliteWorker.start(what, file);
        String said = process.inputReader().readLine();
        process.onExit().join();
        return said;
    }
}
