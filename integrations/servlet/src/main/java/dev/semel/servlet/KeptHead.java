// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.Header;
import dev.semel.http.Headers;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Status and headers of a handler's answer, apart from those that filters in front have set on the container's response: they
 * do so for a replay, too. The content type alone is the container's, which knows how it goes with charset and locale.
 */
class KeptHead extends HttpServletResponseWrapper {

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String CONTENT_LENGTH = "Content-Length";
    private static final String CONTENT_LANGUAGE = "Content-Language";
    private static final List<String> DESCRIBING_CONTENT =
            List.of("Content-Encoding", "Content-Range", "ETag", "Last-Modified");

    private final HttpServletResponse container;
    private final KeptRequest request;
    private final HeaderStore headers = new HeaderStore();
    private int status = HttpServletResponse.SC_OK;
    private boolean committed;
    private boolean localeSet;
    /** The container has been told of the handler's content: its type, charset or language. */
    private boolean described;

    KeptHead(HttpServletResponse response, KeptRequest request) {
        super(response);
        this.container = response;
        this.request = request;
    }

    /** For containers, which look for their own response after a forward; what they put in its place meanwhile is theirs. */
    @Override
    public ServletResponse getResponse() {
        ServletResponse inner = super.getResponse();
        return inner == container ? Shield.of(container) : inner;
    }

    final void commit() {
        committed = true;
    }

    @Override
    public final boolean isCommitted() {
        return committed;
    }

    /** For an error page: what the handler has committed to is what that renders. */
    final void uncommit() {
        committed = false;
    }

    /**
     * Whether what is set now is ignored, as by a committed response: an included servlet adds to the content and to nothing
     * else. Tomcat sees to that behind this wrapper, where it is too late, and others in front of it.
     */
    final boolean isFixed() {
        return committed || isIncluded();
    }

    /** The request is asked only where Tomcat has put itself in between: one that its client has left may not be asked. */
    final boolean isIncluded() {
        return super.getResponse() != container && request.getDispatcherType() == DispatcherType.INCLUDE;
    }

    final void requireOpen() {
        if (committed) {
            throw new IllegalStateException("the response is committed");
        }
    }

    /** All that the handler has set. */
    final Headers headers() {
        String type = super.getContentType();
        return type == null
                ? headers.toHeaders()
                : Headers.of(CONTENT_TYPE, type).and(headers.toHeaders());
    }

    /** Takes away what describes a content that is forgotten; status, cookies and all else stay. */
    final void clearContentHeaders() {
        DESCRIBING_CONTENT.forEach(name -> headers.set(name, null));
    }

    final void clearHead() {
        status = HttpServletResponse.SC_OK;
        headers.clear();
        if (described) {
            described = false;
            forgetDescription();
        }
    }

    /**
     * Takes away from the container what it was told of the handler's content: a charset can be taken back in no other way. What filters
     * in front have set stays.
     */
    private void forgetDescription() {
        List<Header> inFront = new ArrayList<>();
        for (String name : container.getHeaderNames()) {
            boolean told =
                    name.equalsIgnoreCase(CONTENT_TYPE) || (localeSet && name.equalsIgnoreCase(CONTENT_LANGUAGE));
            if (!told) {
                container.getHeaders(name).forEach(value -> inFront.add(new Header(name, value)));
            }
        }
        localeSet = false;
        container.reset();
        // Jetty leaves the session's cookie where it is.
        List<Header> missing = inFront.stream()
                .filter(header -> !container.getHeaders(header.name()).contains(header.value()))
                .toList();
        missing.forEach(header -> container.addHeader(header.name(), header.value()));
    }

    @Override
    public void setStatus(int code) {
        if (!isFixed()) {
            status = code;
        }
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (name.equalsIgnoreCase(CONTENT_TYPE)) {
            setContentType(value);
        } else if (!isFixed() && !name.equalsIgnoreCase(CONTENT_LENGTH)) {
            headers.set(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (name.equalsIgnoreCase(CONTENT_TYPE)) {
            setContentType(value);
        } else if (!isFixed() && !name.equalsIgnoreCase(CONTENT_LENGTH)) {
            headers.add(name, value);
        }
    }

    @Override
    public void setContentType(@Nullable String type) {
        if (!isFixed()) {
            described = true;
            super.setContentType(type);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable String charset) {
        described = true;
        super.setCharacterEncoding(charset);
    }

    /** The container makes a header of it, which is to be replayed. */
    @Override
    public void setLocale(@Nullable Locale locale) {
        if (!isFixed()) {
            described = true;
            super.setLocale(locale);
            localeSet = true;
            headers.set(CONTENT_LANGUAGE, locale == null ? null : locale.toLanguageTag());
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public void setDateHeader(String name, long date) {
        setHeader(name, HttpDate.of(date));
    }

    @Override
    public void addDateHeader(String name, long date) {
        addHeader(name, HttpDate.of(date));
    }

    @Override
    public void addCookie(Cookie cookie) {
        addHeader("Set-Cookie", CookieText.of(cookie));
    }

    @Override
    public boolean containsHeader(String name) {
        return headers.has(name) || super.containsHeader(name);
    }

    @Override
    public @Nullable String getHeader(String name) {
        String own = headers.first(name);
        return own == null ? super.getHeader(name) : own;
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return headers.has(name) ? headers.all(name) : super.getHeaders(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        Set<String> names = new LinkedHashSet<>(super.getHeaderNames());
        names.addAll(headers.names());
        return List.copyOf(names);
    }
}
