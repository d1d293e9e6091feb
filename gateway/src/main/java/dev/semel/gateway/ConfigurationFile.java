// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Operation;
import dev.semel.http.Dialect;
import dev.semel.key.KeyHash;
import dev.semel.seal.KeyRing;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a configuration file; what is wrong in it is told with its line. */
final class ConfigurationFile {

    private static final String DEFAULT_LISTEN = "127.0.0.1:8080";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration LONGEST_KEPT = Duration.ofDays(1);

    private ConfigurationFile() {}

    static Configuration read(Path file, Map<String, String> environment) {
        return read(file, environment, UnaryOperator.identity());
    }

    /** With what the command line says besides: what it says counts when it is checked who leads to whom. */
    static Configuration read(Path file, Map<String, String> environment, UnaryOperator<Configuration> flags) {
        String name = file.toString();
        Node node = parse(file, name);
        Section root = Section.root(name, node, new Secrets(environment));
        Map<String, Upstream> upstreams =
                root.section("upstreams").named((called, section) -> upstream(called, section, file));
        Limits limits = Limits.read(root);
        Optional<KeyCounterReader> issued = KeyCounterReader.of(root);
        List<Route> routes =
                new RouteReader(upstreams, limits, issued.map(KeyCounterReader::keys)).read(root.sections("routes"));
        if (routes.isEmpty()) {
            throw root.bad("routes", "is missing, or has no route in it");
        }
        Optional<Tls> tls = tls(root, file);
        Configuration configuration = new Configuration(
                root.find("listen", Addresses::parse).orElseGet(() -> Addresses.parse(DEFAULT_LISTEN)),
                new TenantReader(other -> beside(file, other), tls.flatMap(Tls::clients)).read(root),
                root.word("dialect", Map.of("ietf", Dialect.ietf(), "stripe", Dialect.stripe()))
                        .orElseGet(Dialect::ietf),
                store(root, file),
                keyHash(root).orElseGet(KeyHash::randomPerProcess),
                routes,
                issued.flatMap(reader -> reader.counter(routes)),
                limits,
                tls,
                admin(root),
                TracingChoice.read(root),
                Written.of(node));
        root.done();
        Configuration flagged = flags.apply(configuration);
        OwnListeners.apart(flagged, root.section("upstreams")::bad, problem -> root.bad("admin", problem));
        return flagged;
    }

    /**
     * What stands for keys, if a configuration says so. Nothing else of it is read: whoever asks may have a gateway that does
     * not start, and may not have its other secrets.
     */
    static Optional<KeyHash> keyHash(Path file, Map<String, String> environment) {
        String name = file.toString();
        return keyHash(Section.root(name, parse(file, name), new Secrets(environment)));
    }

    /** The operations as far as records tell of them; as little else is read as for {@link #keyHash(Path, Map)}. */
    static List<Operation> operations(Path file, Map<String, String> environment) {
        String name = file.toString();
        return OfflineOperations.of(Section.root(name, parse(file, name), new Secrets(environment)));
    }

    private static Optional<KeyHash> keyHash(Section root) {
        return root.find("hash-secret", secret -> KeyHash.withSecret(secret.getBytes(StandardCharsets.UTF_8)));
    }

    /** What the answers in its store are sealed with, if they are; as little else is read as for {@link #keyHash(Path, Map)}. */
    static Optional<KeyRing> keyRing(Path file, Map<String, String> environment) {
        String name = file.toString();
        return EncryptionReader.read(Section.root(name, parse(file, name), new Secrets(environment)));
    }

    private static AdminChoice admin(Section root) {
        ConsoleChoice console = ConsoleReader.read(root);
        try {
            return root.find("admin", text -> AdminChoice.parse(text, console))
                    .orElseGet(() -> AdminChoice.usual(console));
        } catch (BadConfiguration e) {
            throw root.bad("admin", "cannot be so: " + e.getMessage());
        }
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

    private static Optional<Tls> tls(Section root, Path file) {
        if (!root.has("tls")) {
            return Optional.empty();
        }
        Section section = root.section("tls");
        Path certificate = beside(file, section.text("certificate"));
        section.find("certificate", shown -> Pem.certificates(Pem.text(certificate)));
        Path key = beside(file, section.text("key"));
        Optional<ClientCertificates> clients = ClientCertificates.read(section, name -> Pem.text(beside(file, name)));
        Optional<Tls> tls = section.find("key", shown -> Tls.read(certificate, key, clients));
        section.done();
        return tls;
    }

    private static Upstream upstream(String name, Section section, Path file) {
        boolean one = section.has("server");
        boolean several = section.has("servers");
        if (one && several) {
            throw section.bad("servers", "and server are both set: one server or several");
        }
        String setting = several ? "servers" : "server";
        List<URI> servers = section.texts(setting, ConfigurationFile::uri);
        if (servers.isEmpty()) {
            throw section.bad(setting, "is missing: it says where the service is, as in http://127.0.0.1:9000");
        }
        Optional<HealthCheck> health = health(section);
        Duration timeout = section.duration("timeout").orElse(TIMEOUT);
        Duration connectTimeout = section.duration("connect-timeout").orElse(CONNECT_TIMEOUT);
        Duration keepAlive =
                section.find("keep-alive", ConfigurationFile::keepAlive).orElse(Upstream.KEEP_ALIVE);
        Optional<Trust> trust = section.find("ca", ca -> Trust.read(beside(file, ca)));
        section.done();
        if (trust.isPresent() && servers.stream().noneMatch(server -> "https".equals(server.getScheme()))) {
            throw section.bad("ca", "says whose certificates are good, and the server shows none: it is not https://");
        }
        try {
            return new Upstream(name, servers, timeout, connectTimeout, keepAlive, health, trust);
        } catch (IllegalArgumentException e) {
            throw section.bad(setting, "cannot be: " + e.getMessage());
        }
    }

    private static Duration keepAlive(String text) {
        if (text.equals("off")) {
            return Duration.ZERO;
        }
        Duration time = Durations.parse(text);
        if (time.isZero() || time.toMillis() % 1000 != 0 || time.compareTo(LONGEST_KEPT) > 0) {
            throw new IllegalArgumentException("it is whole seconds, from 1s to " + Durations.show(LONGEST_KEPT)
                    + ", or \"off\" for a connection of its own for each request");
        }
        return time;
    }

    private static Optional<HealthCheck> health(Section upstream) {
        if (!upstream.has("health")) {
            return Optional.empty();
        }
        Section section = upstream.section("health");
        String path = section.text("path");
        Duration every = section.duration("every").orElse(HealthCheck.EVERY);
        Duration timeout = section.duration("timeout").orElse(HealthCheck.TIMEOUT);
        section.done();
        try {
            Targets.check(path);
            return Optional.of(new HealthCheck(path, every, timeout));
        } catch (IllegalArgumentException e) {
            throw section.bad("path", "cannot be " + path + ": " + e.getMessage());
        }
    }

    /** Errors must not repeat it: it may have come from a secret. */
    private static URI uri(String text) {
        try {
            URI uri = new URI(text);
            if (uri.getRawUserInfo() != null) {
                throw new IllegalArgumentException("names and passwords are not sent to upstreams");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("it is no URL: " + e.getReason(), e);
        }
    }

    private static StoreChoice store(Section root, Path file) {
        StoreChoice plain = store(file, root.section("store"));
        return EncryptionReader.read(root).map(plain::sealedWith).orElse(plain);
    }

    private static StoreChoice store(Path file, Section section) {
        String type = section.text("type");
        StoreChoice choice = switch (type) {
            case "memory" ->
                section.find("capacity", ConfigurationFile::capacity).orElseGet(StoreChoice::memory);
            case "sqlite" -> StoreChoice.sqlite(beside(file, section.text("file")));
            case "redis" -> StoreChoice.redis(url(section, StoreUrls::redis));
            case "postgresql" -> jdbc(section, "postgresql", StoreChoice::postgresql);
            case "mariadb" -> jdbc(section, "mariadb", StoreChoice::mariadb);
            // MariaDB's driver is the one in the jar, and speaks to MySQL, too.
            case "mysql" -> jdbc(section, "mariadb", StoreChoice::mysql);
            default ->
                throw section.bad(
                        "type", "cannot be " + type + ": it is memory, sqlite, postgresql, mariadb, mysql or redis");
        };
        section.done();
        return choice;
    }

    private static String url(Section section, UnaryOperator<String> check) {
        section.text("url");
        return section.find("url", check).orElseThrow();
    }

    private static StoreChoice jdbc(Section section, String driver, Server server) {
        return server.at(
                url(section, url -> StoreUrls.jdbc(driver, url)),
                section.text("user"),
                section.find("password").orElse(""));
    }

    /** A store that is reached by JDBC. */
    private interface Server {

        StoreChoice at(String url, String user, String password);
    }

    private static StoreChoice capacity(String records) {
        try {
            return StoreChoice.memory(Integer.parseInt(records));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a number of records is expected", e);
        }
    }

    /** Relative to the configuration, wherever the gateway is started. */
    private static Path beside(Path configuration, String file) {
        Path folder = configuration.toAbsolutePath().getParent();
        return folder == null ? Path.of(file) : folder.resolve(file);
    }
}
