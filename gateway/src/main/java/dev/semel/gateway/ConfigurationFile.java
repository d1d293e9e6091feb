// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Tenant;
import dev.semel.http.Dialect;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyHash;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a configuration file; what is wrong in it is told with its line. */
final class ConfigurationFile {

    private static final String DEFAULT_LISTEN = "127.0.0.1:8080";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private ConfigurationFile() {}

    static Configuration read(Path file, Map<String, String> environment) {
        String name = file.toString();
        Section root = Section.root(name, parse(file, name), new Secrets(environment));
        Map<String, Upstream> upstreams = root.section("upstreams").named(ConfigurationFile::upstream);
        RouteReader reader = new RouteReader(upstreams);
        List<Route> routes = root.sections("routes").stream().map(reader::read).toList();
        if (routes.isEmpty()) {
            throw root.bad("routes", "is missing, or has no route in it");
        }
        Configuration configuration = new Configuration(
                root.find("listen", ConfigurationFile::address).orElseGet(() -> address(DEFAULT_LISTEN)),
                tenants(root),
                root.word("dialect", Map.of("ietf", Dialect.ietf(), "stripe", Dialect.stripe()))
                        .orElseGet(Dialect::ietf),
                store(root.section("store"), file),
                root.find("hash-secret", secret -> KeyHash.withSecret(secret.getBytes(StandardCharsets.UTF_8)))
                        .orElseGet(KeyHash::randomPerProcess),
                routes,
                Limits.read(root));
        root.done();
        return configuration;
    }

    private static Node parse(Path file, String name) {
        try (InputStream in = Files.newInputStream(file)) {
            LoadSettings settings = LoadSettings.builder().setLabel(name).build();
            return new Compose(settings)
                    .composeInputStream(in)
                    .orElseThrow(() -> new BadConfiguration(name, "the file is empty"));
        } catch (IOException e) {
            throw new BadConfiguration(name, "the file cannot be read");
        } catch (MarkedYamlEngineException e) {
            String place = name
                    + e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
            throw new BadConfiguration(place, "this is no YAML: " + e.getProblem());
        }
    }

    /** host:port, or [::1]:port. */
    static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("an address is host:port, as in 127.0.0.1:8080");
        }
        try {
            String host = text.substring(0, colon).replace("[", "").replace("]", "");
            return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a port is a number", e);
        }
    }

    private static Upstream upstream(String name, Section section) {
        String server = section.text("server");
        Duration timeout = section.duration("timeout").orElse(TIMEOUT);
        Duration connectTimeout = section.duration("connect-timeout").orElse(CONNECT_TIMEOUT);
        section.done();
        try {
            return new Upstream(name, URI.create(server), timeout, connectTimeout);
        } catch (IllegalArgumentException e) {
            throw section.bad("server", "cannot be " + server + ": " + e.getMessage());
        }
    }

    private static TenantResolver tenants(Section root) {
        if (!root.isMapping("tenant")) {
            throw root.bad(
                    "tenant",
                    "must say who owns a key: \"header: X-Account\", set by whoever authenticates, or \"constant: all\""
                            + " where all clients may share their keys");
        }
        Section section = root.section("tenant");
        Optional<TenantResolver> header = section.find("header", TenantResolver::header);
        Optional<TenantResolver> constant = section.find("constant", name -> {
            Optional<Tenant> tenant = Optional.of(new Tenant(name));
            return head -> tenant;
        });
        section.done();
        if (header.isPresent() == constant.isPresent()) {
            throw root.bad("tenant", "is either a header or a constant");
        }
        return header.or(() -> constant).orElseThrow();
    }

    private static StoreChoice store(Section section, Path file) {
        String type = section.text("type");
        StoreChoice choice = switch (type) {
            case "memory" -> StoreChoice.memory();
            case "sqlite" -> StoreChoice.sqlite(beside(file, section.text("file")));
            case "redis" -> StoreChoice.redis(section.text("url"));
            case "postgresql" ->
                StoreChoice.postgresql(
                        section.text("url"),
                        section.text("user"),
                        section.find("password").orElse(""));
            case "mariadb" ->
                StoreChoice.mariadb(
                        section.text("url"),
                        section.text("user"),
                        section.find("password").orElse(""));
            default ->
                throw section.bad("type", "cannot be " + type + ": it is memory, sqlite, postgresql, mariadb or redis");
        };
        section.done();
        return choice;
    }

    /** Relative to the configuration, wherever the gateway is started. */
    private static Path beside(Path configuration, String file) {
        Path folder = configuration.toAbsolutePath().getParent();
        return folder == null ? Path.of(file) : folder.resolve(file);
    }
}
