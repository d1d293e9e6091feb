// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

/** What somebody signs in with. Immutable. */
public sealed interface Credential permits PasswordHash, TokenHash {

    /** Something that changes when the credential does; a session ends then. Not the secret itself. */
    byte[] mark();
}
