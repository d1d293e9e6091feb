// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A shop in a process of its own, which can be killed. It ends when nobody holds its input any more. */
final class ShopProcess implements AutoCloseable {

    /** What the system reports of a process that was ended by SIGKILL: 128 and the signal's number. */
    static final int KILLED = 137;

    private final Process process;
    private final CompletableFuture<URI> address;

    private ShopProcess(Process process) {
        this.process = process;
        this.address = CompletableFuture.supplyAsync(this::listen);
    }

    /** Begins to start one; {@link #client} waits until it serves. */
    static ShopProcess start(String database) throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                ShopProcess.class.getName(),
                database);
        return new ShopProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(new File("target/shops.log")))
                .start());
    }

    private URI listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("http://")) {
                    return URI.create(line);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("a shop cannot be heard", e);
        }
        throw new IllegalStateException("a shop did not open: see target/shops.log");
    }

    Client client() {
        return new Client(address.orTimeout(300, TimeUnit.SECONDS).join());
    }

    /** Ends it in the middle of whatever it does. */
    int kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }

    /** The shop itself. */
    public static void main(String[] database) throws IOException {
        Booted.Setting shop = Booted.withDataSource(Booted.Open.class, TransactionalTest.Shop.class)
                .with("spring.datasource.url", database[0])
                .with("spring.datasource.username", "postgres")
                .with("spring.datasource.hikari.maximum-pool-size", "16")
                .with("semel.http.tenants", "sole")
                .with("semel.store-timeout", "30s")
                .with("semel.operations[orders.take].lease", "2s");
        try (Booted booted = shop.serve()) {
            System.out.println(booted.uri());
            int unused = System.in.read();
        } catch (RuntimeException e) {
            // Boot's own report is switched off with the log.
            e.printStackTrace();
            throw e;
        }
    }
}
