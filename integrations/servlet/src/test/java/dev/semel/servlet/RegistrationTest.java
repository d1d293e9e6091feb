// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Idempotency;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.TenantResolver;
import dev.semel.memory.MemoryStore;
import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("Filters that are registered by addTo")
class RegistrationTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName("R33: may be several in one application, and Tomcat has them all")
    void onTomcat() throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        check(start -> tomcat.addContext("", folder.toString()).addServletContainerInitializer(start, Set.of()));
        tomcat.start();
        tomcat.stop();
        tomcat.destroy();
        assertThat(checked).isTrue();
    }

    @Test
    @DisplayName("R33: may be several in one application, and Jetty has them all")
    void onJetty() throws Exception {
        Server server = new Server();
        ServletContextHandler context = new ServletContextHandler();
        server.setHandler(context);
        check(context::addServletContainerInitializer);
        server.start();
        server.stop();
        assertThat(checked).isTrue();
    }

    private boolean checked;

    private void check(Consumer<ServletContainerInitializer> atStart) {
        Idempotency engine = Idempotency.builder(MemoryStore.create())
                .developmentMode()
                .withoutLog()
                .build();
        IdempotencyFilter one = filter(engine);
        atStart.accept((none, context) -> {
            one.addTo(context, "/v1/*");
            filter(engine).addTo(context, "/stripe/*");
            assertThat(context.getFilterRegistrations())
                    .containsOnlyKeys("semel-idempotency", "semel-idempotency-2")
                    .satisfies(all -> assertThat(all.get("semel-idempotency-2").getUrlPatternMappings())
                            .containsExactly("/stripe/*"));
            assertThat(one.addTo(context, "/v2/*").getUrlPatternMappings()).containsExactly("/v2/*");
            checked = true;
            engine.close();
        });
    }

    private static IdempotencyFilter filter(Idempotency engine) {
        return IdempotencyFilter.of(
                HttpIdempotency.builder(engine).tenants(TenantResolver.sole()).build());
    }
}
