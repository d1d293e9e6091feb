// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.BooleanOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandType;
import java.util.function.Function;

/** A command about one key that is ready to be sent, and may be sent again: where a cluster redirects it, for example. */
final class Request<T> {

    private static final byte[] SET = Words.of("SET");
    private static final byte[] NX = Words.of("NX");
    private static final byte[] GET = Words.of("GET");
    private static final byte[] PX = Words.of("PX");
    private static final byte[] GETRANGE = Words.of("GETRANGE");
    private static final byte[] STRLEN = Words.of("STRLEN");
    private static final byte[] EVALSHA = Words.of("EVALSHA");
    private static final byte[] EVAL = Words.of("EVAL");
    private static final byte[] ONE_KEY = Words.of(1);

    private final CommandType type;
    private final byte[] key;
    private final Function<ByteArrayCodec, CommandOutput<byte[], byte[], T>> output;
    private final byte[][] words;

    private Request(
            CommandType type,
            byte[] key,
            Function<ByteArrayCodec, CommandOutput<byte[], byte[], T>> output,
            byte[]... words) {
        this.type = type;
        this.key = key;
        this.output = output;
        this.words = words;
    }

    /** Writes the value for so long, if the key is new; the answer is what was there already. */
    static Request<byte[]> setIfNew(byte[] key, byte[] value, long millis) {
        return new Request<>(CommandType.SET, key, ValueOutput::new, SET, key, value, NX, GET, PX, Words.of(millis));
    }

    /** One byte of a value. */
    static Request<byte[]> byteAt(byte[] key, int place) {
        byte[] at = Words.of(place);
        return new Request<>(CommandType.GETRANGE, key, ValueOutput::new, GETRANGE, key, at, at);
    }

    /** How many bytes a value has. */
    static Request<Long> length(byte[] key) {
        return new Request<>(CommandType.STRLEN, key, IntegerOutput::new, STRLEN, key);
    }

    /** Runs a script by its name, which the server is taken to know; it answers with bytes. */
    static Request<byte[]> byName(Script script, byte[] key, byte[]... arguments) {
        return new Request<>(CommandType.EVALSHA, key, ValueOutput::new, named(script, key, arguments));
    }

    /** The same by its text, which the server remembers. */
    static Request<byte[]> byText(Script script, byte[] key, byte[]... arguments) {
        return new Request<>(CommandType.EVAL, key, ValueOutput::new, spelled(script, key, arguments));
    }

    /** Runs a script by its name that answers yes or no. */
    static Request<Boolean> truthByName(Script script, byte[] key, byte[]... arguments) {
        return new Request<>(CommandType.EVALSHA, key, BooleanOutput::new, named(script, key, arguments));
    }

    /** The same by its text. */
    static Request<Boolean> truthByText(Script script, byte[] key, byte[]... arguments) {
        return new Request<>(CommandType.EVAL, key, BooleanOutput::new, spelled(script, key, arguments));
    }

    private static byte[][] named(Script script, byte[] key, byte[][] arguments) {
        return call(EVALSHA, Words.ofAscii(script.sha()), key, arguments);
    }

    private static byte[][] spelled(Script script, byte[] key, byte[][] arguments) {
        return call(EVAL, Words.of(script.text()), key, arguments);
    }

    private static byte[][] call(byte[] command, byte[] script, byte[] key, byte[][] arguments) {
        byte[][] words = new byte[arguments.length + 4][];
        words[0] = command;
        words[1] = script;
        words[2] = ONE_KEY;
        words[3] = key;
        System.arraycopy(arguments, 0, words, 4, arguments.length);
        return words;
    }

    CommandType type() {
        return type;
    }

    /** Whose record it is about. */
    byte[] key() {
        return key;
    }

    /** The whole command. */
    byte[][] words() {
        return words;
    }

    /** Takes the answer to one sending. */
    CommandOutput<byte[], byte[], T> output() {
        return output.apply(ByteArrayCodec.INSTANCE);
    }
}
