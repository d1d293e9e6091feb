// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/** A process that owns a file and lays its records out, waits for a word while its clock may be set, and goes on. */
final class SqliteClockedClient {

    static final String LAID_OUT = "laid out";

    private SqliteClockedClient() {}

    /** Arguments: the file, the prefix of its keys, a number of its own, and now. */
    public static void main(String[] args) throws IOException {
        ClockedClient.say(ClockedClient.NOW, Instant.now().toString());
        BufferedReader words = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (SqliteStore store = SqliteStore.at(Path.of(args[0])).open()) {
            ClockedClient client = new ClockedClient(store, args[1], Long.parseLong(args[2]));
            ClockedClient.layOut(store, args[1], Long.parseLong(args[2]));
            ClockedClient.say(LAID_OUT, "");
            words.readLine();
            ClockedClient.say(ClockedClient.NOW, Instant.now().toString());
            client.tell(Instant.parse(args[3]));
            client.tellByEngine();
        }
    }
}
