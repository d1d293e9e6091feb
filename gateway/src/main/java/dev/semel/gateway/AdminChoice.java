// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Where the listener for operators is. Immutable.
 *
 * @param address where, if anywhere
 * @param isChosen whether somebody said so; where nobody did, the gateway starts without one if the port is taken
 */
record AdminChoice(Optional<InetSocketAddress> address, boolean isChosen) {

    private static final int PORT = 9901;

    /** On the loopback interface: whoever reaches it sees the configuration and the meters. */
    static AdminChoice usual() {
        return new AdminChoice(Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT)), false);
    }

    static AdminChoice off() {
        return new AdminChoice(Optional.empty(), true);
    }

    /** host:port, or off. */
    static AdminChoice parse(String text) {
        return text.equals("off") ? off() : new AdminChoice(Optional.of(Addresses.parse(text)), true);
    }
}
