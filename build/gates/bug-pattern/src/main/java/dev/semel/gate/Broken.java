// SPDX-License-Identifier: Apache-2.0
package dev.semel.gate;

record Broken(String name) {
    Broken {
        if (name.isBlank()) {
            new IllegalArgumentException("made, but not thrown");
        }
    }
}
