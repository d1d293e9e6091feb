// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * The gateway beside nginx as a plain proxy, under wrk: POST, a fresh key each time, answers of 1 KiB, all in turn on one machine, and
 * the ratios are medians of neighbours. Prints tables and fails when a bar is missed.
 *
 * <p>Arguments: rounds (10), seconds of each part (2), connections (64), and who answers behind all of them: {@code jetty} (a small
 * Java service) or {@code nginx} (a fixed answer, the cheapest there is, so that nothing but the proxies is left to measure).
 */
public final class GatewayTable {

    private static final Path JAR = Path.of("gateway/target/semel.jar");
    private static final int WARM_UPS = 12;
    private static final int WARM_UP_SECONDS = 4;
    private static final int UPSTREAM = 19_000;
    private static final double DEAREST = 1.5;
    private static final int FIRST_PORT = 19_001;
    private static final String ANSWER = "{\"id\":\"" + "x".repeat(1000) + "\"}";

    private final Path folder;
    private final int connections;
    private final int seconds;
    private final Map<String, List<Wrk.Score>> scores = new LinkedHashMap<>();

    private GatewayTable(Path folder, int connections, int seconds) {
        this.folder = folder;
        this.connections = connections;
        this.seconds = seconds;
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int connections = args.length > 2 ? Integer.parseInt(args[2]) : 64;
        boolean jetty = args.length < 4 || args[3].equals("jetty");
        Path folder = Files.createTempDirectory("semel-gateway-table");
        GatewayTable table = new GatewayTable(folder.toAbsolutePath(), connections, seconds);
        boolean held;
        AutoCloseable upstream = jetty ? jetty() : table.answering();
        try (RedisServer redis = new RedisServer()) {
            held = table.run(rounds, redis.uri());
        } finally {
            upstream.close();
        }
        System.exit(held ? 0 : 1);
    }

    private boolean run(int rounds, String redis) {
        List<Contender> all = new ArrayList<>();
        try {
            all.add(Contender.nginx(
                    "nginx",
                    folder,
                    FIRST_PORT,
                    "upstream u { server 127.0.0.1:" + UPSTREAM + "; keepalive 256; keepalive_requests 1000000000; }",
                    "proxy_pass http://u; proxy_http_version 1.1; proxy_set_header Connection \"\";"
                            + " proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"));
            all.add(gateway("unprotected", 2, "memory}", "", false));
            all.add(gateway("memory", 3, "memory}", ", operation: charges.create", false));
            all.add(gateway("sqlite", 4, "sqlite, file: semel.db}", ", operation: charges.create", false));
            all.add(gateway("redis", 5, "redis, url: \"" + redis + "\"}", ", operation: charges.create", false));
            all.add(gateway("replays", 6, "memory}", ", operation: charges.create", true));
            measure(all, rounds);
        } finally {
            all.forEach(Contender::close);
        }
        return report();
    }

    private Contender gateway(String name, int number, String store, String protection, boolean replays) {
        // The in-memory store holds 100,000 records: they have to go as fast as they come.
        String retention = protection.isEmpty() || replays ? "" : ", lease: 2s, max-duration: 2s, retention: 2s";
        String configuration = """
                listen: 127.0.0.1:%d
                admin: off
                tenant: {constant: bench}
                store: {type: %s
                upstreams: {service: {server: "http://127.0.0.1:%d", timeout: 2s}}
                routes: [{path: /v1/charges%s%s}]
                """.formatted(FIRST_PORT + number, store, UPSTREAM, protection, retention);
        return Contender.gateway(name, folder, FIRST_PORT + number, JAR.toAbsolutePath(), configuration, replays);
    }

    private void measure(List<Contender> all, int rounds) {
        Wrk wrk = new Wrk(folder);
        for (int i = 0; i < WARM_UPS; i++) {
            all.forEach(one -> wrk.run(one, connections, WARM_UP_SECONDS));
        }
        for (int round = 0; round < rounds; round++) {
            for (Contender one : all) {
                scores.computeIfAbsent(one.name(), name -> new ArrayList<>()).add(wrk.run(one, connections, seconds));
            }
        }
    }

    private boolean report() {
        System.out.println("| | requests/s | processor time of each | ratio | bar |\n|---|---|---|---|---|");
        line("nginx", "nginx", 0);
        boolean held = line("unprotected", "nginx", 0.70);
        held &= line("memory", "unprotected", 0.75);
        line("sqlite", "unprotected", 0);
        held &= line("redis", "unprotected", 0.50);
        held &= line("replays", "nginx", 1.0);
        held &= isCheap("memory");
        held &= isCheap("redis");
        return held;
    }

    private boolean line(String name, String than, double bar) {
        double ratio = Median.ofRatios(scores(name), scores(than), Wrk.Score::perSecond);
        System.out.printf(
                "| %s | %,.0f | %.1f µs | %s | %s |%n",
                name,
                Median.of(scores(name), Wrk.Score::perSecond),
                Median.of(scores(name), Wrk.Score::micros),
                name.equals(than) ? "" : "%.2f × %s".formatted(ratio, than),
                bar == 0 ? "–" : "at least " + bar + (ratio < bar ? ": **missed**" : ""));
        return ratio >= bar;
    }

    private List<Wrk.Score> scores(String name) {
        return scores.getOrDefault(name, List.of());
    }

    /** Whether a protected request takes little enough of the processor beside one that only passes. */
    private boolean isCheap(String name) {
        double cost = Median.ofRatios(scores(name), scores("unprotected"), Wrk.Score::micros);
        System.out.printf(
                "%nProcessor time of a protected request (%s): %.2f times an unprotected one's (bar %s)%n",
                name, cost, DEAREST);
        return cost <= DEAREST;
    }

    private Contender answering() {
        return Contender.nginx("upstream", folder, UPSTREAM, "", "return 200 '" + ANSWER + "';");
    }

    private static AutoCloseable jetty() throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setPort(UPSTREAM);
        server.addConnector(connector);
        server.setHandler(new Service());
        server.start();
        return server::stop;
    }

    /** Reads what it is sent, and answers with 1 KiB. */
    private static final class Service extends Handler.Abstract {

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Content.Source.asByteBuffer(request);
            response.getHeaders().put("Content-Type", "application/json");
            response.write(true, BufferUtil.toBuffer(ANSWER), callback);
            return true;
        }
    }
}
