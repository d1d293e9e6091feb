// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.BooleanOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.util.function.Function;

/** A command about one key that is ready to be sent, and may be sent again: where a cluster redirects it, for example. */
final class Request<T> {

    private static final byte[] ONE_KEY = {'1'};
    private static final byte[] PX = Words.of("PX");

    private final byte[] key;
    private final CommandType type;
    private final CommandArgs<byte[], byte[]> arguments;
    private final Function<ByteArrayCodec, CommandOutput<byte[], byte[], T>> output;

    private Request(
            byte[] key,
            CommandType type,
            CommandArgs<byte[], byte[]> arguments,
            Function<ByteArrayCodec, CommandOutput<byte[], byte[], T>> output) {
        this.key = key;
        this.type = type;
        this.arguments = arguments;
        this.output = output;
    }

    /** Writes the value for so long, if the key is new; the answer is what was there already. */
    static Request<byte[]> setIfNew(byte[] key, byte[] value, long millis) {
        CommandArgs<byte[], byte[]> arguments = arguments()
                .addKey(key)
                .add(value)
                .add(PX)
                .add(millis)
                .add(CommandKeyword.NX)
                .add(CommandType.GET);
        return new Request<>(key, CommandType.SET, arguments, ValueOutput::new);
    }

    /** One byte of a value. */
    static Request<byte[]> byteAt(byte[] key, int place) {
        return new Request<>(
                key, CommandType.GETRANGE, arguments().addKey(key).add(place).add(place), ValueOutput::new);
    }

    /** Runs a script by its name, which the server is taken to know; it answers with bytes. */
    static Request<byte[]> byName(Script script, byte[] key, byte[]... arguments) {
        return script(CommandType.EVALSHA, script.sha(), key, arguments, ValueOutput::new);
    }

    /** The same by its text, which the server remembers. */
    static Request<byte[]> byText(Script script, byte[] key, byte[]... arguments) {
        return script(CommandType.EVAL, script.text(), key, arguments, ValueOutput::new);
    }

    /** Runs a script by its name that answers yes or no. */
    static Request<Boolean> truthByName(Script script, byte[] key, byte[]... arguments) {
        return script(CommandType.EVALSHA, script.sha(), key, arguments, BooleanOutput::new);
    }

    /** The same by its text. */
    static Request<Boolean> truthByText(Script script, byte[] key, byte[]... arguments) {
        return script(CommandType.EVAL, script.text(), key, arguments, BooleanOutput::new);
    }

    private static <T> Request<T> script(
            CommandType type,
            String script,
            byte[] key,
            byte[][] arguments,
            Function<ByteArrayCodec, CommandOutput<byte[], byte[], T>> output) {
        CommandArgs<byte[], byte[]> all = arguments().add(script).add(ONE_KEY).addKey(key);
        for (byte[] argument : arguments) {
            all.add(argument);
        }
        return new Request<>(key, type, all, output);
    }

    private static CommandArgs<byte[], byte[]> arguments() {
        return new CommandArgs<>(ByteArrayCodec.INSTANCE);
    }

    /** Whose record it is about. */
    byte[] key() {
        return key;
    }

    /** The command, for one sending. */
    Call<T> call(Awaiting<T> awaiting) {
        return new Call<>(type, output.apply(ByteArrayCodec.INSTANCE), arguments, awaiting);
    }
}
