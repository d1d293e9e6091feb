// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where the command {@code keys} finds the records: what its options and the environment say. Immutable. */
final class DeskChoice {

    static final Set<String> OPTIONS = Set.of("--admin", "--token-file", "--offline", "--config");

    private static final String USUAL = "127.0.0.1:9901";

    private final Arguments arguments;
    private final Map<String, String> environment;

    DeskChoice(Arguments arguments, Map<String, String> environment) {
        this.arguments = arguments;
        this.environment = environment;
    }

    RecordsDesk open() {
        return arguments.option("--offline").map(file -> offline(Path.of(file))).orElseGet(this::remote);
    }

    private RecordsDesk offline(Path file) {
        if (arguments.option("--ref").isPresent()) {
            throw new Main.WrongUse("--ref is good in the process that showed it; with --offline, name a record by its"
                    + " --hash, or by --tenant, --operation and its key");
        }
        if (arguments.option("--admin").isPresent()
                || arguments.option("--token-file").isPresent()) {
            throw new Main.WrongUse("--admin and --token-file lead to a gateway, and --offline to a file: choose one");
        }
        Optional<Path> configuration = arguments.option("--config").map(Path::of);
        return OfflineDesk.open(
                file,
                new OfflineDesk.Known(
                        configuration.flatMap(written -> ConfigurationFile.keyHash(written, environment)),
                        configuration.map(written -> ConfigurationFile.operations(written, environment)),
                        configuration.flatMap(written -> ConfigurationFile.keyRing(written, environment))));
    }

    private RecordsDesk remote() {
        if (arguments.option("--config").isPresent()) {
            throw new Main.WrongUse("--config goes with --offline: a gateway that runs knows its own");
        }
        String admin = arguments
                .option("--admin")
                .or(() -> Optional.ofNullable(environment.get("SEMEL_ADMIN")))
                .orElse(USUAL);
        Optional<String> token = arguments
                .option("--token-file")
                .map(file -> token(OptionFile.text("--token-file", file), "the file " + file))
                .or(() -> Optional.ofNullable(environment.get("SEMEL_TOKEN")).map(text -> token(text, "SEMEL_TOKEN")));
        return new RemoteDesk(console(admin), token);
    }

    /** What cannot stand in a header is refused here: an error of the HTTP client would print it. */
    private static String token(String text, String place) {
        String token = text.strip();
        if (token.isEmpty() || !token.chars().allMatch(unit -> unit > ' ' && unit <= '~')) {
            throw new Main.WrongUse(
                    place + " holds no token: that is one line of visible ASCII characters, without blanks");
        }
        return token;
    }

    /** A host and a port, or the whole address of a console. */
    private static URI console(String admin) {
        try {
            boolean whole = admin.startsWith("http://") || admin.startsWith("https://");
            String text = whole ? admin : "http://" + admin + ConsoleChoice.USUAL_PATH;
            return URI.create(text.endsWith("/") ? text : text + "/");
        } catch (IllegalArgumentException e) {
            throw new Main.WrongUse(
                    "--admin is host:port, or the console's address as in https://ops.example.com/console/");
        }
    }
}
