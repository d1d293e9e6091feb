// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import dev.semel.key.KeyMaker;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as bytes: what a client library would not let one send can be sent, too. Immutable.
 *
 * @param method the method
 * @param target path and query
 * @param headers field lines, in order
 * @param body the body
 * @param chunk the size of its chunks; 0 for a body with a length
 */
@SuppressWarnings("ArrayRecordComponent") // Within the kit nobody changes a body.
record Request(String method, String target, List<String> headers, byte[] body, int chunk) {

    private static final byte[] NOTHING = {};
    private static final KeyMaker KEYS = KeyMaker.uuidV4();

    static Request of(String method, String target) {
        return new Request(method, target, List.of("Host: kit", "X-Tenant: kit"), NOTHING, 0);
    }

    /** A POST with a new key and a small body. */
    static Request post(String target) {
        return of("POST", target).key(newKey()).text("amount=100");
    }

    static String newKey() {
        return KEYS.next();
    }

    /** With this key instead of the one before. */
    Request key(String key) {
        return without("Idempotency-Key").header("Idempotency-Key", key);
    }

    Request withoutKey() {
        return without("Idempotency-Key");
    }

    Request tenant(String tenant) {
        return without("X-Tenant").header("X-Tenant", tenant);
    }

    /** The key's characters, without quotes. */
    String key() {
        return headers.stream()
                .filter(line -> line.startsWith("Idempotency-Key: "))
                .map(line -> line.substring("Idempotency-Key: ".length()).replace("\"", ""))
                .findFirst()
                .orElse("");
    }

    Request header(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.add(name + ": " + value);
        return new Request(method, target, List.copyOf(more), body, chunk);
    }

    private Request without(String name) {
        return new Request(
                method,
                target,
                headers.stream().filter(line -> !line.startsWith(name + ":")).toList(),
                body,
                chunk);
    }

    Request type(String mediaType) {
        return without("Content-Type").header("Content-Type", mediaType);
    }

    Request text(String text) {
        return type("text/plain").bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    Request bytes(byte[] bytes) {
        return new Request(method, target, headers, bytes, chunk);
    }

    Request target(String other) {
        return new Request(method, other, headers, body, chunk);
    }

    Request method(String other) {
        return new Request(other, target, headers, body, chunk);
    }

    Request chunked(int size) {
        return new Request(method, target, headers, body, size);
    }

    byte[] head() {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        headers.forEach(line -> head.append(line).append("\r\n"));
        if (chunk > 0) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (body.length > 0 || method.equals("POST") || method.equals("PATCH")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    byte[] framedBody() {
        if (chunk == 0) {
            return body;
        }
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        for (int from = 0; from < body.length; from += chunk) {
            int length = Math.min(chunk, body.length - from);
            framed.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            framed.write(body, from, length);
            framed.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        framed.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return framed.toByteArray();
    }
}
