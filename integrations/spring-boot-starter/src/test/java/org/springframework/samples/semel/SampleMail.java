// SPDX-License-Identifier: Apache-2.0
package org.springframework.samples.semel;

import dev.semel.spring.Idempotent;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean of an application that lives where Spring's samples do. */
public class SampleMail {

    private final AtomicInteger sent = new AtomicInteger();

    @Idempotent(operation = "sample.send", key = "#order")
    public int send(String order) {
        return sent.incrementAndGet();
    }
}
