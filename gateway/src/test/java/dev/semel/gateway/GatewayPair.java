// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Two gateways on one store, and spare ones that were started ahead: a virtual machine takes a second to start, and a
 * killed gateway is to be replaced at once.
 */
final class GatewayPair implements AutoCloseable {

    static final int PLACES = 2;
    private static final int SPARE = 2;

    private final Path configuration;
    private final ClassArchive archive;
    private final AtomicReferenceArray<GatewayProcess> working = new AtomicReferenceArray<>(PLACES);
    private final Deque<GatewayProcess> spare = new ArrayDeque<>();

    GatewayPair(Path configuration, Path folder) throws IOException, InterruptedException {
        this.configuration = configuration;
        this.archive = ClassArchive.of(configuration, folder);
        for (int place = 0; place < PLACES; place++) {
            working.set(place, next());
        }
    }

    /** One that is ready. One that does not start is replaced, as by any supervisor; several in a row are not. */
    private GatewayProcess next() throws IOException {
        for (int failed = 0; ; failed++) {
            while (spare.size() <= SPARE) {
                spare.add(archive.launch(configuration));
            }
            GatewayProcess gateway = spare.remove();
            try {
                gateway.awaitReady();
                return gateway;
            } catch (IOException e) {
                if (failed == SPARE) {
                    throw e;
                }
            }
        }
    }

    /** Where the gateway of this place listens, whichever it is now. */
    URI uri(int place) {
        return working.get(place).uri();
    }

    /** SIGKILL in the middle of whatever it does; then another is in its place. */
    void killAndReplace(int place) throws IOException {
        working.get(place).kill();
        working.set(place, next());
    }

    @Override
    public void close() {
        for (int place = 0; place < PLACES; place++) {
            GatewayProcess gateway = working.get(place);
            if (gateway != null) {
                gateway.kill();
            }
        }
        for (GatewayProcess gateway : spare) {
            gateway.kill();
        }
    }
}
