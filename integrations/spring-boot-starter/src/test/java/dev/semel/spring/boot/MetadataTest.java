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
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

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

    @Test
    @DisplayName("has every property that a message names")
    void everyMessage() throws IOException {
        Set<String> known = new HashSet<>();
        properties().forEach(property -> known.add((String) property.get("name")));
        for (RecordComponent component : OperationProperties.class.getRecordComponents()) {
            known.add("semel.operations[]." + Setup.kebab(component.getName()));
        }

        assertThat(namedInClasses())
                .hasSizeGreaterThan(15)
                .allSatisfy(named -> assertThat(known).anyMatch(property -> isOrBegins(property, named)));
    }

    private static boolean isOrBegins(String property, String named) {
        return property.equals(named) || property.startsWith(named + ".");
    }

    /** What looks like a property of ours in the constants of our classes; all of it is ASCII. */
    private static Set<String> namedInClasses() throws IOException {
        Pattern property = Pattern.compile("(?<![.\\w])semel(\\.[a-z][a-z-]*)+(\\[\u0001](\\.[a-z][a-z-]*)?)?");
        Resource[] classes =
                new PathMatchingResourcePatternResolver().getResources("classpath*:dev/semel/spring/boot/*.class");
        Set<String> found = new TreeSet<>();
        for (Resource type : classes) {
            if (type.getURL().toString().startsWith(base())) {
                String content = new String(type.getContentAsByteArray(), StandardCharsets.ISO_8859_1);
                property.matcher(content)
                        .results()
                        .forEach(match ->
                                found.add(match.group().replace("\u0001", "").replaceFirst("\\[]$", "")));
            }
        }
        // An observation, and the record that the health check asks for.
        found.removeAll(Set.of("semel.admission", "semel.health"));
        return found;
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
        try (InputStream in =
                java.net.URI.create(base() + file.substring(1)).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String base() {
        String place = SemelProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        return place.endsWith(".jar") ? "jar:" + place + "!/" : place;
    }
}
