// SPDX-License-Identifier: Apache-2.0
/** For writers of HTTP adapters: {@link dev.semel.contracts.http.HttpContract} drives a server over real sockets. */
@NullMarked
package dev.semel.contracts.http;

import org.jspecify.annotations.NullMarked;
