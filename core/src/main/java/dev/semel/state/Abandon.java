// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

/**
 * Frees what a claim may have taken after its caller gave it up unanswered (R7): by claim id alone, since the caller
 * never learned an attempt number.
 *
 * @param id whose record
 * @param claimId the claim that was given up
 */
public record Abandon(RecordId id, ClaimId claimId) {}
