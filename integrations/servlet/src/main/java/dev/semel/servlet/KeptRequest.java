// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.http.BodyBuffer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The request as the handler sees it: its body is read from where it is kept, as a stream, parameters or parts (T12). */
final class KeptRequest extends HttpServletRequestWrapper {

    private final BodyBuffer body;
    private final boolean readBefore;
    private @Nullable ServletInputStream stream;
    private @Nullable BufferedReader reader;
    private @Nullable Map<String, String[]> parameters;
    private @Nullable List<UploadedPart> parts;
    private volatile boolean sealed;
    private @Nullable String encoding;
    private final Callbacks callbacks = new Callbacks();
    private @Nullable Runnable forwarding;
    private @Nullable BiFunction<ServletRequest, @Nullable ServletResponse, AsyncContext> async;
    private volatile @Nullable AsyncContext asyncContext;

    /** A body that was read before, by a filter in front, is the container's to give. */
    KeptRequest(HttpServletRequest request, BodyBuffer body, boolean readBefore) {
        super(request);
        this.body = body;
        this.readBefore = readBefore;
    }

    void asyncBy(BiFunction<ServletRequest, @Nullable ServletResponse, AsyncContext> begin) {
        async = begin;
    }

    /** What becomes of the kept answer before the handler forwards. */
    void forwardBy(Runnable dropping) {
        forwarding = dropping;
    }

    /** Who calls the listeners of the streams. */
    Callbacks callbacks() {
        return callbacks;
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(String path) {
        RequestDispatcher dispatcher = super.getRequestDispatcher(path);
        Runnable dropping = forwarding;
        return dispatcher == null || dropping == null ? dispatcher : new KeptDispatcher(dispatcher, dropping);
    }

    /** The handler's first dispatch is a request to it, also after its request has waited for another. */
    @Override
    public DispatcherType getDispatcherType() {
        DispatcherType type = super.getDispatcherType();
        return type == DispatcherType.ASYNC && asyncContext == null ? DispatcherType.REQUEST : type;
    }

    /** From now on no handler can take it for a request to it: it has run. */
    void seal() {
        sealed = true;
    }

    /** The first thing that a servlet asks. */
    @Override
    public String getMethod() {
        if (sealed) {
            throw new IllegalStateException("this request has been handled, and its answer is lost");
        }
        return super.getMethod();
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("the body is being read by getReader()");
        }
        if (stream == null) {
            stream = new KeptInput(readBefore ? java.io.InputStream.nullInputStream() : body.open(), this);
        }
        return stream;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (reader == null) {
            if (stream != null) {
                throw new IllegalStateException("the body is being read by getInputStream()");
            }
            reader = new BufferedReader(new InputStreamReader(getInputStream(), charset(defaultCharset())));
        }
        return reader;
    }

    /** JSON is UTF-8 (RFC 8259, 8.1); for what else says nothing of it the specification of servlets does (6.0, 3.12). */
    private Charset defaultCharset() {
        return Intakes.mediaType(getContentType()).endsWith("json")
                ? StandardCharsets.UTF_8
                : StandardCharsets.ISO_8859_1;
    }

    /** The request's charset; this one where nobody has named any. */
    Charset charset(Charset unlessNamed) throws UnsupportedEncodingException {
        String name = getCharacterEncoding();
        return name == null ? unlessNamed : charsetNamed(name);
    }

    private static Charset charsetNamed(String name) throws UnsupportedEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(name);
        }
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        return encoding == null ? super.getCharacterEncoding() : encoding;
    }

    /** Counts until the body is read as text. A container may not listen any more: it has given its body away. */
    @Override
    public void setCharacterEncoding(@Nullable String name) throws UnsupportedEncodingException {
        super.setCharacterEncoding(name);
        if (!readBefore && reader == null && parameters == null && name != null) {
            charsetNamed(name);
            encoding = name;
        }
    }

    /** Of Servlet 6.1. */
    public void setCharacterEncoding(Charset charset) throws UnsupportedEncodingException {
        setCharacterEncoding(charset.name());
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values.clone();
    }

    /** Those of the query, as the container reads them, and then those of the body. */
    @Override
    public Map<String, String[]> getParameterMap() {
        if (parameters == null) {
            parameters = readBefore ? super.getParameterMap() : FormFields.of(this, super::getParameterMap);
        }
        return parameters;
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return readBefore ? super.getParts() : Collections.unmodifiableList(parts());
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        return getParts().stream()
                .filter(part -> part.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    List<UploadedPart> parts() throws IOException, ServletException {
        if (parts == null) {
            parts = Multipart.of(body, getContentType(), () -> UploadFolder.of(this));
        }
        return parts;
    }

    BodyBuffer body() {
        return body;
    }

    @Override
    public AsyncContext startAsync() {
        return async == null ? super.startAsync() : startAsync(this, null);
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, @Nullable ServletResponse response) {
        if (async == null) {
            return super.startAsync(request, response);
        }
        AsyncContext context = async.apply(request, response);
        asyncContext = context;
        return context;
    }

    @Override
    public AsyncContext getAsyncContext() {
        AsyncContext context = asyncContext;
        return context == null ? super.getAsyncContext() : context;
    }
}
