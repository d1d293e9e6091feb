// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A service in a process of its own. It says its attempt; asked to hang once, it says that it was asked, and never answers the first attempt. */
final class UpstreamProcess implements AutoCloseable {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final Process process;
    private final BufferedReader words;
    private final int port;

    /** On a free port where 0 is given. */
    UpstreamProcess(int port) throws IOException {
        process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UpstreamProcess.class.getName(),
                        String.valueOf(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        words = process.inputReader(StandardCharsets.UTF_8);
        String said = words.readLine();
        if (said == null) {
            throw new IOException("the upstream did not start");
        }
        this.port = Integer.parseInt(said);
    }

    int port() {
        return port;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Waits until it has been asked to hang. */
    void awaitAsked() throws IOException {
        words.readLine();
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Runs in the other process. */
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 100);
        server.createContext("/", UpstreamProcess::answer);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String attempt = exchange.getRequestHeaders().getFirst("Semel-Attempt");
            if (body.equals("hang once") && "1".equals(attempt)) {
                System.out.println("asked");
                NEVER.await();
            }
            byte[] answer = ("attempt " + attempt).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(201, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
