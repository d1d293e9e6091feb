// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.json.JsonParserFactory;

@Tag("http")
@DisplayName("The metadata of the starter")
class MetadataTest {

    @Test
    @DisplayName("describes to editors every property below semel, and where there is a default, has it")
    void everyProperty() throws IOException {
        List<Map<String, Object>> properties = properties();

        assertThat(properties)
                .extracting(property -> property.get("name"))
                .contains(
                        "semel.store",
                        "semel.store-timeout",
                        "semel.jdbc.schema",
                        "semel.sqlite.file",
                        "semel.redis.uri",
                        "semel.http.tenants",
                        "semel.operations");
        assertThat(properties)
                .allSatisfy(property -> assertThat((String) property.get("description"))
                        .as("%s", property.get("name"))
                        .isNotBlank()
                        .endsWith("."));
        assertThat(properties)
                .filteredOn(property -> "semel.jdbc.schema".equals(property.get("name")))
                .extracting(property -> property.get("defaultValue"))
                .containsExactly("validate");
    }

    @Test
    @DisplayName("names the defaults that hold, and all of them")
    void everyDefault() throws Exception {
        Map<String, Object> named = new HashMap<>();
        properties().stream()
                .filter(property -> property.containsKey("defaultValue"))
                .forEach(property -> named.put((String) property.get("name"), property.get("defaultValue")));

        SemelProperties byDefault = bound(Map.of());
        assertThat(bound(named)).isEqualTo(byDefault);
        assertThat(named.keySet()).hasSizeGreaterThan(20).isEqualTo(set("semel", byDefault));
    }

    private static SemelProperties bound(Map<String, Object> properties) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(properties)),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate("semel", SemelProperties.class);
    }

    /** The names of all that has a value, in the records below this one, too. */
    private static Set<String> set(String prefix, Record settings) throws Exception {
        Set<String> names = new HashSet<>();
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            String name = prefix + "." + Setup.kebab(component.getName());
            Object value = component.getAccessor().invoke(settings);
            if (value instanceof Record below) {
                names.addAll(set(name, below));
            } else if (value != null && !List.of().equals(value) && !Map.of().equals(value)) {
                names.add(name);
            }
        }
        return names;
    }

    @Test
    @DisplayName("tells Boot the conditions of every configuration, so that it reads no class in vain at the start")
    void everyConfiguration() throws IOException {
        String imports = ours("/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports");
        List<String> conditions = ours("/META-INF/spring-autoconfigure-metadata.properties")
                .lines()
                .toList();

        assertThat(imports.lines())
                .hasSizeGreaterThan(10)
                .allSatisfy(configuration -> assertThat(conditions).contains(configuration + "="));
        assertThat(conditions).contains(MvcAutoConfiguration.class.getName() + ".ConditionalOnWebApplication=SERVLET");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> properties() throws IOException {
        String json = ours("/META-INF/spring-configuration-metadata.json");
        Object all = JsonParserFactory.getJsonParser().parseMap(json).get("properties");
        return ((List<Map<String, Object>>) all)
                .stream()
                        .filter(property -> String.valueOf(property.get("name")).startsWith("semel."))
                        .toList();
    }

    private static String ours(String file) throws IOException {
        // Of all files of that name on the class path, the one beside our classes.
        String base = SemelProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        String url = base.endsWith(".jar") ? "jar:" + base + "!" + file : base + file.substring(1);
        try (InputStream in = java.net.URI.create(url).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
