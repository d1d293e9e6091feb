// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;

import dev.semel.http.HttpContext;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Preset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Takes money and gives it back, once for each key. */
@RestController
class ChargesController {

    static final String CHARGE = "charges.create";
    static final String REFUND = "refunds.create";

    private static final Logger LOG = LoggerFactory.getLogger(ChargesController.class);

    private final Provider provider;
    private final Book book;

    ChargesController(Provider provider, Book book) {
        this.provider = provider;
        this.book = book;
    }

    @PostMapping(path = "/v1/charges", consumes = APPLICATION_JSON_VALUE, produces = APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(operation = CHARGE, preset = Preset.PAYMENTS, transactional = true, lease = "5s", waitUpTo = "10s")
    Charge charge(@RequestBody ChargeRequest wanted, HttpContext attempt) {
        LOG.info("charging: attempt {}, {}", attempt.attempt(), attempt.reason());
        Charge taken = provider.charge(wanted, attempt.derivedKey(CHARGE));
        return book.enter(taken);
    }

    @PostMapping(
            path = "/v1/charges/{id}/refunds",
            consumes = APPLICATION_JSON_VALUE,
            produces = APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(operation = REFUND, preset = Preset.PAYMENTS, transactional = true, lease = "5s", waitUpTo = "10s")
    Refund refund(@PathVariable String id, @RequestBody RefundRequest wanted, HttpContext attempt) {
        LOG.info("giving back of {}: attempt {}, {}", id, attempt.attempt(), attempt.reason());
        if (!book.knows(id)) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such charge.");
        }
        Refund given = provider.refund(id, wanted.amount(), attempt.derivedKey(REFUND));
        return book.enter(given);
    }
}
