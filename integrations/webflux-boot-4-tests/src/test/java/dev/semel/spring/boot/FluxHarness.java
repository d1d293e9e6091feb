// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The starter in an application with WebFlux, set up as the HTTP contract asks: by annotations and properties, and by nothing else. */
final class FluxHarness implements HttpHarness {

    private final FluxBooted booted;
    private final Path folder;
    private final Line line;

    FluxHarness(HttpStage stage) throws Exception {
        folder = Files.createTempDirectory("semel-spring-contract-");
        line = new Line(MemoryStore.create());
        FluxBooted.Setting setting = FluxBooted.of(FluxBooted.Open.class, FluxKitController.class)
                .bean("stage", stage)
                .bean("line", line.proxy())
                .with("semel.store-timeout", "10s")
                .with("semel.drain-time", "1s")
                .with("semel.http.tenants", "header")
                .with("semel.http.tenant-header", "X-Tenant")
                .with("semel.http.body-limit", "12MB")
                .with("semel.http.body-in-memory", "64KB")
                .with("semel.http.memory", "1MB")
                .with("semel.http.spill-folder", folder.toString());
        for (String annotated : List.of("echo", "optional", "held", "waits")) {
            setting.with(operation(annotated) + "completion-wait", "10s");
        }
        byPath(setting, "open", "/open").with(operation("open") + "fail-open", "true");
        byPath(setting, "large", "/large").with(operation("large") + "answer-limit", "64KB");
        byPath(setting, "stream", "/stream").with(operation("stream") + "answer-limit", "64KB");
        byPath(setting, "hasty", "/hasty").with(operation("hasty") + "completion-wait", "200ms");
        byPath(setting, "canonical", "/canonical").with(operation("canonical") + "fingerprint", "canonical-json");
        byPath(setting, "signature", "/signature")
                .with(operation("signature") + "pointers[0]", "/amount")
                .with(operation("signature") + "pointers[1]", "/currency");
        byPath(setting, "member", "/member").with(operation("member") + "key-in-body", "/idempotency_key");
        byPath(setting, "plain", "/{any}");
        booted = setting.serve();
    }

    private static FluxBooted.Setting byPath(FluxBooted.Setting setting, String operation, String path) {
        return setting.with(operation(operation) + "paths", path)
                .with(operation(operation) + "in-doubt", "rerun")
                .with(operation(operation) + "completion-wait", "10s");
    }

    private static String operation(String name) {
        return "semel.operations[kit." + name + "].";
    }

    @Override
    public URI uri() {
        return booted.uri();
    }

    @Override
    public IdempotencyStore store() {
        return line.store;
    }

    @Override
    public void outage(Outage outage) {
        line.outage = outage;
    }

    @Override
    public boolean savesWhatThrows() {
        return false;
    }

    /** Insists that no temporary file is left. */
    @Override
    public void close() {
        booted.close();
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> left = files.toList();
            if (!left.isEmpty()) {
                throw new AssertionError("temporary files are left: " + left);
            }
            Files.delete(folder);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The way to a store, which can be cut. */
    private static final class Line {

        private final IdempotencyStore store;
        private volatile Outage outage = Outage.NONE;

        Line(IdempotencyStore store) {
            this.store = store;
        }

        IdempotencyStore proxy() {
            Class<?>[] type = {IdempotencyStore.class};
            return (IdempotencyStore) Proxy.newProxyInstance(
                    Line.class.getClassLoader(), type, (self, method, arguments) -> {
                        if (isCut(method.getName())) {
                            return CompletableFuture.failedFuture(new StoreUnavailableException("the line is cut"));
                        }
                        try {
                            return method.invoke(store, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private boolean isCut(String call) {
            return switch (call) {
                case "claim", "renew", "abandon", "find" -> outage == Outage.ALL;
                case "finish" -> outage != Outage.NONE;
                default -> false;
            };
        }
    }
}
