// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Hides Tomcat's response from Tomcat. After a forward it looks through all wrappers for its own response and closes it; the
 * kept answer, which is sent afterwards, would be lost. Other containers need to find theirs.
 */
final class Shield {

    private static final String TOMCAT = "org.apache.catalina.";

    private Shield() {}

    static HttpServletResponse of(HttpServletResponse response) {
        ServletResponse inner = response;
        while (inner instanceof ServletResponseWrapper wrapper) {
            inner = wrapper.getResponse();
        }
        return inner.getClass().getName().startsWith(TOMCAT) ? hidden(response) : response;
    }

    private static HttpServletResponse hidden(HttpServletResponse response) {
        Class<?>[] type = {HttpServletResponse.class};
        return (HttpServletResponse) Proxy.newProxyInstance(
                Shield.class.getClassLoader(), type, (self, method, arguments) -> {
                    try {
                        return method.invoke(response, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
