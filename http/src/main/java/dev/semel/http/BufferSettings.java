// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.nio.file.Path;

/**
 * What all buffers share.
 *
 * @param budget how much memory all of them may take
 * @param inMemory how many bytes of one body are kept in memory
 * @param bodyLimit how many bytes a request's body may have
 * @param folder where bodies go that are larger
 */
record BufferSettings(MemoryBudget budget, int inMemory, long bodyLimit, Path folder) {}
