// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where a process listens, as Linux tells. */
final class ListeningPorts {

    private static final String LISTENING = "0A";
    private static final int INODE = 9;

    private ListeningPorts() {}

    /** Addresses and ports; an IPv4 address also where the socket could do more. Where sockets share a port, it is there once. */
    static Set<String> of(long process) throws IOException {
        Set<String> own = sockets(process);
        Set<String> places = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process), "net", table))) {
                String[] words = line.strip().split(" +", -1);
                if (words[3].equals(LISTENING) && own.contains(words[INODE])) {
                    places.add(Addresses.show(place(words[1])));
                }
            }
        }
        return places;
    }

    private static Set<String> sockets(long process) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process), "fd"))) {
            for (Path file : files.toList()) {
                String target = target(file);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    private static String target(Path file) throws IOException {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (NoSuchFileException closed) {
            return "";
        }
    }

    /** An address in words of four bytes, each in this machine's order, and a port. */
    private static InetSocketAddress place(String text) throws IOException {
        String[] parts = text.split(":", -1);
        List<Byte> bytes = new ArrayList<>();
        for (int word = 0; word < parts[0].length(); word += 8) {
            for (int at = 6; at >= 0; at -= 2) {
                bytes.add((byte) Integer.parseInt(parts[0].substring(word + at, word + at + 2), 16));
            }
        }
        byte[] address = new byte[bytes.size()];
        for (int i = 0; i < address.length; i++) {
            address[i] = bytes.get(i);
        }
        return new InetSocketAddress(InetAddress.getByAddress(address), Integer.parseInt(parts[1], 16));
    }
}
