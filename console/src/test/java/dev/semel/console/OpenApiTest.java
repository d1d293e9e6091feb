// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The description of the console's API")
class OpenApiTest {

    private final Object description = read();

    @Test
    @DisplayName("R36: refers to nothing that it does not have")
    void refersToWhatItHas() {
        List<String> references = new ArrayList<>();
        collect(description, references);

        assertThat(references)
                .isNotEmpty()
                .allSatisfy(
                        reference -> assertThat(found(reference)).as(reference).isNotNull());
        assertThat(found("#/components/schemas/Nonsense")).isNull();
    }

    @Test
    @DisplayName("R36: has every code of a problem, as docs/errors.md has, with its status")
    void hasEveryCode() throws Exception {
        String page = Files.readString(Path.of("../docs/errors.md"));
        List<String> codes =
                Arrays.stream(Refusal.Kind.values()).map(Refusal.Kind::code).toList();

        assertThat(((Map<?, ?>) found("#/components/schemas/Problem/properties/code")).get("enum"))
                .isEqualTo(codes);
        assertThat(Refusal.Kind.values())
                .allSatisfy(kind -> assertThat(page)
                        .contains("| <a id=\"console-" + kind.code() + "\"></a>`" + kind.code() + "` | " + kind.status()
                                + " |"));
    }

    private static void collect(Object value, List<String> references) {
        if (value instanceof Map<?, ?> members) {
            if (members.get("$ref") instanceof String reference) {
                references.add(reference);
            }
            members.values().forEach(member -> collect(member, references));
        } else if (value instanceof List<?> elements) {
            elements.forEach(element -> collect(element, references));
        }
    }

    private Object found(String reference) {
        Object value = description;
        for (String step : reference.substring(2).split("/", -1)) {
            value = value instanceof Map<?, ?> members ? members.get(step) : null;
        }
        return value;
    }

    private static Object read() {
        try (InputStream in = Json.class.getResourceAsStream("openapi.json")) {
            return Json.read(in.readAllBytes());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
