// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.ser.ContainerSerializer;
import com.fasterxml.jackson.databind.ser.impl.UnknownSerializer;
import java.io.IOException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Jackson 2, which Boot 3.5 has. */
final class Jackson2Values implements Values {

    private final ObjectMapper mapper;
    private final ObjectReader exact;
    private final ObjectWriter sorting;

    Jackson2Values(ObjectMapper mapper) {
        this.mapper = mapper;
        this.exact = mapper.readerFor(Object.class).with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        this.sorting = mapper.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    }

    @Override
    public byte[] write(@Nullable Object value, Type type) throws IOException {
        requireSeen(value);
        return mapper.writerFor(actual(value, mapper.constructType(type))).writeValueAsBytes(value);
    }

    /**
     * Objects of which Jackson sees nothing would all be the same, whatever the application says of answers. What is further down is
     * one member of many: of that the application's setting decides.
     */
    private void requireSeen(@Nullable Object value) throws IOException {
        if (value == null) {
            return;
        }
        JsonSerializer<?> writer = mapper.getSerializerProviderInstance().findValueSerializer(value.getClass());
        if (writer instanceof UnknownSerializer) {
            throw Values.unseen(value);
        }
        // A container with a writer of its own may show something else than its elements.
        if (writer instanceof ContainerSerializer) {
            for (Object element : Values.elements(value)) {
                requireSeen(element);
            }
        }
    }

    /** A writer sees no more than its type does, so that it gets the value's class; it finds that of polymorphic ones itself. */
    private JavaType actual(@Nullable Object value, JavaType declared) throws IOException {
        return value == null || declared.isPrimitive() || isPolymorphic(declared)
                ? declared
                : mapper.getTypeFactory().constructSpecializedType(declared, value.getClass(), true);
    }

    private boolean isPolymorphic(JavaType type) throws IOException {
        return mapper.getSerializerProviderInstance().findTypeSerializer(type) != null;
    }

    @Override
    public byte[] canonical(@Nullable Object value, Type type) throws IOException {
        return sorting.writeValueAsBytes(exact.readValue(write(value, type)));
    }

    @Override
    public @Nullable Object read(byte[] json, Type type) throws IOException {
        return mapper.readValue(json, mapper.constructType(type));
    }
}
