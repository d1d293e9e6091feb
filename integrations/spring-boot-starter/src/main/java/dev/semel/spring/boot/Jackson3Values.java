// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.IOException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.impl.UnknownSerializer;
import tools.jackson.databind.ser.std.StdContainerSerializer;

/** Jackson 3, which Boot 4 has. */
final class Jackson3Values implements Values {

    private final JsonMapper mapper;
    private final ObjectReader exact;
    private final ObjectWriter sorting;

    Jackson3Values(JsonMapper mapper) {
        this.mapper = mapper;
        this.exact = mapper.readerFor(Object.class).with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        this.sorting = mapper.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    }

    @Override
    public byte[] write(@Nullable Object value, Type type) throws IOException {
        requireSeen(value);
        return checked(() ->
                mapper.writerFor(actual(value, mapper.constructType(type))).writeValueAsBytes(value));
    }

    /**
     * Objects of which Jackson sees nothing would all be the same, which is its default. What is further down is one member of many: of
     * that the application's setting decides.
     */
    private void requireSeen(@Nullable Object value) throws IOException {
        if (value == null) {
            return;
        }
        ValueSerializer<?> writer = checked(() -> mapper._serializationContext().findValueSerializer(value.getClass()));
        if (writer instanceof UnknownSerializer) {
            throw Values.unseen(value);
        }
        // A container with a writer of its own may show something else than its elements.
        if (writer instanceof StdContainerSerializer) {
            for (Object element : Values.elements(value)) {
                requireSeen(element);
            }
        }
    }

    /** A writer sees no more than its type does, so that it gets the value's class; it finds that of polymorphic ones itself. */
    private JavaType actual(@Nullable Object value, JavaType declared) {
        return value == null || declared.isPrimitive() || isPolymorphic(declared)
                ? declared
                : mapper.getTypeFactory().constructSpecializedType(declared, value.getClass(), true);
    }

    private boolean isPolymorphic(JavaType type) {
        return mapper._serializationContext().findTypeSerializer(type) != null;
    }

    @Override
    public byte[] canonical(@Nullable Object value, Type type) throws IOException {
        byte[] json = write(value, type);
        return checked(() -> sorting.writeValueAsBytes(exact.readValue(json)));
    }

    @Override
    public @Nullable Object read(byte[] json, Type type) throws IOException {
        return checked(() -> mapper.readValue(json, mapper.constructType(type)));
    }

    /** What Jackson 3 throws is not checked any more. */
    private static <T extends @Nullable Object> T checked(Mapping<T> mapping) throws IOException {
        try {
            return mapping.map();
        } catch (JacksonException e) {
            throw new IOException(e);
        }
    }

    @FunctionalInterface
    private interface Mapping<T extends @Nullable Object> {
        T map();
    }
}
