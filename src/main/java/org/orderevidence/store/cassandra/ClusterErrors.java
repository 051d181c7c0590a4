package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.ProtocolError;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * Converts all errors of the driver to errors of the store. A write counts as not stored only if
 * every node refused it before it started: a refused retry does not tell whether the previous
 * attempt was stored.
 *
 * <p>Messages contain only the kind of error, because the driver's text could contain a value.
 */
public final class ClusterErrors {
    /** The meaning of an error for a write. A later value has more weight. */
    enum Outcome {
        REFUSED,
        BUG,
        UNKNOWN
    }

    private ClusterErrors() {}

    public static RuntimeException ofRead(RuntimeException error) {
        return switch (outcome(error)) {
            case REFUSED, UNKNOWN -> new StoreUnavailable("the cluster did not answer a read: " + name(error), error);
            case BUG -> new IllegalStateException("a read was malformed: " + name(error), error);
        };
    }

    public static RuntimeException ofWrite(RuntimeException error) {
        return switch (outcome(error)) {
            case REFUSED -> new StoreUnavailable("the cluster refused a write: " + name(error), error);
            case UNKNOWN -> new UnknownOutcome("the cluster did not confirm a write: " + name(error), error);
            case BUG -> new IllegalStateException("a write was malformed: " + name(error), error);
        };
    }

    static Outcome outcome(Throwable error) {
        Outcome worst = ofOne(error);
        if (error instanceof AllNodesFailedException all) {
            for (List<Throwable> errors : all.getAllErrors().values()) {
                for (Throwable one : errors) {
                    worst = worse(worst, outcome(one));
                }
            }
        }
        if (error instanceof DriverException driver) {
            ExecutionInfo info = driver.getExecutionInfo();
            if (info != null) {
                for (Map.Entry<?, Throwable> earlier : info.getErrors()) {
                    worst = worse(worst, outcome(earlier.getValue()));
                }
            }
        }
        return worst;
    }

    private static Outcome ofOne(Throwable error) {
        return switch (error) {
            case AllNodesFailedException _,
                    NodeUnavailableException _,
                    UnavailableException _,
                    BootstrappingException _,
                    BusyConnectionException _,
                    ConnectionInitException _,
                    RequestThrottlingException _ -> Outcome.REFUSED;
            case QueryValidationException _, ProtocolError _ -> Outcome.BUG;
            default -> Outcome.UNKNOWN;
        };
    }

    private static Outcome worse(Outcome one, Outcome other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static String name(RuntimeException error) {
        return error.getClass().getSimpleName();
    }

    /**
     * How a write of several statements failed: the store is unavailable only if nothing at all was kept of it. Safe for
     * several threads.
     */
    public static final class Failure {
        private @Nullable RuntimeException worst;
        private boolean kept;

        /** Some of the write is on stable storage. */
        public synchronized void addKept() {
            kept = true;
        }

        /** Some of the write failed. */
        public synchronized void add(RuntimeException error) {
            RuntimeException held = worst;
            if (held == null || (held instanceof StoreUnavailable && !(error instanceof StoreUnavailable))) {
                worst = error;
            }
        }

        synchronized boolean isAny() {
            return worst != null;
        }

        public synchronized void throwIfAny() {
            RuntimeException error = worst;
            if (error instanceof StoreUnavailable && kept) {
                throw new UnknownOutcome("a part of a write was stored, and a part was refused", error);
            }
            if (error != null) {
                throw error;
            }
        }
    }
}
