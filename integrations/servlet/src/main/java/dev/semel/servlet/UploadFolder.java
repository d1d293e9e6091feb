// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import java.lang.reflect.Field;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a servlet's uploads go that are written by a name alone: the location of its multipart configuration, within the
 * application's folder for temporary files unless it is a whole path (Servlet 6.0, 8.1.5 and 15.5). No method of the
 * specification tells a filter of that configuration, so that the containers are asked, each in its own way.
 */
final class UploadFolder {

    private static final String JETTY = "org.eclipse.jetty.multipartConfig";
    private static final String TOMCAT = "org.apache.catalina.connector.RequestFacade";

    private UploadFolder() {}

    static Path of(HttpServletRequest request) {
        Object temporary = request.getServletContext().getAttribute(ServletContext.TEMPDIR);
        Path folder = temporary instanceof File file ? file.toPath() : Path.of(System.getProperty("java.io.tmpdir"));
        return folder.resolve(location(request));
    }

    private static String location(HttpServletRequest request) {
        Object known = request.getAttribute(JETTY);
        if (known == null) {
            known = ofTomcat(request);
        }
        return known instanceof MultipartConfigElement configured ? configured.getLocation() : ofTheClass(request);
    }

    /** What Tomcat knows of the servlet; null elsewhere, and where it does not let itself be asked. */
    private static @Nullable Object ofTomcat(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        if (!inner.getClass().getName().equals(TOMCAT)) {
            return null;
        }
        try {
            Field own = inner.getClass().getDeclaredField("request");
            own.setAccessible(true);
            Object servlet = ask(own.get(inner), "getWrapper");
            return ask(servlet, "getMultipartConfigElement");
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private static Object ask(Object of, String method) throws ReflectiveOperationException {
        return of.getClass().getMethod(method).invoke(of);
    }

    private static String ofTheClass(HttpServletRequest request) {
        ServletContext context = request.getServletContext();
        ServletRegistration servlet =
                context.getServletRegistration(request.getHttpServletMapping().getServletName());
        try {
            MultipartConfig configured = servlet == null
                    ? null
                    : Class.forName(servlet.getClassName(), false, context.getClassLoader())
                            .getAnnotation(MultipartConfig.class);
            return configured == null ? "" : configured.location();
        } catch (ClassNotFoundException | LinkageError e) {
            return "";
        }
    }
}
