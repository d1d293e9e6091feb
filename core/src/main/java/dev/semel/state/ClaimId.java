// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

/**
 * The caller's own name for one claim (R7): it lets a claim that is sent again recognise its record, and is part of the
 * fence. Unique across processes; not a secret.
 *
 * @param origin drawn at random once per process
 * @param sequence counted within the process
 */
public record ClaimId(long origin, long sequence) {

    @Override
    public String toString() {
        return String.format("%016x%016x", origin, sequence);
    }
}
