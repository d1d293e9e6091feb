// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import dev.semel.http.RequestHead;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a request says of its trace. Propagators ask by name alone. */
final class HeadGetter implements TextMapGetter<RequestHead> {

    static final HeadGetter INSTANCE = new HeadGetter();

    private HeadGetter() {}

    @Override
    public Iterable<String> keys(RequestHead head) {
        return List.of();
    }

    @Override
    public @Nullable String get(@Nullable RequestHead head, String name) {
        List<String> lines = head == null ? List.of() : head.header(name);
        // A state may come in several lines, which are one list; two parents are none (W3C Trace Context, 3.2 and 3.3).
        return lines.isEmpty() ? null : String.join(",", lines);
    }
}
