// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.time.Duration;

/** What a running gateway cannot change. */
final class Restart {

    private Restart() {}

    /**
     * Lets a configuration pass that can be taken while the gateway runs, which cuts connections after that much silence.
     *
     * @throws BadConfiguration naming the setting that cannot
     */
    static void unneeded(Configuration running, Configuration wanted, Duration silence) {
        same(running.listen().equals(wanted.listen()), "listen", "clients are connected there");
        same(
                running.tls().isPresent() == wanted.tls().isPresent(),
                "tls",
                "it cannot be turned on or off for a port that is open");
        same(running.admin().address().equals(wanted.admin().address()), "admin", "it is open");
        same(
                running.admin().console().path().equals(wanted.admin().console().path()),
                "console",
                "its path is open; users can be changed");
        same(isSame(running.store(), wanted.store()), "store", "requests under way are recorded there");
        same(
                running.store().keys().isPresent() == wanted.store().keys().isPresent(),
                "encryption",
                "it cannot be turned on or off for a store that is open; its keys can be changed");
        same(running.limits().equals(wanted.limits()), "limits", "connections are open that have the old ones");
        same(
                silence.compareTo(wanted.longestAnswer()) > 0,
                "routes",
                "connections are cut after " + Durations.show(silence) + " of silence, and an answer could take "
                        + Durations.show(wanted.longestAnswer())
                        + " now, with waits, questions and connections to each server");
        same(running.tracing().equals(wanted.tracing()), "tracing", "spans are on their way to the collector");
        same(hash(running).equals(hash(wanted)), "hash-secret", "the hashes in the log would change in between");
    }

    private static void same(boolean is, String setting, String why) {
        if (!is) {
            throw new BadConfiguration(setting, "can be changed by a restart only: " + why);
        }
    }

    /** A new password is for new connections, and so for the next start. */
    private static boolean isSame(StoreChoice running, StoreChoice wanted) {
        return running.type() == wanted.type()
                && running.place().equals(wanted.place())
                && running.user().equals(wanted.user());
    }

    private static String hash(Configuration configuration) {
        return configuration.keyHash().of("", "", "");
    }
}
