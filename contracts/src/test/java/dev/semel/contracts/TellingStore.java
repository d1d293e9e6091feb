// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.contracts.broken.OpenStore;
import dev.semel.contracts.broken.Shelf;
import dev.semel.spi.Notifying;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A store that tells of endings, and is right. */
final class TellingStore extends OpenStore implements Notifying {

    private final List<Consumer<RecordId>> listeners = new CopyOnWriteArrayList<>();

    TellingStore(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        CompletionStage<FinishAnswer> answer = super.finish(finish);
        listeners.forEach(listener -> listener.accept(finish.id()));
        return answer;
    }

    @Override
    public Subscription onEnded(Consumer<RecordId> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
