// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The same charge as most services have it, for the page to compare: no key, no annotation. Do not copy this one. */
@RestController
class UnprotectedController {

    private final Provider provider;
    private final Book book;

    UnprotectedController(Provider provider, Book book) {
        this.provider = provider;
        this.book = book;
    }

    @PostMapping("/unprotected/charges")
    @ResponseStatus(HttpStatus.CREATED)
    Charge charge(@RequestBody ChargeRequest wanted) {
        return book.enter(provider.charge(wanted, null));
    }
}
