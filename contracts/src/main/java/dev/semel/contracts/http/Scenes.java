// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import dev.semel.http.Headers;
import java.io.IOException;
import java.util.Arrays;

/** The answers of the stage's routes that need nothing but themselves. */
final class Scenes {

    /** Whose scripts may read the answer of {@code /cookies}. */
    static final String ORIGIN = "https://shop.example";

    private static final int PIECE = 8192;
    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;

    private Scenes() {}

    static void echo(int run, HttpStage.Sink sink, byte[] text) throws IOException {
        sink.head(
                201,
                Headers.of("Content-Type", "text/plain;charset=utf-8")
                        .and("Location", "/echo/" + run)
                        .and("X-Run", Integer.toString(run)));
        sink.write(text);
    }

    static void answer(int status, HttpStage.Sink sink, byte[] text) throws IOException {
        if (status == NO_CONTENT || status == RESET_CONTENT || status == NOT_MODIFIED) {
            sink.head(status, Headers.of("X-Mark", "kept"));
            return;
        }
        sink.head(status, Headers.of("Content-Type", "text/plain").and("X-Mark", "kept"));
        sink.write(text);
    }

    static void cookies(HttpStage.Sink sink, byte[] text) throws IOException {
        sink.head(
                200,
                Headers.of("Content-Type", "text/plain")
                        .and("Set-Cookie", "session=one; Path=/")
                        .and("Set-Cookie", "theme=dark")
                        .and("Access-Control-Allow-Origin", ORIGIN)
                        .and("Access-Control-Allow-Credentials", "true")
                        .and("X-Many", "first")
                        .and("X-Many", "second"));
        sink.write(text);
    }

    static void large(int bytes, HttpStage.Sink sink, byte[] text) throws IOException {
        sink.head(200, Headers.of("Content-Type", "application/octet-stream"));
        sink.write(text);
        for (int written = text.length; written < bytes; written += PIECE) {
            sink.write(filling(Math.min(PIECE, bytes - written)));
        }
    }

    static byte[] filling(int bytes) {
        byte[] filling = new byte[bytes];
        Arrays.fill(filling, (byte) 'x');
        return filling;
    }
}
