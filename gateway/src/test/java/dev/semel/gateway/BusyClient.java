// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One connection that is kept, and asks again when it has its answer: one request at a time. */
final class BusyClient {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");
    private static final String END = "\r\n\r\n";

    private final NetSocket socket;
    private volatile Buffer heard = Buffer.buffer();
    private volatile CompletableFuture<String> answer = CompletableFuture.completedFuture("");

    BusyClient(NetSocket socket) {
        this.socket = socket;
        socket.handler(this::hear);
        socket.closeHandler(closed -> answer.complete("CLOSED after " + heard.length() + " bytes\r\n\r\n"));
    }

    /** The whole answer, head and body. */
    CompletableFuture<String> charge(String key, String body) {
        CompletableFuture<String> next = new CompletableFuture<>();
        answer = next;
        heard = Buffer.buffer();
        socket.write("POST /charges HTTP/1.1\r\nHost: x\r\nIdempotency-Key: " + key + "\r\nContent-Length: "
                        + body.length() + END + body)
                .onFailure(next::completeExceptionally);
        return next;
    }

    private void hear(Buffer piece) {
        heard.appendBuffer(piece);
        String text = heard.toString(StandardCharsets.ISO_8859_1);
        int end = text.indexOf(END);
        Matcher length = LENGTH.matcher(text);
        if (end > 0 && length.find() && text.length() >= end + END.length() + Integer.parseInt(length.group(1))) {
            answer.complete(text);
        }
    }
}
