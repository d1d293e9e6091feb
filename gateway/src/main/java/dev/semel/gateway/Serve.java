// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.http.Dialect;
import dev.semel.http.HttpPolicy;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyHash;
import dev.semel.key.KeyMaker;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** The command {@code serve}: runs until it is told to stop (SIGTERM, Ctrl+C), and then drains. */
final class Serve {

    static final String LISTEN = "--listen";
    static final String ADMIN = "--admin";

    private static final Set<String> OPTIONS = Set.of("--config", "--upstream", LISTEN, ADMIN, "--records");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Arguments arguments;
    private final Map<String, String> environment;
    private final PrintStream out;

    Serve(Arguments arguments, Map<String, String> environment, PrintStream out) {
        this.arguments = arguments;
        this.environment = environment;
        this.out = out;
        arguments.only(OPTIONS);
        if (arguments.option("--config").isPresent()
                && (arguments.option("--upstream").isPresent()
                        || arguments.option("--records").isPresent())) {
            throw new Main.WrongUse("with --config, upstreams and the store are what the configuration says");
        }
    }

    void run() throws InterruptedException {
        Optional<DemoUpstream> demo = isDemo() ? Optional.of(new DemoUpstream()) : Optional.empty();
        Service service;
        try {
            service = Service.open(configuration(demo));
        } catch (RuntimeException e) {
            demo.ifPresent(DemoUpstream::close);
            throw e;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            out.println("stopping: what was accepted is finished first");
            service.close();
            demo.ifPresent(DemoUpstream::close);
            out.println("stopped");
            out.flush();
            stopped.countDown();
        }));
        if (arguments.option("--config").isPresent()) {
            boolean heard = Hangup.calls(new Reloads(service, () -> configuration(demo)));
            if (!heard) {
                out.println("SIGHUP is ignored here (nohup?): the configuration is read at the start only");
            }
        }
        greet(service, demo);
        stopped.await();
    }

    private boolean isDemo() {
        return arguments.option("--config").isEmpty()
                && arguments.option("--upstream").isEmpty();
    }

    private Configuration configuration(Optional<DemoUpstream> demo) {
        return arguments
                .option("--config")
                .map(file -> ConfigurationFile.read(Path.of(file), environment, read -> flagged(read, arguments)))
                .orElseGet(() -> checked(flagged(simple(demo), arguments)));
    }

    /** What the command line says counts more than what was read. */
    static Configuration flagged(Configuration read, Arguments arguments) {
        Configuration listening = option(arguments, LISTEN, Addresses::parse)
                .map(read::listeningAt)
                .orElse(read);
        return option(arguments, ADMIN, listening::administeredAt).orElse(listening);
    }

    private static Configuration checked(Configuration simple) {
        OwnListeners.apart(
                simple,
                (name, problem) -> new BadConfiguration("--upstream", problem),
                problem -> new BadConfiguration(ADMIN, problem));
        return simple;
    }

    private static <T> Optional<T> option(Arguments arguments, String name, Function<String, T> reader) {
        return arguments.option(name).map(text -> {
            try {
                return reader.apply(text);
            } catch (IllegalArgumentException e) {
                throw new Main.WrongUse(name + " cannot be " + text + ": " + e.getMessage());
            }
        });
    }

    /** One upstream: what carries a key runs once, everything else passes. */
    private Configuration simple(Optional<DemoUpstream> demo) {
        URI server = demo.map(DemoUpstream::uri)
                .orElseGet(() -> URI.create(arguments.option("--upstream").orElseThrow()));
        Upstream upstream = new Upstream("upstream", server, TIMEOUT, Duration.ofSeconds(2));
        // What the demo has answered must not be what a service's clients get, on the same file of records.
        Operation operation = Operation.named(demo.isPresent() ? "demo" : "gateway")
                .lease(TIMEOUT.plusSeconds(5))
                .inDoubt(InDoubt.rerun())
                .build();
        HttpPolicy policy = HttpPolicy.builder(operation).keyOptional().build();
        Route route = new Route("/**", Set.of(), upstream, Route.ForwardedKey.DERIVED, Optional.of(policy));
        Path records = Path.of(arguments.option("--records").orElse("semel.db"));
        return new Configuration(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080),
                TenantResolver.sole(),
                Dialect.ietf(),
                StoreChoice.sqlite(records),
                KeyHash.randomPerProcess(),
                List.of(route),
                Optional.empty(),
                Limits.DEFAULT,
                Optional.empty(),
                AdminChoice.usual(),
                Optional.empty(),
                Map.of(
                        "tenant", Map.of("constant", "sole"),
                        "store", Map.of("type", "sqlite", "file", records.toString())));
    }

    private void greet(Service service, Optional<DemoUpstream> demo) {
        String gateway = (service.isTls() ? "https://" : "http://") + Addresses.show(service.address());
        out.println("semel " + Main.version() + ": the gateway listens at " + gateway);
        service.adminAddress()
                .ifPresent(admin -> out.println("for operators: http://" + Addresses.show(admin)
                        + service.consolePath().map(path -> path + ", ").orElse("")
                        + "/health, /ready, /metrics, /config"));
        demo.ifPresent(upstream -> tryIt(gateway, upstream));
        out.println("ready; Ctrl+C stops it");
        out.flush();
    }

    private void tryIt(String gateway, DemoUpstream upstream) {
        String curl = "  curl -i " + gateway + "/v1/charges -H 'Idempotency-Key: "
                + KeyMaker.uuidV7().next() + "' -d '{\"amount\":1000}'";
        out.println("behind it a small payments API that charges each time it is asked: " + upstream.uri());
        out.println();
        out.println("Pay twice; the second answer is the first one again (Idempotent-Replayed: true):");
        out.println(curl);
        out.println(curl);
        out.println("and count the charges:");
        out.println("  curl " + gateway + "/v1/charges");
        out.println();
    }
}
