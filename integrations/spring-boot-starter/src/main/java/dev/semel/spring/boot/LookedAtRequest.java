// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that handler mappings may look at: the attributes that they leave on it stay here. */
final class LookedAtRequest extends HttpServletRequestWrapper {

    private final Map<String, @Nullable Object> attributes = new HashMap<>();

    LookedAtRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.containsKey(name) ? attributes.get(name) : super.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        attributes.put(name, value);
    }

    @Override
    public void removeAttribute(String name) {
        attributes.put(name, null);
    }
}
