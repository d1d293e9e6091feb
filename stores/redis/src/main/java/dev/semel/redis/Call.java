// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.concurrent.CancellationException;

/**
 * A command as the driver sends it, which tells its end to whoever awaits it. The driver's own commands are futures, with an
 * entry in a timer each, behind which stages would have to stand: together they cost as much as the command itself.
 */
final class Call<T> extends Command<byte[], byte[], T> {

    private final Awaiting<T> awaiting;

    Call(
            CommandType type,
            CommandOutput<byte[], byte[], T> output,
            CommandArgs<byte[], byte[]> arguments,
            Awaiting<T> awaiting) {
        super(type, output, arguments);
        this.awaiting = awaiting;
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

    /** The driver sends nothing that is done: nothing more happens for whom nobody waits. */
    @Override
    public boolean isDone() {
        return awaiting.isOver() || super.isDone();
    }
}
