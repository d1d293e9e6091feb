// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.spring.IdempotencyContext;
import dev.semel.spring.Idempotent;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes orders into a table, in the transaction that their answers are saved in. */
@RestController
@RequestMapping("/orders")
class OrdersController {

    static final String TABLE =
            "CREATE TABLE IF NOT EXISTS taken_order (number bigserial PRIMARY KEY, reference text NOT NULL)";

    private final JdbcTemplate database;
    private final Service service;
    private volatile Consumer<HttpContext> whenInserted = attempt -> {};

    OrdersController(JdbcTemplate database, Service service) {
        this.database = database;
        this.service = service;
    }

    /** What happens between the row and the answer, in one of the coming attempts. */
    void whenInserted(Consumer<HttpContext> then) {
        whenInserted = then;
    }

    @PostMapping
    @Idempotent(operation = "orders.take", transactional = true)
    ResponseEntity<String> take(@RequestBody String reference, HttpContext attempt) {
        insert(reference);
        whenInserted.accept(attempt);
        return ResponseEntity.status(HttpStatus.CREATED).body(reference + " by attempt " + attempt.attempt());
    }

    @PostMapping("/by-service")
    @Idempotent(operation = "orders.by-service", transactional = true)
    String takeByService(@RequestBody String reference) {
        try {
            service.takeAndFail(reference);
        } catch (IllegalStateException e) {
            return "taken all the same";
        }
        return "taken";
    }

    @PostMapping("/by-bean")
    String takeByBean(@RequestBody String reference) {
        return String.valueOf(service.takeOnce(reference));
    }

    @PostMapping("/context")
    @Idempotent("orders.context")
    String context(IdempotencyContext attempt, Optional<IdempotencyContext> perhaps) {
        return attempt.operation() + " " + perhaps.map(IdempotencyContext::attempt) + " " + service.attempt();
    }

    @PostMapping("/declined")
    @Idempotent(operation = "orders.decline", transactional = true)
    String decline(@RequestBody String reference) {
        insert(reference);
        throw new IllegalArgumentException(reference);
    }

    @PostMapping("/large")
    @Idempotent(operation = "orders.large", transactional = true)
    String takeLarge(@RequestBody String reference) {
        insert(reference);
        return reference.repeat(100_000);
    }

    /** Goes asynchronous by itself, where no type tells it. */
    @PostMapping("/later")
    @Idempotent(operation = "orders.later", transactional = true)
    void takeLater(@RequestBody String reference, HttpServletRequest request) {
        insert(reference);
        request.startAsync().complete();
    }

    @PostMapping("/promised")
    @Idempotent(operation = "orders.promised", transactional = true)
    @SuppressWarnings("FutureReturnValueIgnored") // Spring finds out by itself what it is.
    Object promise(@RequestBody String reference) {
        insert(reference);
        return CompletableFuture.completedFuture(reference);
    }

    @PostMapping("/wrapped")
    @Idempotent(operation = "orders.wrapped", transactional = true)
    ResponseEntity<?> promiseInside(@RequestBody String reference) {
        insert(reference);
        return ResponseEntity.ok(CompletableFuture.completedFuture(reference));
    }

    @ExceptionHandler
    ResponseEntity<String> declined(IllegalArgumentException e) {
        return ResponseEntity.status(422).body("declined");
    }

    private void insert(String reference) {
        database.update("INSERT INTO taken_order (reference) VALUES (?)", reference);
    }

    /** Joins whatever transaction there is. */
    static class Service {

        private final JdbcTemplate database;
        private final IdempotencyContext current;
        private volatile Consumer<Integer> whenInserted = attempt -> {};

        Service(JdbcTemplate database, IdempotencyContext current) {
            this.database = database;
            this.current = current;
        }

        void whenInserted(Consumer<Integer> then) {
            whenInserted = then;
        }

        int attempt() {
            return current.attempt();
        }

        @Idempotent(operation = "orders.once", key = "#reference", transactional = true)
        @Transactional
        public int takeOnce(String reference) {
            database.update("INSERT INTO taken_order (reference) VALUES (?)", reference);
            whenInserted.accept(current.attempt());
            return current.attempt();
        }

        @Transactional
        public void takeAndFail(String reference) {
            database.update("INSERT INTO taken_order (reference) VALUES (?)", reference);
            throw new IllegalStateException("after the row");
        }
    }
}
