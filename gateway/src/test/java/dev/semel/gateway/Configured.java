// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Gateways for tests, configured as users do it, on a free port. */
final class Configured {

    private static final String HEAD = """
            listen: 127.0.0.1:0
            admin: off
            tenant:
              constant: all
            """;

    private Configured() {}

    /** A configuration file with all that is not said in it already. */
    static Path file(String text) {
        try {
            Path file = Files.createTempFile("semel", ".yaml");
            file.toFile().deleteOnExit();
            return Files.writeString(file, HEAD + text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A gateway in this process. */
    static Service open(String text) {
        return Service.open(read(text));
    }

    /** What a gateway would do. */
    static Configuration read(String text) {
        return ConfigurationFile.read(file(text), Map.of());
    }

    /** In front of one upstream: {@code /charges} is protected, everything else passes. */
    static Service inFrontOf(URI upstream, String store) {
        return open("store: " + store + "\n" + routes(upstream, "30s"));
    }

    static String routes(URI upstream, String timeout) {
        return """
                upstreams:
                  behind:
                    server: %s
                    timeout: %s
                routes:
                  - path: /charges
                    operation: charges.create
                    in-doubt: rerun
                    forward-key: own
                  - path: /**
                """.formatted(upstream, timeout);
    }

    static URI uri(Service gateway) {
        return URI.create("http://127.0.0.1:" + gateway.address().getPort());
    }
}
