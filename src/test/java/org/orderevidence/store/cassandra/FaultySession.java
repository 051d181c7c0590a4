package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A session that does not send some statements, or not tell their outcome. */
final class FaultySession {
    private FaultySession() {}

    /**
     * Returns the session of an instance that dies: it sends statements as long as some are left.
     *
     * @param left how many; {@link Integer#MAX_VALUE} until the instance is to die
     */
    static CqlSession dying(CqlSession session, AtomicInteger left) {
        return of(
                session,
                cql -> {
                    if (left.decrementAndGet() < 0) {
                        throw fault();
                    }
                },
                cql -> {});
    }

    /** What a test throws in place of an outcome. */
    static RuntimeException fault() {
        return new ClosedConnectionException("the connection is lost");
    }

    /**
     * Returns a session with a course of its own.
     *
     * @param before gets the text of a statement, and throws if that is not to be sent
     * @param after gets it when it was sent, and throws if the outcome is not to be told
     */
    static CqlSession of(CqlSession session, Consumer<String> before, Consumer<String> after) {
        return (CqlSession) Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(), new Class<?>[] {CqlSession.class}, (self, method, arguments) -> {
                    boolean isExecuted = method.getName().startsWith("execute");
                    String cql = isExecuted && arguments[0] instanceof BoundStatement bound
                            ? bound.getPreparedStatement().getQuery()
                            : "";
                    try {
                        if (isExecuted) {
                            before.accept(cql);
                        }
                        Object result = method.invoke(session, arguments);
                        if (isExecuted) {
                            after.accept(cql);
                        }
                        return result;
                    } catch (ClosedConnectionException fault) {
                        if (method.getName().equals("executeAsync")) {
                            return CompletableFuture.failedFuture(fault);
                        }
                        throw fault;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
