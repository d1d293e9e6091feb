// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CancellationException;

/**
 * A request as the driver sends it, which tells its end to whoever awaits it. The driver's own commands are futures, with an
 * entry in a timer each, behind which stages would have to stand: together they cost as much as the command itself.
 */
final class Call<T> extends Command<byte[], byte[], T> {

    private static final byte[][] NOTHING = {Words.of("PING")};

    private final Request<T> request;
    private final Awaiting<T> awaiting;

    Call(Request<T> request, Awaiting<T> awaiting) {
        super(request.type(), request.output());
        this.request = request;
        this.awaiting = awaiting;
    }

    /**
     * What nobody waits for any more must not have its effect later, be it written late or redirected by a cluster's node. It is sent as
     * something that does nothing: the driver would not say what became of a command that it leaves out.
     */
    @Override
    public void encode(ByteBuf buffer) {
        Protocol.write(buffer, awaiting.isInVain() ? NOTHING : request.words());
    }

    /** The key alone: a cluster finds the server by it, and nobody else asks. */
    @Override
    public CommandArgs<byte[], byte[]> getArgs() {
        return new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(request.key());
    }

    @Override
    public void complete() {
        super.complete();
        String error = getOutput().getError();
        if (error == null) {
            awaiting.answer(getOutput().get());
        } else {
            awaiting.fail(Failures.refused(error));
        }
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        super.completeExceptionally(failure);
        return awaiting.fail(failure);
    }

    @Override
    public void cancel() {
        super.cancel();
        awaiting.fail(new CancellationException("the connection was closed"));
    }
}
