// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

/**
 * The controls of a {@link FaultyStore}: what goes wrong, and how often the store was called.
 *
 * <p>Safe for use by several threads. An outage ({@link #down()}) comes before what was scripted, and what was scripted
 * before what chance decides.
 */
public interface Faults {

    /** Begins the script of one fault: {@code faulty.next(Fault.REPLY_LOST).onClaim()}. Scripts are played in order. */
    Script next(Fault fault);

    /** From now on every call fails without any effect, until {@link #up()}. */
    void down();

    /** Ends what {@link #down()} began. */
    void up();

    /**
     * From now on each call that no script is for meets, with the given probability, one of the given faults. The same
     * seed and the same order of calls give the same faults; a probability of 0 ends it.
     */
    void randomly(long seed, double probability, Fault... among);

    /** Lets everything that is held back go on, see {@link Strike#letGo()}, and answers how much that was. */
    int letGo();

    /** How often callers made this call; a duplicate that a fault made is not counted. */
    int calls(Call kind);

    /** How many calls of any kind callers made: what a request costs (R2). */
    int roundTrips();

    /** Counts from 0 again. */
    void resetCounts();

    /** Says which call the fault hits: the next one of that kind that no earlier script is for. */
    interface Script {

        Strike on(Call kind);

        default Strike onClaim() {
            return on(Call.CLAIM);
        }

        default Strike onFinish() {
            return on(Call.FINISH);
        }

        default Strike onRenew() {
            return on(Call.RENEW);
        }

        default Strike onAbandon() {
            return on(Call.ABANDON);
        }

        default Strike onFind() {
            return on(Call.FIND);
        }

        default Strike onSettle() {
            return on(Call.SETTLE);
        }
    }
}
