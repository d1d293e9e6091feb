// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A mapping in the configuration file, which knows its lines and what of it was read. Used by one thread. */
final class Section {

    private static final Pattern COUNT = Pattern.compile("[0-9]{1,18}");

    private final String file;
    private final int line;
    private final Secrets secrets;
    private final Map<String, Node> entries = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();

    private Section(String file, Node node, Secrets secrets) {
        this.file = file;
        this.line = line(node);
        this.secrets = secrets;
        if (!(node instanceof MappingNode mapping)) {
            throw bad(line, "a mapping of settings is expected here, as in \"name: value\"");
        }
        for (NodeTuple entry : mapping.getValue()) {
            String key = name(entry.getKeyNode());
            if (entries.put(key, entry.getValueNode()) != null) {
                throw bad(line(entry.getKeyNode()), key + " is set twice");
            }
            lines.put(key, line(entry.getKeyNode()));
        }
    }

    /** The whole file. */
    static Section root(String file, Node node, Secrets secrets) {
        return new Section(file, node, secrets);
    }

    private static int line(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    private BadConfiguration bad(int at, String problem) {
        return new BadConfiguration(file + ":" + at, problem);
    }

    /** A setting is wrong, or this section as a whole where it does not have it. */
    BadConfiguration bad(String key, String problem) {
        return bad(lines.getOrDefault(key, line), key + " " + problem);
    }

    boolean has(String key) {
        known.add(key);
        return entries.containsKey(key);
    }

    private Node node(String key) {
        return Objects.requireNonNull(entries.get(key), key);
    }

    String text(String key) {
        return find(key).orElseThrow(() -> bad(key, "is missing"));
    }

    Optional<String> find(String key) {
        return has(key) ? Optional.of(scalar(node(key))) : Optional.empty();
    }

    /** A setting that somebody else understands, and may refuse with an {@link IllegalArgumentException}. */
    <T> Optional<T> find(String key, Function<String, T> reader) {
        return find(key).map(value -> read(key, value, reader));
    }

    private <T> T read(String key, String value, Function<String, T> reader) {
        try {
            return reader.apply(value);
        } catch (BadConfiguration e) {
            throw e;
        } catch (IllegalArgumentException e) {
            // What came from the environment or a file may be a secret, and is not repeated.
            String shown = isSecret(key) ? "what it is" : Written.shown(key, value);
            throw bad(key, "cannot be " + shown + ": " + e.getMessage());
        }
    }

    private boolean isSecret(String key) {
        return !(entries.get(key) instanceof ScalarNode scalar)
                || key.endsWith("secret")
                || key.endsWith("password")
                || key.endsWith("token")
                || key.equals("url")
                || scalar.getValue().contains("${");
    }

    Optional<Duration> duration(String key) {
        return find(key, Durations::parse);
    }

    Optional<Integer> number(String key) {
        return find(key, value -> {
            try {
                return Integer.parseInt(value);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("a number is expected", e);
            }
        });
    }

    /** A number of bytes, or of anything else of which there can be many. */
    Optional<Long> count(String key) {
        return find(key, value -> {
            if (!COUNT.matcher(value).matches()) {
                throw new IllegalArgumentException("a number is expected, of at most 18 digits");
            }
            return Long.parseLong(value);
        });
    }

    /** One of some words. */
    <T> Optional<T> word(String key, Map<String, T> words) {
        return find(
                key,
                value -> Optional.ofNullable(words.get(value))
                        .orElseThrow(
                                () -> new IllegalArgumentException("it is one of " + new TreeSet<>(words.keySet()))));
    }

    boolean isMapping(String key) {
        return has(key) && entries.get(key) instanceof MappingNode;
    }

    Section section(String key) {
        if (!has(key)) {
            throw bad(key, "is missing");
        }
        return new Section(file, node(key), secrets);
    }

    /** The sections of a list. */
    List<Section> sections(String key) {
        List<Section> all = new ArrayList<>();
        for (Node node : sequence(key)) {
            all.add(new Section(file, node, secrets));
        }
        return all;
    }

    /** The values of a list; a single value is a list of one. */
    List<String> texts(String key) {
        if (has(key) && entries.get(key) instanceof ScalarNode) {
            return List.of(text(key));
        }
        return sequence(key).stream().map(this::scalar).toList();
    }

    /** The values of a list that somebody else understands. */
    <T> List<T> texts(String key, Function<String, T> reader) {
        return texts(key).stream().map(value -> read(key, value, reader)).toList();
    }

    private List<Node> sequence(String key) {
        if (!has(key)) {
            return List.of();
        }
        if (entries.get(key) instanceof SequenceNode list) {
            return list.getValue();
        }
        throw bad(key, "is a list, each entry on a line of its own that begins with a dash");
    }

    /** Every entry is a value with a name of its own. */
    Map<String, String> texts() {
        Map<String, String> all = new LinkedHashMap<>();
        entries.keySet().forEach(key -> all.put(key, text(key)));
        return all;
    }

    /** Every entry is a section with a name of its own. */
    <T> Map<String, T> named(BiFunction<String, Section, T> reader) {
        Map<String, T> all = new LinkedHashMap<>();
        entries.keySet().forEach(key -> all.put(key, reader.apply(key, section(key))));
        return all;
    }

    /** Names are said as they are: nothing is filled in. */
    private String name(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw bad(line(node), "a name is expected here");
    }

    private String scalar(Node node) {
        if (node instanceof ScalarNode scalar) {
            try {
                return secrets.fill(scalar.getValue());
            } catch (IllegalArgumentException e) {
                throw bad(line(node), String.valueOf(e.getMessage()));
            }
        }
        throw bad(line(node), "a single value is expected here");
    }

    /** Everything was asked for that can be set here: what is left was misspelt. */
    void done() {
        for (String key : entries.keySet()) {
            if (!known.contains(key)) {
                throw bad(lines.getOrDefault(key, line), "there is no setting " + key + " here; there are " + known);
            }
        }
    }
}
