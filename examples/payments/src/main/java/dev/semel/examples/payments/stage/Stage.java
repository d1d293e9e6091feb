// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.sun.net.httpserver.HttpExchange;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletionException;

/**
 * The provider, the service and the page, each in a process of its own; the page's is this one, which outlives the service.
 * {@code ./semel example payments} runs it.
 */
public final class Stage implements AutoCloseable {

    private static final Duration SLOW = Duration.ofSeconds(2);

    /** What the service says, for people who watch a terminal. */
    private static final List<String> BRIEF = List.of(
            "--logging.level.root=warn", "--logging.level.dev.semel=info", "--logging.pattern.console=%m%n%wEx");

    private final Child provider;
    private final Supervisor supervisor;
    private final Show show;
    private final Web web;

    /**
     * Starts everything, and waits until it serves.
     *
     * @param port of the page, 0 for any
     * @param database where the service keeps its rows and records
     * @param ledger where the provider does
     * @param slow how slow the provider is when it is slow
     * @param settings of the service, as arguments
     */
    Stage(int port, Database database, Path ledger, Duration slow, List<String> settings)
            throws IOException, InterruptedException {
        Changes changes = new Changes();
        // Before the others: if somebody else has the port, nothing else needs to be started.
        web = new Web(port);
        System.out.println("stage | starting the provider");
        provider = Child.start("provider", Provider.class, Map.of(), List.of("0", ledger.toString(), slow.toString()));
        URI bank = ready(provider, web::close);
        System.out.println("stage | starting the service");
        supervisor = new Supervisor(environment(database, bank), settings, changes);
        URI unused = ready(supervisor.service(), () -> {
            web.close();
            provider.close();
        });
        show = new Show(new Bank(bank), supervisor, changes);
        FrontDoor door = new FrontDoor(supervisor::serving);
        web.on("/", Assets::serve)
                .on("/v1/", door::pass)
                .on("/unprotected/", door::pass)
                .on("/stage/state", this::state)
                .on("/stage/trouble", this::trouble)
                .start();
    }

    /** Where it serves; if it never does, the others that were started end with it. */
    private static URI ready(Child started, Runnable closeOthers) throws NotStarted {
        try {
            return started.address().join();
        } catch (CompletionException ended) {
            closeOthers.run();
            throw ended.getCause() instanceof NotStarted why ? why : new NotStarted(String.valueOf(ended.getCause()));
        }
    }

    private static Map<String, String> environment(Database database, URI provider) {
        Map<String, String> settings = new HashMap<>();
        settings.put("SPRING_DATASOURCE_URL", database.url());
        settings.put("PAYMENTS_PROVIDER_URL", provider.toString());
        settings.put("SERVER_PORT", "0");
        // A URL may have them, too.
        Optional.ofNullable(database.user()).ifPresent(user -> settings.put("SPRING_DATASOURCE_USERNAME", user));
        Optional.ofNullable(database.password())
                .ifPresent(password -> settings.put("SPRING_DATASOURCE_PASSWORD", password));
        return settings;
    }

    URI uri() {
        return web.uri();
    }

    Bank bank() {
        return new Bank(provider.address().join());
    }

    Show show() {
        return show;
    }

    Supervisor supervisor() {
        return supervisor;
    }

    private void state(HttpExchange exchange) throws IOException {
        String order = Web.parameter(exchange, "order").orElse("");
        Web.json(exchange, 200, show.state(Web.parameter(exchange, "after"), order));
    }

    private record Order(Trouble trouble) {}

    private void trouble(HttpExchange exchange) throws IOException {
        try {
            show.order(Web.read(exchange, Order.class).trouble());
            Web.send(exchange, 204, "application/json", new byte[0]);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    @Override
    public void close() {
        web.close();
        show.close();
        supervisor.close();
        provider.close();
    }

    /**
     * Options: {@code --port=8080}, {@code --database-url=jdbc:postgresql://…}, also as PAYMENTS_DATABASE_URL, and
     * {@code --ledger=file}.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        // For this process alone: PostgreSQL's own words are for those who look for a fault in it.
        System.setProperty("logback.configurationFile", "stage-logback.xml");
        try {
            run(Options.of(args, System.getenv()));
        } catch (BindException taken) {
            System.err.println("somebody else has the port: --port=8081 takes another");
            System.exit(1);
        } catch (NotStarted | IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(1);
        }
    }

    private static void run(Options options) throws IOException, InterruptedException {
        System.out.println("stage | " + options.databaseWords());
        if (options.database().isPresent()) {
            assertUsable(options.database().get());
        }
        Path ledger = options.ledgerFile();
        System.out.println("stage | the provider keeps its ledger in " + ledger);
        Database database = options.database().orElseGet(Postgres::server);
        Stage stage = new Stage(options.port(), database, ledger, SLOW, BRIEF);
        Runtime.getRuntime().addShutdownHook(new Thread(stage::close));
        System.out.println();
        System.out.println("Open " + stage.uri() + " in a browser, and double-click Pay.");
        System.out.println("Ctrl-C ends everything.");
        System.out.println();
    }

    /** The service would find out, too, but later and in a hundred lines. */
    private static void assertUsable(Database database) throws NotStarted {
        String url = database.url();
        try (Connection connection = DriverManager.getDriver(url).connect(url, new Properties())) {
            System.out.println("stage | it is "
                    + connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion());
        } catch (SQLException refused) {
            throw new NotStarted("the PostgreSQL that was named cannot be used: "
                    + String.valueOf(refused.getMessage()).replaceFirst("\\.$", "")
                    + "; look at --database-url or PAYMENTS_DATABASE_URL, or leave both out for an embedded one");
        }
    }
}
