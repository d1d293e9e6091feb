// SPDX-License-Identifier: Apache-2.0
/** A retried request runs once, and every retry gets the first answer. */
module dev.semel.core {
    requires static org.jspecify;

    exports dev.semel;
    exports dev.semel.event;
    exports dev.semel.key;
    exports dev.semel.memory;
    exports dev.semel.seal;
    exports dev.semel.spi;
    exports dev.semel.state;
}
