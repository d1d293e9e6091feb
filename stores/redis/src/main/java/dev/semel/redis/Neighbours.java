// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Connections that live where callers do: each on an event loop of theirs. Safe for use by several threads. */
final class Neighbours implements AutoCloseable {

    private final ClientResources resources;
    private final RedisURI uri;
    private final List<RedisClient> clients = new ArrayList<>();
    private volatile List<Outbox> all = List.of();

    Neighbours(ClientResources resources, RedisURI uri) {
        this.resources = resources;
        this.uri = uri;
    }

    /** Everything but the loop is shared with the store's other connections. */
    void connect(RedisSettings settings) {
        List<Outbox> connected = new ArrayList<>();
        for (EventLoop loop : settings.loops()) {
            RedisClient client = RedisClient.create(
                    resources
                            .mutate()
                            .eventLoopGroupProvider(new BorrowedLoop(loop))
                            .build(),
                    uri);
            clients.add(client);
            client.setOptions(Lettuce.options(settings));
            connected.add(new Outbox(loop, client.connect(ByteArrayCodec.INSTANCE)));
        }
        all = List.copyOf(connected);
    }

    /** That of the calling thread; null where it has none. */
    @Nullable
    Outlet here() {
        List<Outbox> known = all;
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i).isHere()) {
                return known.get(i);
            }
        }
        return null;
    }

    @Override
    public void close() {
        clients.forEach(client -> client.shutdown(Duration.ZERO, Lettuce.FAREWELL));
    }
}
