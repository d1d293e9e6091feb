// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * Everything that an engine promises, as sentences. The real engine passes it, and every deliberately broken one fails
 * it, see {@link BrokenEnginesTest}. Time is virtual throughout; nothing sleeps.
 */
abstract class EngineContract {

    /** Makes the engine on trial. */
    abstract EngineMaker maker();

    @Nested
    @DisplayName("An admission")
    class Admission extends AdmissionRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A late retry")
    class LateRetry extends LateRetryRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("An issued key")
    class IssuedKey extends IssuedKeyRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("An answer that does not come")
    class LostAnswer extends LostAnswerRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("The heartbeat")
    class Heartbeat extends HeartbeatRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("The heartbeat of a weak store")
    class WeakStore extends WeakStoreRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("The holder of a ticket")
    class Ownership extends OwnershipRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("Clocks that disagree")
    class Clock extends ClockRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("An ending")
    class Completion extends CompletionRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A doubt")
    class Doubt extends DoubtRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A reconciler")
    class Reconciler extends ReconcilerRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A reconciler that comes too late")
    class ReconcilerFence extends ReconcilerFenceRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("An execution")
    class Execution extends ExecutionRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A caller that does not block")
    class Async extends AsyncRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A caller that is interrupted")
    class Interruption extends InterruptionRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A schema version")
    class Version extends VersionRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A waiter")
    class Waiting extends WaitingRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("The turn of a waiter")
    class Turn extends TurnRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A failure")
    class Failure extends FailureRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("The start")
    class Start extends StartRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A secret")
    class Secrecy extends SecrecyRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("An observer")
    class Event extends EventRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("The purge")
    class Purging extends PurgingRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("The end")
    class Closing extends ClosingRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("Real threads")
    class Threads extends ThreadRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }

    @Nested
    @DisplayName("A store that answers nothing")
    class WordlessStore extends WordlessStoreRules {
        @Override
        EngineMaker maker() {
            return EngineContract.this.maker();
        }
    }
}
