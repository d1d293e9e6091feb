// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Codec;
import dev.semel.Saved;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Answers as they are saved. For reconcilers and converters, which give answers of their own. Stateless. */
public final class HttpSnapshot implements Codec<HttpAnswer> {

    /** What the bytes are, in {@link Saved#contentType()}. */
    public static final String CONTENT_TYPE = "application/vnd.semel.http";

    private static final HttpSnapshot CODEC = new HttpSnapshot();
    private static final int VERSION = 1;

    private HttpSnapshot() {}

    /** The codec. */
    public static HttpSnapshot codec() {
        return CODEC;
    }

    @Override
    public Saved save(HttpAnswer answer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeShort(answer.status());
            out.writeShort(answer.headers().lines().size());
            for (Header header : answer.headers()) {
                out.writeUTF(header.name());
                out.writeUTF(header.value());
            }
            out.write(answer.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Saved.owning(CONTENT_TYPE, bytes.toByteArray());
    }

    @Override
    public HttpAnswer load(Saved saved) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.toBytes()))) {
            if (in.readByte() != VERSION) {
                throw new UncheckedIOException(new IOException("unknown version"));
            }
            int status = in.readUnsignedShort();
            int count = in.readUnsignedShort();
            List<Header> headers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                headers.add(new Header(in.readUTF(), in.readUTF()));
            }
            return HttpAnswer.owning(status, Headers.of(headers), in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
