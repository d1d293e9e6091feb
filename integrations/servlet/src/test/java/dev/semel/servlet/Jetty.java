// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Embedded Jetty. */
final class Jetty implements Container {

    private final Server server;
    private final ServerConnector connector;
    private final Path folder;

    Jetty(Filter filter, Servlet servlet) {
        this(100, filter, servlet);
    }

    private Jetty(int threads, Filter filter, Servlet servlet) {
        QueuedThreadPool pool = new QueuedThreadPool(threads, Math.min(threads, 8));
        pool.setReservedThreads(0);
        server = new Server(pool);
        folder = temporaryFolder();
        connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        FilterHolder filters = new FilterHolder(filter);
        filters.setAsyncSupported(true);
        context.addFilter(filters, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        ServletHolder servlets = new ServletHolder(servlet);
        servlets.setAsyncSupported(true);
        servlets.getRegistration()
                .setMultipartConfig(new MultipartConfigElement(uploads().toString()));
        context.addServlet(servlets, "/*");
        server.setHandler(context);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("Jetty does not start", e);
        }
    }

    /** With so few threads that a handful of blocked ones is felt. */
    static Jetty small(Filter filter, Servlet servlet) {
        return new Jetty(8, filter, servlet);
    }

    @Override
    public URI uri() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public Path uploads() {
        return folder;
    }

    @Override
    public void close() {
        try {
            server.stop();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException("Jetty does not stop", e);
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("semel-jetty-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
