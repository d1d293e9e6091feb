// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A request's head for tests. */
record Head(String method, String path, String query, List<Header> headers, Optional<String> principal)
        implements RequestHead {

    static Head post(String path) {
        return new Head("POST", path, "", List.of(), Optional.of("acme"));
    }

    Head with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new Head(method, path, query, more, principal);
    }

    Head key(String key) {
        return with("Idempotency-Key", key);
    }

    Head method(String other) {
        return new Head(other, path, query, headers, principal);
    }

    Head path(String other) {
        return new Head(method, other, query, headers, principal);
    }

    Head query(String other) {
        return new Head(method, path, other, headers, principal);
    }

    Head principal(Optional<String> other) {
        return new Head(method, path, query, headers, other);
    }

    @Override
    public List<String> header(String name) {
        return headers.stream()
                .filter(header -> header.is(name))
                .map(Header::value)
                .toList();
    }
}
