// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Tells which requests are for a dispatcher of this context. Handler mappings see a path without the part that leads to the
 * servlet: for {@code /other/orders} of another servlet they would find the handler of {@code /orders}. Safe for use by several threads.
 */
final class OwnDispatchers {

    private final WebApplicationContext context;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    OwnDispatchers(WebApplicationContext context) {
        this.context = context;
    }

    /** Whether it is for one; yes, too, where nobody can say. If that is wrong, the guard stands before the handler. */
    boolean serve(HttpServletRequest request) {
        HttpServletMapping mapping = request.getHttpServletMapping();
        String servlet = mapping == null ? null : mapping.getServletName();
        return servlet == null || known.computeIfAbsent(servlet, this::isOwn);
    }

    private boolean isOwn(String servlet) {
        ServletContext servlets = context.getServletContext();
        ServletRegistration registration = servlets == null ? null : servlets.getServletRegistration(servlet);
        // Tests without a server have no registrations.
        return registration == null || isOwn(dispatchers().get(servlet), registration);
    }

    /** One that is no bean has a context that nobody knows. */
    private boolean isOwn(@Nullable DispatcherServlet dispatcher, ServletRegistration registration) {
        return dispatcher == null
                ? isDispatcher(registration.getClassName())
                : dispatcher.getWebApplicationContext() == context;
    }

    private boolean isDispatcher(@Nullable String servlet) {
        ClassLoader loader = context.getClassLoader();
        return servlet != null
                && ClassUtils.isPresent(servlet, loader)
                && DispatcherServlet.class.isAssignableFrom(ClassUtils.resolveClassName(servlet, loader));
    }

    /** By the names of their servlets, which are those of their beans where nobody gives them one. */
    private Map<String, DispatcherServlet> dispatchers() {
        Map<String, DispatcherServlet> dispatchers =
                new HashMap<>(context.getBeansOfType(DispatcherServlet.class, false, false));
        for (ServletRegistrationBean<?> bean : context.getBeansOfType(ServletRegistrationBean.class, false, false)
                .values()) {
            if (bean.getServlet() instanceof DispatcherServlet dispatcher) {
                dispatchers.put(bean.getServletName(), dispatcher);
            }
        }
        return dispatchers;
    }
}
