// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.charges;

import dev.semel.Idempotency;
import dev.semel.Operation;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.Routes;
import dev.semel.http.TenantResolver;
import dev.semel.jdbc.SqliteStore;
import dev.semel.servlet.IdempotencyFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/**
 * {@code POST /v1/charges} charges once, however often it is asked with the same key: Tomcat, the filter, and records in a file
 * that survive a restart.
 *
 * <p>Arguments: the port (8080; 0 for any) and the file (charges.db).
 */
public final class Charges implements AutoCloseable {

    private final SqliteStore store;
    private final Idempotency idempotency;
    private final Tomcat tomcat = new Tomcat();

    Charges(int port, Path file) throws IOException, LifecycleException {
        store = SqliteStore.at(file).open();
        Operation charge = Operation.payments("charges.create").build();
        // One process, and meant so.
        idempotency =
                Idempotency.builder(store).operations(charge).developmentMode().build();
        HttpIdempotency http = HttpIdempotency.builder(idempotency)
                .policies(Routes.builder()
                        .route("/v1/charges", HttpPolicy.of(charge))
                        .build())
                .tenants(TenantResolver.sole())
                .build();
        start(port, IdempotencyFilter.of(http));
    }

    private void start(int port, IdempotencyFilter filter) throws IOException, LifecycleException {
        String folder = Files.createTempDirectory("charges").toString();
        tomcat.setBaseDir(folder);
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", folder);
        context.addServletContainerInitializer((none, application) -> filter.addTo(application, "/*"), Set.of());
        Tomcat.addServlet(context, "charges", new ChargesServlet());
        context.addServletMappingDecoded("/v1/charges", "charges");
        tomcat.start();
    }

    String uri() {
        return "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/v1/charges";
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
        idempotency.close();
        store.close();
    }

    public static void main(String[] args) throws Exception {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 8080;
        Path file = Path.of(args.length > 1 ? args[1] : "charges.db");
        Charges charges = new Charges(port, file);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(charges)));
        String curl = "  curl -i " + charges.uri() + " -H 'Idempotency-Key: " + UUID.randomUUID()
                + "' -d '{\"amount\": 100}'";
        System.out.println("Charges are taken at " + charges.uri() + ", and remembered in " + file.toAbsolutePath());
        System.out.println(
                "This charges once, and the second time gives the first answer again:\n" + curl + "\n" + curl);
        charges.tomcat.getServer().await();
    }

    private static void stop(Charges charges) {
        try {
            charges.close();
        } catch (LifecycleException e) {
            System.err.println("the server did not stop: " + e.getMessage());
        }
    }
}
