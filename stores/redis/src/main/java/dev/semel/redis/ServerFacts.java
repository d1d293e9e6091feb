// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisServerCommands;
import java.util.HashMap;
import java.util.Map;

/**
 * What a server says about itself.
 *
 * @param version for example {@code 7.0.15}
 * @param isMaster whether what is written to it is its own
 * @param persistence what it keeps on its disk
 * @param replicas how many follow it
 * @param evicts whether it may remove keys when its memory is full
 * @param inCluster whether it may have but some of the keys
 */
record ServerFacts(
        String version, boolean isMaster, Persistence persistence, int replicas, boolean evicts, boolean inCluster) {

    /** What of its memory is on a disk when it acknowledges, the weakest first. */
    enum Persistence {
        NOTHING,
        SNAPSHOTS,
        /** It does not say, or it is the operating system's choice when, always or while the file is written anew. */
        APPENDED_AT_SOME_TIME,
        /** Each second. */
        APPENDED,
        APPENDED_AND_FLUSHED
    }

    static ServerFacts of(RedisServerCommands<byte[], byte[]> server) {
        Map<String, String> info = parsed(server.info());
        return new ServerFacts(
                info.getOrDefault("redis_version", "0"),
                !info.getOrDefault("role", "master").equals("slave"),
                persistence(server, info),
                Integer.parseInt(info.getOrDefault("connected_slaves", "0")),
                !info.getOrDefault("maxmemory_policy", "noeviction").equals("noeviction"),
                info.getOrDefault("cluster_enabled", "0").equals("1"));
    }

    /** Whether it knows the commands and script flags that the store needs. */
    boolean isRecentEnough() {
        return Integer.parseInt(version.split("\\.", 2)[0]) >= 7;
    }

    private static Persistence persistence(RedisServerCommands<byte[], byte[]> server, Map<String, String> info) {
        if (info.getOrDefault("aof_enabled", "0").equals("1")) {
            return setting(server, "no-appendfsync-on-rewrite").equals("no")
                    ? flushed(setting(server, "appendfsync"))
                    : Persistence.APPENDED_AT_SOME_TIME;
        }
        return setting(server, "save").isEmpty() ? Persistence.NOTHING : Persistence.SNAPSHOTS;
    }

    private static Persistence flushed(String when) {
        return switch (when) {
            case "always" -> Persistence.APPENDED_AND_FLUSHED;
            case "everysec" -> Persistence.APPENDED;
            default -> Persistence.APPENDED_AT_SOME_TIME;
        };
    }

    /** Managed servers do not let everybody read their settings: then the weaker one is assumed. */
    private static String setting(RedisServerCommands<byte[], byte[]> server, String name) {
        try {
            return server.configGet(name).getOrDefault(name, "");
        } catch (RedisCommandExecutionException refused) {
            return "";
        }
    }

    private static Map<String, String> parsed(String info) {
        Map<String, String> facts = new HashMap<>();
        info.lines()
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> facts.put(parts[0], parts[1].trim()));
        return facts;
    }
}
