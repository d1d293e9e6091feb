// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.http.RequestHead;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Proxies whose word about their callers' addresses counts, by address or network. Immutable. */
final class Proxies {

    static final Proxies NONE = new Proxies(List.of());

    private static final String HEADER = "X-Forwarded-For";

    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d{1,2})";

    /** An address as proxies write it: of IPv6 in brackets where a port follows. Nothing that would be looked up as a name. */
    private static final Pattern HOP = Pattern.compile("(?<v4>" + OCTET + "(?:\\." + OCTET
            + "){3})(?::\\d{1,5})?|\\[(?<v6>[0-9A-Fa-f:.]+)](?::\\d{1,5})?|(?<bare>[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)");

    private final List<Network> networks;

    private Proxies(List<Network> networks) {
        this.networks = networks;
    }

    /**
     * These addresses and networks, such as {@code 10.0.0.7}, {@code 10.0.0.0/8} and {@code fd00::/8}.
     *
     * @throws InvalidValueException if one is neither
     */
    static Proxies of(Collection<String> texts) {
        return new Proxies(texts.stream().map(Network::of).toList());
    }

    /**
     * Where a request comes from: the address before the last of these proxies, each of which adds its caller's at the end. What
     * stands before that was written by whoever asks, and counts for nothing.
     *
     * @param address who is connected
     */
    String clientOf(RequestHead head, String address) {
        List<String> hops = new ArrayList<>();
        head.header(HEADER).forEach(line -> hops.addAll(List.of(line.split(",", -1))));
        String client = address;
        while (!hops.isEmpty() && isOurs(client)) {
            Optional<String> before = literal(hops.remove(hops.size() - 1).strip());
            if (before.isEmpty()) {
                return client;
            }
            client = before.get();
        }
        return client;
    }

    private boolean isOurs(String address) {
        return literal(address)
                .map(Proxies::bytes)
                .filter(bytes -> networks.stream().anyMatch(network -> network.has(bytes)))
                .isPresent();
    }

    private static Optional<String> literal(String hop) {
        Matcher parts = HOP.matcher(hop);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String found = parts.group("v4") != null ? parts.group("v4") : parts.group("v6");
        String address = found == null ? parts.group("bare") : found;
        return isReadable(address) ? Optional.of(address) : Optional.empty();
    }

    private static boolean isReadable(String address) {
        try {
            InetAddress unused = InetAddress.getByName(address);
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Of an address that can be read; one of IPv4 in the clothes of IPv6 as what it is. */
    private static byte[] bytes(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new InvalidValueException("this is no address");
        }
    }

    private static final class Network {

        private final byte[] begin;
        private final int bits;

        private Network(byte[] begin, int bits) {
            this.begin = begin;
            this.bits = bits;
        }

        static Network of(String text) {
            String[] parts = text.split("/", 2);
            byte[] address = literal(parts[0]).map(Proxies::bytes).orElseThrow(() -> noNetwork(text));
            int longest = address.length * Byte.SIZE;
            try {
                int bits = parts.length == 1 ? longest : Integer.parseInt(parts[1]);
                if (bits < 0 || bits > longest) {
                    throw noNetwork(text);
                }
                return new Network(address, bits);
            } catch (NumberFormatException e) {
                throw noNetwork(text);
            }
        }

        private static InvalidValueException noNetwork(String text) {
            return new InvalidValueException(
                    text + " is no address or network of a proxy, as in 10.0.0.7, 10.0.0.0/8 and fd00::/8");
        }

        boolean has(byte[] address) {
            if (address.length != begin.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % Byte.SIZE);
                if (((address[bit / Byte.SIZE] ^ begin[bit / Byte.SIZE]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
