// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Codec;
import dev.semel.Saved;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** The values of one method as saved answers. An {@code Optional} is saved as what is in it, and no value as JSON's null. */
final class ValueCodec implements Codec<Optional<Object>> {

    private static final System.Logger LOG = System.getLogger("dev.semel.spring");
    private static final String JSON = "application/json";

    private final Values values;
    private final Type type;
    private final boolean optional;

    ValueCodec(Values values, ResolvableType returned) {
        this.values = values;
        this.optional = returned.toClass() == Optional.class;
        this.type = (optional ? returned.getGeneric(0) : returned).getType();
    }

    /** The work was done, whatever goes wrong with saving its value: then it is remembered without it, and not done again. */
    @Override
    public Saved save(Optional<Object> value) {
        try {
            return Saved.owning(JSON, values.write(value.orElse(null), type));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a value of type {0} could not be saved as JSON, and is remembered without its content: {1}",
                    type.getTypeName(),
                    e.getClass().getName());
            return Saved.omitted(JSON);
        }
    }

    @Override
    public Optional<Object> load(Saved saved) {
        if (type == void.class || type == Void.class) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(values.read(saved.toBytes(), type));
        } catch (IOException e) {
            // Never a reason to do the work again (R20, T10).
            throw new IllegalStateException(
                    "the saved value cannot be read as " + type.getTypeName()
                            + " any more: give the operation a version, and a converter for older values",
                    e);
        }
    }

    /** What the method returned, without an {@code Optional} around it. */
    Optional<Object> plain(@Nullable Object returned) {
        return returned instanceof Optional<?> wrapped && optional
                ? wrapped.map(inner -> inner)
                : Optional.ofNullable(returned);
    }

    /** As the method would return it. */
    @Nullable
    Object asReturned(Optional<Object> value) {
        return optional ? value : value.orElse(null);
    }
}
