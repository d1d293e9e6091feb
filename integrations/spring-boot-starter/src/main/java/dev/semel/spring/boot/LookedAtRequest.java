// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.util.ServletRequestPathUtils;

/** A request that handler mappings may look at: the attributes that they leave on it stay here. */
final class LookedAtRequest extends HttpServletRequestWrapper {

    /** What the dispatcher sets before it asks the mappings. */
    private static final Set<String> OF_THE_DISPATCHER =
            Set.of(DispatcherServlet.WEB_APPLICATION_CONTEXT_ATTRIBUTE, ServletRequestPathUtils.PATH_ATTRIBUTE);

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

    /** Leaves there what the mappings would have left; the path that they read is the dispatcher's own. */
    void leaveOn(HttpServletRequest request) {
        attributes.forEach((name, value) -> {
            if (value == null) {
                request.removeAttribute(name);
            } else if (!OF_THE_DISPATCHER.contains(name)) {
                request.setAttribute(name, value);
            }
        });
    }
}
