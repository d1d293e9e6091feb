// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.net.URI;
import java.nio.file.Path;

/** A servlet container with one filter and one servlet on all paths. */
interface Container extends AutoCloseable {

    URI uri();

    /** Where the servlet's multipart configuration says that uploads go. */
    Path uploads();

    @Override
    void close();

    /** Starts a container. */
    @FunctionalInterface
    interface Start {
        Container with(Filter filter, Servlet servlet);
    }
}
