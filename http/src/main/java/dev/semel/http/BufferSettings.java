// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * What all buffers share.
 *
 * @param budget how much memory all of them may take
 * @param answers how much memory answers may take as a whole, while they are saved and sent
 * @param inMemory how many bytes of one body are kept in memory
 * @param bodyLimit how many bytes a request's body may have
 * @param folder where bodies go that are larger
 */
record BufferSettings(MemoryBudget budget, AnswerMemory answers, int inMemory, long bodyLimit, Path folder) {

    /** With the limit of an operation, where it has one. */
    BufferSettings limitedTo(OptionalLong own) {
        return own.isEmpty() ? this : new BufferSettings(budget, answers, inMemory, own.getAsLong(), folder);
    }
}
