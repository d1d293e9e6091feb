// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the page can order for the next payment. */
enum Trouble {
    @JsonProperty("none")
    NONE(Fault.NONE),
    @JsonProperty("slow")
    SLOW(Fault.SLOW),
    @JsonProperty("fail")
    FAIL(Fault.FAIL),
    @JsonProperty("drop")
    DROP(Fault.DROP),
    @JsonProperty("time-out")
    TIME_OUT(Fault.TIME_OUT),

    /** The service is killed when the money is taken and the provider has not answered: the worst moment there is. */
    @JsonProperty("kill")
    KILL(Fault.TIME_OUT);

    private final Fault fault;

    Trouble(Fault fault) {
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }
}
