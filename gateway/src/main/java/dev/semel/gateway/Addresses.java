// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Addresses to listen at. */
final class Addresses {

    static final int HIGHEST_PORT = 65_535;

    private static final String A_PORT = "a port is a number up to " + HIGHEST_PORT;

    private Addresses() {}

    /** host:port, or [::1]:port. */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("an address is host:port, as in 127.0.0.1:8080");
        }
        InetSocketAddress address = resolved(text.substring(0, colon), text.substring(colon + 1));
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("nobody knows this host");
        }
        return address;
    }

    private static InetSocketAddress resolved(String host, String port) {
        try {
            int number = Integer.parseInt(port);
            if (number < 0 || number > HIGHEST_PORT) {
                throw new IllegalArgumentException(A_PORT);
            }
            return new InetSocketAddress(host.replace("[", "").replace("]", ""), number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(A_PORT, e);
        }
    }

    /** As people write it. */
    static String show(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Whether who connects to a host and port would reach who listens here. A host that nobody knows leads nowhere. */
    static boolean leadsTo(InetSocketAddress listener, String host, int port) {
        if (port != listener.getPort()) {
            return false;
        }
        try {
            for (InetAddress candidate : InetAddress.getAllByName(host)) {
                if (candidate.equals(listener.getAddress())
                        || candidate.isAnyLocalAddress()
                        || (listener.getAddress().isAnyLocalAddress() && isLocal(candidate))) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isLocal(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return true;
        }
    }
}
