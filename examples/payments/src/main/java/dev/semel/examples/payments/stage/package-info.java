// SPDX-License-Identifier: Apache-2.0
/**
 * Everything around the service, to see what it survives: the provider, which has faults on demand; a supervisor, which starts
 * the service again when it was killed; and the checkout page.
 */
@NullMarked
package dev.semel.examples.payments.stage;

import org.jspecify.annotations.NullMarked;
