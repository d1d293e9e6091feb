// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Preset;
import dev.semel.spring.WhenInDoubt;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Handlers of every kind. Each answer begins with the number of the run, so that a replay can be told from a second run. */
@RestController
class ShopController {

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
    ResponseEntity<Map<String, String>> entity(@RequestBody Order order) {
        String run = run();
        return ResponseEntity.created(URI.create("/orders/7"))
                .header("X-Run", run)
                .body(Map.of("run", run));
    }

    /** To one that is protected, too, by another operation or by its own. */
    @PostMapping({"/forwards/to-created", "/forwards/to-own"})
    @Idempotent("shop.forwards")
    void forwards(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        String path = request.getRequestURI().endsWith("to-own") ? "/forwarded" : "/created";
        request.getRequestDispatcher(path).forward(request, response);
    }

    @PostMapping("/forwarded")
    @Idempotent("shop.forwards")
    String forwarded() {
        return run() + " forwarded";
    }

    @PostMapping("/deferred")
    @Idempotent("shop.deferred")
    DeferredResult<String> deferred() {
        DeferredResult<String> result = new DeferredResult<>(30_000L);
        new Thread(() -> result.setResult(run())).start();
        return result;
    }

    @PostMapping("/future")
    @Idempotent("shop.future")
    CompletableFuture<ResponseEntity<String>> future() {
        return CompletableFuture.supplyAsync(() -> ResponseEntity.status(202).body(run()));
    }

    @PostMapping("/future-fails")
    @Idempotent(operation = "shop.future-fails", inDoubt = WhenInDoubt.RERUN)
    CompletableFuture<String> futureFails() {
        return CompletableFuture.failedFuture(new IllegalStateException(run()));
    }

    @PostMapping("/callable")
    @Idempotent("shop.callable")
    Callable<String> callable() {
        return ShopController::run;
    }

    @PostMapping("/streaming")
    @Idempotent("shop.streaming")
    StreamingResponseBody streaming() {
        return out -> {
            out.write(run().getBytes(StandardCharsets.UTF_8));
            out.flush();
            out.write(", streamed".getBytes(StandardCharsets.UTF_8));
        };
    }

    @PostMapping("/problem")
    @Idempotent("shop.problem")
    ProblemDetail problem() {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, run());
    }

    @PostMapping("/sold-out")
    @Idempotent("shop.sold-out")
    String soldOut() {
        throw new SoldOut();
    }

    @ExceptionHandler
    ResponseEntity<String> on(SoldOut e) {
        return ResponseEntity.status(422).body(run());
    }

    @PostMapping("/validated")
    @Idempotent("shop.validated")
    String validated(@Valid @RequestBody Order order) {
        return run();
    }

    @PostMapping("/created")
    @Idempotent("shop.created")
    @ResponseStatus(HttpStatus.CREATED)
    String created() {
        return run();
    }

    @PostMapping("/discontinued")
    @Idempotent("shop.discontinued")
    String discontinued() {
        run();
        throw new Discontinued();
    }

    @PostMapping("/locked")
    @Idempotent("shop.locked")
    String locked() {
        throw new ResponseStatusException(HttpStatus.LOCKED, run());
    }

    @PostMapping("/send-error")
    @Idempotent("shop.send-error")
    void sendError(HttpServletResponse response) throws IOException {
        run();
        response.sendError(409, "sold to somebody else");
    }

    @PostMapping("/uncaught")
    @Idempotent(operation = "shop.uncaught", inDoubt = WhenInDoubt.RERUN)
    String uncaught(HttpContext attempt) {
        if (attempt.attempt() == 1) {
            throw new IllegalStateException(run());
        }
        return "attempt " + attempt.attempt() + ", " + attempt.reason();
    }

    @PostMapping("/multipart")
    @Idempotent("shop.multipart")
    String multipart(@RequestParam("note") String note, @RequestPart("file") MultipartFile file) throws IOException {
        return run() + " " + note + " " + file.getOriginalFilename() + " "
                + new String(file.getBytes(), StandardCharsets.UTF_8);
    }

    @RequestMapping("/any")
    @Idempotent("shop.any")
    String any() {
        return run();
    }

    @RequestMapping(
            path = "/form",
            method = {RequestMethod.POST, RequestMethod.PATCH},
            consumes = "application/x-www-form-urlencoded")
    @Idempotent("shop.form")
    String form(@RequestParam("amount") int amount) {
        return run() + " " + amount;
    }

    @PutMapping("/orders/{id}")
    @Idempotent
    String put(@PathVariable("id") String id) {
        return run() + " " + id;
    }

    @DeleteMapping("/orders/{id}")
    String delete(@PathVariable("id") String id) {
        return run() + " " + id;
    }

    @PostMapping("/optional")
    @Idempotent(operation = "shop.optional", required = false)
    String optional(Optional<HttpContext> attempt) {
        return run() + (attempt.isPresent() ? " protected" : " unprotected");
    }

    @PostMapping("/unprotected")
    String unprotected(Optional<HttpContext> attempt) {
        return run() + (attempt.isPresent() ? " protected" : " unprotected");
    }

    @PostMapping("/also-canonical")
    String alsoCanonical() {
        return run();
    }

    @PostMapping("/by-path/{id}")
    String byPath(@PathVariable("id") String id) {
        return run() + " " + id;
    }

    @PostMapping("/signature")
    @Idempotent(operation = "shop.signature", pointers = "/amount")
    String signature(@RequestBody String body) {
        return run();
    }

    @PostMapping("/canonical")
    @Idempotent(operation = "shop.canonical", preset = Preset.PAYMENTS)
    String canonical(@RequestBody String body) {
        return run();
    }

    @GetMapping("/orders/{id}")
    String look(@PathVariable("id") String id) {
        return run() + " " + id;
    }

    /** An annotation on the class: what usually needs a key is protected, and nothing else. */
    @RestController
    @Idempotent("stock.change")
    static class Stock {

        @PostMapping("/stock")
        String add() {
            return run();
        }

        @PutMapping("/stock")
        String set() {
            return run();
        }

        @GetMapping("/stock")
        String look() {
            return run();
        }
    }
}
