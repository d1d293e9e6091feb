// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Embedded Tomcat. */
final class EmbeddedTomcat implements Container {

    private final Tomcat tomcat = new Tomcat();
    private final Path folder;

    EmbeddedTomcat(Filter filter, Servlet servlet) {
        this(200, filter, servlet);
    }

    private EmbeddedTomcat(int threads, Filter filter, Servlet servlet) {
        folder = temporaryFolder();
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.setHostname("127.0.0.1");
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        // A body that nobody reads is read on to its end, so that the connection can go on.
        tomcat.getConnector().setProperty("maxSwallowSize", "-1");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        tomcat.getConnector().setProperty("maxThreads", String.valueOf(threads));
        Context context = tomcat.addContext("", folder.toString());
        addFilter(context, filter);
        Wrapper servlets = Tomcat.addServlet(context, "kit", servlet);
        servlets.setAsyncSupported(true);
        servlets.setMultipartConfigElement(new MultipartConfigElement(uploads().toString()));
        context.addServletMappingDecoded("/*", "kit");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("Tomcat does not start", e);
        }
    }

    /** With so few threads that a handful of blocked ones is felt. */
    static EmbeddedTomcat small(Filter filter, Servlet servlet) {
        return new EmbeddedTomcat(8, filter, servlet);
    }

    private static void addFilter(Context context, Filter filter) {
        FilterDef definition = new FilterDef();
        definition.setFilterName("idempotency");
        definition.setFilter(filter);
        definition.setAsyncSupported("true");
        context.addFilterDef(definition);
        FilterMap mapping = new FilterMap();
        mapping.setFilterName("idempotency");
        mapping.addURLPattern("/*");
        mapping.setDispatcher("REQUEST");
        mapping.setDispatcher("ASYNC");
        context.addFilterMap(mapping);
    }

    @Override
    public URI uri() {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
    }

    @Override
    public Path uploads() {
        return folder;
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (LifecycleException e) {
            throw new IllegalStateException("Tomcat does not stop", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("semel-tomcat-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
