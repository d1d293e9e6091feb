// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import dev.semel.servers.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What the command line says.
 *
 * @param port of the page
 * @param database a PostgreSQL that is there already, if any
 * @param ledger the file of the provider's ledger, if one was named
 */
record Options(int port, Optional<Database> database, Optional<Path> ledger) {

    private static final String PORT = "--port=";
    private static final String DATABASE = "--database-url=";
    private static final String LEDGER = "--ledger=";
    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final int USUAL_PORT = 8080;
    private static final int HIGHEST_PORT = 65_535;

    static Options of(String[] args, Map<String, String> environment) {
        int port = USUAL_PORT;
        // The second one takes the place of the embedded server wherever it is set.
        Optional<String> url = Optional.ofNullable(environment.get("PAYMENTS_DATABASE_URL"))
                .or(() -> Optional.ofNullable(environment.get("SEMEL_POSTGRESQL_URL")));
        Optional<Path> ledger = Optional.empty();
        for (String arg : args) {
            if (arg.startsWith(PORT)) {
                port = port(arg.substring(PORT.length()));
            } else if (arg.startsWith(DATABASE)) {
                url = Optional.of(arg.substring(DATABASE.length()));
            } else if (arg.startsWith(LEDGER)) {
                ledger = Optional.of(Path.of(arg.substring(LEDGER.length())));
            } else {
                throw new IllegalArgumentException("I do not know " + arg.replaceFirst("=.*", "") + "; there are "
                        + PORT + "8080, " + DATABASE + POSTGRESQL + "//… and " + LEDGER + "a-file");
            }
        }
        return new Options(port, url.map(Options::postgresql), ledger);
    }

    private static int port(String text) {
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > HIGHEST_PORT) {
            throw new IllegalArgumentException(PORT + text + " is no port: it takes a number up to " + HIGHEST_PORT
                    + ", such as " + PORT + "8081");
        }
        return Integer.parseInt(text);
    }

    private static Database postgresql(String url) {
        if (!url.startsWith(POSTGRESQL)) {
            // It may have a password in it, and is not repeated.
            throw new IllegalArgumentException("the database's URL does not begin with " + POSTGRESQL
                    + ": it looks like " + POSTGRESQL + "//host/database?user=…&password=…");
        }
        return Database.of(url, "", "");
    }

    String databaseWords() {
        return database.isPresent()
                ? "the service keeps its rows in the PostgreSQL that was named"
                : "starting PostgreSQL, an embedded one; " + DATABASE + "… takes another";
    }

    /**
     * Where the provider's ledger is. It lives as long as the service's records: a provider that forgot what it did would say of
     * every doubt that nothing happened, and charge again.
     */
    Path ledgerFile() {
        return ledger.or(() -> database.map(Options::beside)).orElseGet(Options::forThisRun);
    }

    /** One for each database. Without the URL's options: a new password makes no new provider. */
    private static Path beside(Database database) {
        String place = database.url().replaceFirst("\\?.*", "");
        String hash = UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
        return Path.of("payments-ledger-" + hash + ".jsonl").toAbsolutePath();
    }

    private static Path forThisRun() {
        try {
            return Files.createTempDirectory("payments").resolve("ledger.jsonl");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
