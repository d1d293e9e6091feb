// SPDX-License-Identifier: Apache-2.0
package org.springframework.clinic;

import dev.semel.spring.Idempotent;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean of an application in a package of Spring's that none of its libraries has. */
public class Reminders {

    private final AtomicInteger reminders = new AtomicInteger();

    @Idempotent(operation = "clinic.remind", key = "#patient")
    public int remind(String patient) {
        return reminders.incrementAndGet();
    }
}
