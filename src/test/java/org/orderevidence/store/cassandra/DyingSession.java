package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The session of an instance that dies. */
final class DyingSession {
    private DyingSession() {}

    /**
     * Returns a session that sends statements as long as some are left.
     *
     * @param left how many; {@link Integer#MAX_VALUE} until the instance is to die
     */
    static CqlSession of(CqlSession session, AtomicInteger left) {
        return (CqlSession) Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(), new Class<?>[] {CqlSession.class}, (self, method, arguments) -> {
                    if (method.getName().startsWith("execute") && left.decrementAndGet() < 0) {
                        RuntimeException dead = new ClosedConnectionException("the instance is dead");
                        if (method.getName().equals("executeAsync")) {
                            return CompletableFuture.failedFuture(dead);
                        }
                        throw dead;
                    }
                    try {
                        return method.invoke(session, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
