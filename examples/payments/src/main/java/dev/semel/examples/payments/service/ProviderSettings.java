// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.service;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the provider is.
 *
 * @param url its address
 * @param timeout how long it may take; beyond, nobody knows what it did
 */
@ConfigurationProperties("payments.provider")
record ProviderSettings(URI url, @DefaultValue("3s") Duration timeout) {}
