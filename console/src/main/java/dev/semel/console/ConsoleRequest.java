// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import dev.semel.http.RequestHead;

/** A request below the console's path, with all of its body. Used by one request. */
public final class ConsoleRequest {

    private final RequestHead head;
    private final String path;
    private final byte[] body;
    private final String address;
    private final boolean secure;
    private final boolean relayed;

    /**
     * A request.
     *
     * @param head the request's head; read before {@link Console#handle} returns, and not kept
     * @param path what follows the console's path, without a slash at its beginning: {@code api/overview}, or empty
     * @param body the body; not copied
     * @param address the caller's address, for those who guess passwords: {@code 10.0.0.7}
     * @param secure whether the caller speaks TLS, so that cookies are for TLS only
     */
    public ConsoleRequest(RequestHead head, String path, byte[] body, String address, boolean secure) {
        this(head, path, body, address, secure, false);
    }

    private ConsoleRequest(
            RequestHead head, String path, byte[] body, String address, boolean secure, boolean relayed) {
        if (path.startsWith("/")) {
            throw new InvalidValueException("the path is what follows the console's own, without a slash");
        }
        this.head = head;
        this.path = path;
        this.body = body;
        this.address = address;
        this.secure = secure;
        this.relayed = relayed;
    }

    /**
     * The same, known to come through a proxy although none of its headers says so: a request of HTTP/1.0 does, which browsers and
     * programs do not speak any more and proxies do. A console where nobody signs in does not answer it.
     */
    public ConsoleRequest asRelayed() {
        return new ConsoleRequest(head, path, body, address, secure, true);
    }

    /** The same, sent from another address than that of who is connected. */
    ConsoleRequest from(String client) {
        return new ConsoleRequest(head, path, body, client, secure, relayed);
    }

    RequestHead head() {
        return head;
    }

    String path() {
        return path;
    }

    byte[] body() {
        return body;
    }

    String address() {
        return address;
    }

    boolean secure() {
        return secure;
    }

    boolean relayed() {
        return relayed;
    }

    /** Shows the path only: a body may hold a key or a password (R27). */
    @Override
    public String toString() {
        return "ConsoleRequest[" + path + "]";
    }
}
