// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("http")
@DisplayName("Work that goes on after a method has returned")
class OneThreadTest {

    @ParameterizedTest(name = "{0}")
    @ValueSource(classes = {CompletableFuture.class, CompletionStage.class, Flow.Publisher.class, Callable.class})
    @DisplayName(
            "R22: is recognised by its type, also in an application without Reactor, whose Spring knows none of them: ")
    void withoutReactor(Class<?> type) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(withoutReactor(), ClassLoader.getPlatformClassLoader())) {
            Method goesOn = loader.loadClass(OneThread.class.getName()).getDeclaredMethod("goesOn", Class.class);
            goesOn.setAccessible(true);

            assertThat(goesOn.invoke(null, type)).isEqualTo(true);
            assertThat(goesOn.invoke(null, String.class)).isEqualTo(false);
        }
    }

    private static URL[] withoutReactor() throws IOException {
        return Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1))
                .filter(entry -> !entry.contains("reactor"))
                .map(OneThreadTest::url)
                .toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
