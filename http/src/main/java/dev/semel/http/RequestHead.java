// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.List;
import java.util.Optional;

/**
 * A request without its body, as an adapter shows it: a view of its framework's own request, without a copy. It is read
 * on the thread of the call that it is given to, and not kept beyond {@link Intake#admit}.
 */
public interface RequestHead {

    /** The method, in its case: {@code POST}. */
    String method();

    /** The path as it was sent, still percent-encoded, without the query: {@code /v1/charges}. */
    String path();

    /**
     * The path that policies are found by: the one that the server finds handlers by, whichever way the client wrote it. By
     * default {@link #path} decoded, without parameters of segments and without dots.
     */
    default String route() {
        return RoutePath.of(path());
    }

    /** The query as it was sent, without the question mark; empty where there is none. */
    String query();

    /** The values of all field lines of this name, in order and not split at commas; the name's case does not matter. */
    List<String> header(String name);

    /** The name of the authenticated caller, where the server knows one. */
    default Optional<String> principal() {
        return Optional.empty();
    }

    /** Something else that the server knows of the request, for {@linkplain TenantResolver tenant resolvers}. */
    default Optional<Object> attribute(String name) {
        return Optional.empty();
    }
}
