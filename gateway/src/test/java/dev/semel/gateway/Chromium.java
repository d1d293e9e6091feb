// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

/** The browser that all modules' tests have. */
final class Chromium extends dev.semel.servers.Chromium {}
