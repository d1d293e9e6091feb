// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Tenant;
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

/** The tests of this repository run on the class path; this one is there for those who put core on the module path. */
@DisplayName("The module dev.semel.core")
class CoreModuleTest {
    private final ModuleFinder finder = ModuleFinder.of(location());

    @Test
    @DisplayName("exports every package but the internal one")
    void exportsAllButInternal() {
        ModuleDescriptor core = finder.find("dev.semel.core").orElseThrow().descriptor();
        Set<String> hidden = new TreeSet<>(core.packages());
        hidden.removeAll(
                core.exports().stream().map(ModuleDescriptor.Exports::source).collect(Collectors.toSet()));
        assertThat(hidden).containsExactly("dev.semel.internal");
    }

    @Test
    @DisplayName("resolves and loads with nothing but the JDK beside it")
    void loadsAlone() throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration alone = boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("dev.semel.core"));
        ClassLoader loader = boot.defineModulesWithOneLoader(alone, ClassLoader.getPlatformClassLoader())
                .findLoader("dev.semel.core");

        Class<?> tenant = loader.loadClass(Tenant.class.getName());

        assertThat(tenant.getModule().getName()).isEqualTo("dev.semel.core");
    }

    private static Path location() {
        try {
            return Path.of(Tenant.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
