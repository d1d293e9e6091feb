// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** The service. Its settings are in application.properties. */
@SpringBootApplication
@EnableConfigurationProperties(ProviderSettings.class)
public class Payments {

    public static void main(String[] args) {
        SpringApplication.run(Payments.class, args);
    }
}
