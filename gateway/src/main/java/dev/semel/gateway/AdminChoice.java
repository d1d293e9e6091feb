// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Where the listener for operators is, and what it shows beside the pages that it always has. Immutable.
 *
 * @param address where, if anywhere
 * @param isChosen whether somebody said so; where nobody did, the gateway starts without one if the port is taken
 * @param console whether it has a console, and for whom
 */
record AdminChoice(Optional<InetSocketAddress> address, boolean isChosen, ConsoleChoice console) {

    private static final int PORT = 9901;

    AdminChoice {
        boolean isReachable = address.isPresent() && !address.get().getAddress().isLoopbackAddress();
        if (isReachable && console.path().isPresent() && console.access().isOpen()) {
            throw new BadConfiguration(
                    "console",
                    "needs users: the admin listener at " + Addresses.show(address.get())
                            + " can be reached from other machines, and whoever reaches the console may settle records. Name"
                            + " them (console.users), stay on 127.0.0.1, or set \"console: off\"");
        }
    }

    /** With the usual console. */
    AdminChoice(Optional<InetSocketAddress> address, boolean isChosen) {
        this(address, isChosen, ConsoleChoice.usual());
    }

    /** On the loopback interface: whoever reaches it sees the configuration and the meters. */
    static AdminChoice usual() {
        return usual(ConsoleChoice.usual());
    }

    /** The same with another console. */
    static AdminChoice usual(ConsoleChoice console) {
        return new AdminChoice(
                Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT)), false, console);
    }

    static AdminChoice off() {
        return new AdminChoice(Optional.empty(), true, ConsoleChoice.off());
    }

    /** host:port, or off. */
    static AdminChoice parse(String text, ConsoleChoice console) {
        return text.equals("off") ? off() : new AdminChoice(Optional.of(Addresses.parse(text)), true, console);
    }
}
