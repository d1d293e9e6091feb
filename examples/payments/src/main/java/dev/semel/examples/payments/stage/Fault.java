// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What goes wrong with a request to the provider. */
enum Fault {
    @JsonProperty("none")
    NONE,

    /** The money is taken, and the answer comes late, though within the service's patience. */
    @JsonProperty("slow")
    SLOW,

    /** Nothing is taken. */
    @JsonProperty("fail")
    FAIL,

    /** The money is taken, and the connection breaks off in the middle of the answer. */
    @JsonProperty("drop")
    DROP,

    /** The money is taken, and no answer ever comes. */
    @JsonProperty("time-out")
    TIME_OUT,

    /** The money is taken, and from then on nobody gets an answer to anything, until other faults are put. */
    @JsonProperty("silence")
    SILENCE
}
