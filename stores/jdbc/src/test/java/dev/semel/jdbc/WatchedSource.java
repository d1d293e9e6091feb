// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Counts the connections that are out at once and the statements that are sent on them, and may refuse some. */
final class WatchedSource implements DataSource {

    private final DataSource source;
    private final Gate gate;
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger statements = new AtomicInteger();

    WatchedSource(DataSource source) {
        this(source, sql -> {});
    }

    WatchedSource(DataSource source, Gate gate) {
        this.source = source;
        this.gate = gate;
    }

    /** What a statement has to pass. */
    interface Gate {
        void pass(String sql) throws SQLException;
    }

    int mostAtOnce() {
        return most.get();
    }

    int statements() {
        return statements.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = source.getConnection();
        most.accumulateAndGet(out.incrementAndGet(), Math::max);
        return (Connection) Proxy.newProxyInstance(
                WatchedSource.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        out.decrementAndGet();
                    } else if (method.getName().equals("prepareStatement")) {
                        statements.incrementAndGet();
                        gate.pass((String) arguments[0]);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("not needed");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
