// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.architecture;

import java.util.stream.Stream;

/**
 * The packages under a root.
 *
 * @param root {@code dev.semel}, or that of the fixtures
 */
record Names(String root) {

    /** The package pattern of this name under the root; {@code "."} for everything. */
    String of(String name) {
        return name.equals(".") ? root + ".." : root + "." + name;
    }

    /** The packages of core: the root itself, without what is below it, and those of the design. */
    String[] core() {
        Stream<String> below = Stream.of("event..", "internal..", "key..", "memory..", "seal..", "spi..", "state..")
                .map(this::of);
        return Stream.concat(Stream.of(root), below).toArray(String[]::new);
    }
}
