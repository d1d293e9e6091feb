// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spring.Idempotent;
import dev.semel.testkit.RunsOnce;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application on virtual threads that tries itself out; for a JDK that has them. */
final class VirtualShop {

    private VirtualShop() {}

    /** Says "once" when it has been tried out. */
    public static void main(String[] none) {
        try (Booted booted = Booted.of(Booted.Open.class, Handlers.class)
                .with("spring.threads.virtual.enabled", "true")
                .with("semel.store-timeout", "30s")
                .serve()) {
            Handlers handlers = booted.bean(Handlers.class);
            RunsOnce.request(request(booted.uri(), "/rejecting"), handlers.runs::get)
                    .whenCalledAtOnce(40);
            RunsOnce.request(request(booted.uri(), "/waiting"), handlers.runs::get)
                    .whenCalledAtOnce(40);
            System.out.println("once");
        }
        System.exit(0);
    }

    private static HttpRequest request(URI server, String path) {
        return HttpRequest.newBuilder(server.resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
    }

    /** Refuse to run on any other thread. */
    @RestController
    static class Handlers {

        final AtomicInteger runs = new AtomicInteger();

        @PostMapping("/rejecting")
        @Idempotent("rejecting")
        String reject() {
            return run();
        }

        @PostMapping("/waiting")
        @Idempotent(operation = "waiting", waitUpTo = "20s")
        String waiting() {
            return run();
        }

        private String run() {
            if (!Thread.currentThread().toString().startsWith("VirtualThread")) {
                throw new IllegalStateException("runs on " + Thread.currentThread());
            }
            return "run " + runs.incrementAndGet();
        }
    }
}
