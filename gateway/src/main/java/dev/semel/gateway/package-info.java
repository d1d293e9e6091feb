// SPDX-License-Identifier: Apache-2.0

/** The gateway: a reverse proxy that lets a retried request run once, in front of services in any language. */
@NullMarked
package dev.semel.gateway;

import org.jspecify.annotations.NullMarked;
