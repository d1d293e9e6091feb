// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

/** Stands for a capability that a later version may have. */
public interface LaterCapability {}
