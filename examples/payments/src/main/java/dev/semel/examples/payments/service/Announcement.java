// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says where the service is, to whoever started it. */
@Component
class Announcement {

    private final Environment environment;

    Announcement(Environment environment) {
        this.environment = environment;
    }

    @EventListener(ApplicationReadyEvent.class)
    void announce() {
        System.out.println(
                "payments are taken at http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"));
    }
}
