// SPDX-License-Identifier: Apache-2.0
package kotlin.coroutines;

/** Stands for Kotlin's own, which no test needs more of than its name: a suspending function has one as its last parameter. */
public interface Continuation<T> {}
