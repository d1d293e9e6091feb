// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Tenant;
import dev.semel.http.HttpAnswer;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The module dev.semel.http")
class HttpModuleTest {
    private final ModuleFinder finder = ModuleFinder.of(location(HttpAnswer.class), location(Tenant.class));

    @Test
    @DisplayName("exports what adapters need, and hides how JSON is read")
    void hidesJson() {
        ModuleDescriptor http = finder.find("dev.semel.http").orElseThrow().descriptor();
        Set<String> hidden = new TreeSet<>(http.packages());
        hidden.removeAll(
                http.exports().stream().map(ModuleDescriptor.Exports::source).collect(Collectors.toSet()));
        assertThat(hidden).containsExactly("dev.semel.http.json");
    }

    @Test
    @DisplayName("resolves and loads with nothing but core and the JDK beside it")
    void loadsWithCore() throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration alone = boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("dev.semel.http"));
        ClassLoader loader = boot.defineModulesWithOneLoader(alone, ClassLoader.getPlatformClassLoader())
                .findLoader("dev.semel.http");

        Class<?> answer = loader.loadClass(HttpAnswer.class.getName());

        assertThat(answer.getModule().getName()).isEqualTo("dev.semel.http");
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
