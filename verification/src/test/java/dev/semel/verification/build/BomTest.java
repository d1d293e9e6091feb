// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The BOM, which has no parent to agree with,")
class BomTest {
    private final Pom root = Pom.of("");
    private final Pom bom = Pom.of("bom");

    BomTest() throws Exception {}

    @Test
    @DisplayName("lists every published module and nothing else")
    void listsPublishedModules() throws Exception {
        assertThat(bom.texts("/project/dependencyManagement//artifactId"))
                .containsExactlyInAnyOrderElementsOf(publishedArtifacts());
        assertThat(bom.texts("/project/dependencyManagement//version")).containsOnly("${project.version}");
    }

    @Test
    @DisplayName("has the version of the parent")
    void hasTheVersionOfTheParent() {
        assertThat(bom.text("/project/version")).isEqualTo(root.text("/project/version"));
    }

    @Test
    @DisplayName("pins its plugins to the versions of the parent")
    void pinsPluginsAsTheParent() {
        assertThat(bom.texts("//plugin/artifactId")).isNotEmpty().allSatisfy(plugin -> {
            String version = "//plugin[artifactId='" + plugin + "']/version";
            assertThat(bom.text(version)).isEqualTo(root.text(version));
        });
    }

    private List<String> publishedArtifacts() throws Exception {
        List<String> artifacts = new ArrayList<>();
        for (String module : root.texts("/project/modules/module")) {
            Pom pom = Pom.of(module);
            if (pom.published() && !module.equals("bom")) {
                artifacts.add(pom.text("/project/artifactId"));
            }
        }
        return artifacts;
    }
}
