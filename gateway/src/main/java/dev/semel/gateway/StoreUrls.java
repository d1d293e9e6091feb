// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.redis.RedisStore;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Checks where a store is, without connecting to it. What is wrong is said without the URL: there may be a password in it (R27). */
final class StoreUrls {

    private StoreUrls() {}

    /** A URL of a JDBC driver, by the name that such URLs begin with. */
    static String jdbc(String driver, String url) {
        String begin = "jdbc:" + driver + ":";
        if (!url.startsWith(begin)) {
            throw new IllegalArgumentException("it is " + begin + "//host/database");
        }
        // Drivers take what stands before an at sign for hosts and ports, and say in their logs that these are bad.
        if (url.split("\\?", 2)[0].contains("@")) {
            throw new IllegalArgumentException("user and password are settings of their own, and no part of it");
        }
        if (!isReadable(url)) {
            throw new IllegalArgumentException("its driver cannot read it; it is " + begin + "//host/database");
        }
        return url;
    }

    /** Asks the driver, before the pool does: that one repeats the URL in the log. */
    private static boolean isReadable(String url) {
        try {
            DriverManager.getDriver(url).getPropertyInfo(url, new Properties());
            return true;
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }

    /** One server, or the master that sentinels name. */
    static String redis(String url) {
        try {
            RedisStore.at(url);
            return url;
        } catch (RuntimeException e) {
            // Not as a cause: its message has the URL.
            throw new IllegalArgumentException(
                    "it is redis://host, rediss://user:password@host, or redis-sentinel://host1,host2#master");
        }
    }
}
