// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.spring.Idempotent;
import dev.semel.spring.WhenInDoubt;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Handlers of every kind. Each answer has the number of the run, so that a replay can be told from a second run. */
@RestController
class FluxShop {

    static final AtomicInteger RUNS = new AtomicInteger();

    record Order(@Min(1) int amount) {}

    static final class SoldOut extends RuntimeException {
        @java.io.Serial
        private static final long serialVersionUID = 1;
    }

    @ResponseStatus(HttpStatus.GONE)
    static final class Discontinued extends RuntimeException {
        @java.io.Serial
        private static final long serialVersionUID = 1;
    }

    private static String run() {
        return "run " + RUNS.incrementAndGet();
    }

    @PostMapping("/entity")
    @Idempotent
    Mono<ResponseEntity<Map<String, String>>> entity(@RequestBody Mono<Order> order) {
        return order.map(taken -> {
            String run = run();
            return ResponseEntity.created(URI.create("/orders/7"))
                    .header("X-Run", run)
                    .body(Map.of("run", run));
        });
    }

    @PostMapping("/plain")
    @Idempotent("shop.plain")
    String plain(@RequestBody String order) {
        return run();
    }

    @PostMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @Idempotent("shop.events")
    Flux<ServerSentEvent<String>> events() {
        return Flux.just(run(), "second")
                .map(text -> ServerSentEvent.builder(text).build());
    }

    @PostMapping("/problem")
    @Idempotent("shop.problem")
    Mono<ProblemDetail> problem() {
        return Mono.fromSupplier(() -> ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, run()));
    }

    @PostMapping("/sold-out")
    @Idempotent("shop.sold-out")
    Mono<String> soldOut() {
        return Mono.error(new SoldOut());
    }

    @ExceptionHandler
    ResponseEntity<String> on(SoldOut e) {
        return ResponseEntity.status(422).body(run());
    }

    @PostMapping("/discontinued")
    @Idempotent("shop.discontinued")
    Mono<String> discontinued() {
        run();
        return Mono.error(new Discontinued());
    }

    @PostMapping("/locked")
    @Idempotent("shop.locked")
    Mono<String> locked() {
        return Mono.error(() -> new ResponseStatusException(HttpStatus.LOCKED, run()));
    }

    @PostMapping("/server-error")
    @Idempotent("shop.server-error")
    Mono<String> serverError() {
        return Mono.error(() -> new ResponseStatusException(HttpStatus.INTERNAL_SERVER_ERROR, run()));
    }

    @PostMapping("/precondition")
    @Idempotent("shop.precondition")
    Mono<Void> precondition(ServerWebExchange exchange) {
        run();
        return exchange.checkNotModified("\"2\"")
                ? exchange.getResponse().setComplete()
                : Mono.error(new IllegalStateException("the condition was not looked at"));
    }

    @PostMapping("/validated")
    @Idempotent("shop.validated")
    Mono<String> validated(@Valid @RequestBody Mono<Order> order) {
        return order.map(taken -> run());
    }

    @PostMapping("/cookie")
    @Idempotent("shop.cookie")
    String cookie(ServerHttpResponse response) {
        response.addCookie(ResponseCookie.from("seen", "yes").build());
        return run();
    }

    @PostMapping("/uncaught")
    @Idempotent(operation = "shop.uncaught", inDoubt = WhenInDoubt.RERUN)
    Mono<String> uncaught(HttpContext attempt) {
        return attempt.attempt() == 1
                ? Mono.error(new IllegalStateException(run()))
                : Mono.just("attempt " + attempt.attempt() + ", " + attempt.reason());
    }

    @PostMapping("/multipart")
    @Idempotent("shop.multipart")
    Mono<String> multipart(@RequestPart("note") String note, @RequestPart("file") FilePart file) {
        return file.content()
                .map(buffer -> buffer.toString(StandardCharsets.UTF_8))
                .reduce("", String::concat)
                .map(content -> run() + " " + note + " " + file.filename() + " " + content);
    }

    @PostMapping("/form")
    @Idempotent("shop.form")
    Mono<String> form(ServerWebExchange exchange) {
        return exchange.getFormData().map(fields -> run() + " " + fields.getFirst("amount"));
    }

    @PostMapping("/optional")
    @Idempotent(operation = "shop.optional", required = false)
    String optional(Optional<HttpContext> attempt) {
        return run() + (attempt.isPresent() ? " protected" : " unprotected");
    }
}
