// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Tells what became of an order. */
@RestController
class OrdersController {

    private final Book book;

    OrdersController(Book book) {
        this.book = book;
    }

    @GetMapping("/v1/orders/{id}")
    Order order(@PathVariable String id) {
        return book.order(id)
                .orElseThrow(
                        () -> new ResponseStatusException(HttpStatus.NOT_FOUND, "Nothing was paid for such an order."));
    }
}
