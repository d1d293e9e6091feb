// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What follows a command: options with values, and the rest. Immutable. */
final class Arguments {

    private final Map<String, String> options;
    private final List<String> rest;

    private Arguments(Map<String, String> options, List<String> rest) {
        this.options = options;
        this.rest = rest;
    }

    /** The first one is the command. */
    static Arguments of(List<String> args) {
        return of(args, Set.of());
    }

    /** The same, with options that have no value. */
    static Arguments of(List<String> args, Set<String> flags) {
        Map<String, String> options = new LinkedHashMap<>();
        List<String> rest = new ArrayList<>();
        for (int i = 1; i < args.size(); i++) {
            String arg = args.get(i);
            if (!arg.startsWith("--")) {
                rest.add(arg);
            } else if (flags.contains(arg)) {
                options.put(arg, "");
            } else if (arg.contains("=")) {
                options.put(arg.substring(0, arg.indexOf('=')), arg.substring(arg.indexOf('=') + 1));
            } else if (i + 1 < args.size()) {
                options.put(arg, args.get(++i));
            } else {
                throw new Main.WrongUse(arg + " needs a value");
            }
        }
        return new Arguments(options, rest);
    }

    /** Of a command with few options, of which an unknown one is named before anything else is wrong. */
    static Arguments among(List<String> args, Set<String> flags, Set<String> valued) {
        for (String arg : args.subList(1, args.size())) {
            String name = arg.contains("=") ? arg.substring(0, arg.indexOf('=')) : arg;
            if (arg.startsWith("-") && !flags.contains(name) && !valued.contains(name)) {
                unknown(name);
            }
        }
        return of(args, flags);
    }

    /** Of a command that has no options but perhaps {@code --json}. */
    static Arguments plain(List<String> args, Set<String> flags) {
        Map<String, String> given = new LinkedHashMap<>();
        List<String> rest = new ArrayList<>();
        for (String arg : args.subList(1, args.size())) {
            if (flags.contains(arg)) {
                given.put(arg, "");
            } else if (arg.startsWith("-")) {
                unknown(arg);
            } else {
                rest.add(arg);
            }
        }
        return new Arguments(given, rest);
    }

    /** Of a command that stands alone. */
    static void none(List<String> args) {
        plain(args, Set.of()).only(Set.of());
    }

    private static void unknown(String option) {
        throw new Main.WrongUse("there is no option " + option + "; semel help lists them");
    }

    boolean has(String flag) {
        return options.containsKey(flag);
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    String required(String name, String what) {
        return option(name).orElseThrow(() -> new Main.WrongUse(name + " is missing: " + what));
    }

    Optional<Integer> number(String name) {
        return option(name).map(text -> {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException e) {
                throw new Main.WrongUse(name + " is a number, not " + text);
            }
        });
    }

    /** The only argument that is no option. */
    String sole(String otherwise) {
        if (rest.size() != 1) {
            throw new Main.WrongUse(otherwise);
        }
        return rest.get(0);
    }

    /** Nothing was said that nobody understands. */
    void only(Set<String> known) {
        if (!rest.isEmpty()) {
            throw new Main.WrongUse(rest.get(0) + " is one argument too many; semel help lists what there is");
        }
        knows(known);
    }

    /** No option was given that nobody understands. */
    void knows(Set<String> known) {
        options.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(Arguments::unknown);
    }
}
