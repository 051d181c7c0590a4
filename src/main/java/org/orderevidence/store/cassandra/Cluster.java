package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.ClusterErrors.Failure;

/**
 * A session in the keyspace of the store, with all statements prepared. Blocks; throws the store's exceptions only.
 * Parks virtual threads rather than pin them: the driver waits on futures.
 */
public final class Cluster implements AutoCloseable {
    /** Rows of a page. The next page is read when its rows are needed. */
    private static final int ROWS_OF_A_READ = 1_000;

    private static final Duration LONG_WAIT = Duration.ofSeconds(30);

    private final CqlSession session;
    private final CassandraSettings settings;

    /** True if several data centres have copies. Most statements then need only those of the near one. */
    private final boolean near;

    /**
     * @param session is closed with this
     */
    public Cluster(CqlSession session, String keyspace, CassandraSettings settings) {
        this.session = session;
        this.settings = settings;
        // Before anything else is asked of the session: all its connections are in the keyspace then, also later ones.
        read(() -> session.execute("USE " + keyspace));
        this.near = session.getMetadata()
                .getKeyspace(keyspace)
                .map(Cluster::isInSeveralDataCentres)
                .orElse(false);
    }

    /**
     * How each kind of statement is sent. A majority of the replicas reads and a majority writes, so that each read
     * meets each confirmed write; with several data centres, of those of the near one. Guarded writes are decided by a
     * majority of all replicas: otherwise two data centres would overwrite each other's.
     *
     * <p>The driver's default policy decides what is sent again. A statement that may be repeated goes to another node
     * after a lost connection or an error of a server. A write that timed out is not sent again: its outcome is
     * unknown, and the caller repeats the whole write.
     */
    private SimpleStatement statement(StatementKind kind, String cql) {
        Duration wait = switch (kind) {
            case READ, GUARDED_READ -> settings.readWait();
            case WRITE, GUARDED -> settings.writeWait();
            case COUNT, WALK -> LONG_WAIT;
        };
        boolean repeatable = switch (kind) {
            case READ, GUARDED_READ, COUNT, WALK, WRITE -> true;
            case GUARDED -> false;
        };
        ConsistencyLevel majority = near ? ConsistencyLevel.LOCAL_QUORUM : ConsistencyLevel.QUORUM;
        return SimpleStatement.builder(cql)
                .setConsistencyLevel(near && kind == StatementKind.GUARDED_READ ? ConsistencyLevel.SERIAL : majority)
                .setSerialConsistencyLevel(ConsistencyLevel.SERIAL)
                .setIdempotence(repeatable)
                .setTimeout(wait)
                .setPageSize(ROWS_OF_A_READ)
                .build();
    }

    public PreparedStatement prepare(StatementKind kind, String cql) {
        return read(() -> session.prepare(statement(kind, cql)));
    }

    private static boolean isInSeveralDataCentres(KeyspaceMetadata keyspace) {
        return keyspace.getReplication().entrySet().stream()
                        .filter(entry -> !entry.getKey().equals("class")
                                && !entry.getValue().equals("0"))
                        .count()
                > 1;
    }

    /** All rows of a statement that has a limit. */
    public List<Row> readAll(BoundStatement read) {
        return read(() -> session.execute(read).all());
    }

    /** Part of a read that goes over all there is. */
    public record Part(List<Row> rows, @Nullable ByteBuffer next) {}

    /** A part of a read, from where another ended. */
    public Part readPart(BoundStatement statement, @Nullable ByteBuffer from, int limit) {
        return read(() -> {
            ResultSet read = session.execute(statement.setPageSize(limit).setPagingState(from));
            List<Row> rows = new ArrayList<>();
            for (int i = read.getAvailableWithoutFetching(); i > 0; i--) {
                rows.add(Objects.requireNonNull(read.one()));
            }
            return new Part(rows, read.getExecutionInfo().getPagingState());
        });
    }

    private <T> T read(Supplier<T> reading) {
        requireOpen();
        try {
            return reading.get();
        } catch (RuntimeException e) {
            throw ClusterErrors.ofRead(e);
        }
    }

    public void write(BoundStatement write) {
        isApplied(write);
    }

    /** Performs writes side by side; returns when all are on stable storage, throws when each has ended. */
    public void writeAll(List<BoundStatement> writes) {
        requireOpen();
        List<CompletionStage<AsyncResultSet>> pending = new ArrayList<>(writes.size());
        for (BoundStatement write : writes) {
            pending.add(session.executeAsync(write));
        }
        Failure failure = new Failure();
        for (CompletionStage<AsyncResultSet> one : pending) {
            try {
                one.toCompletableFuture().join();
                failure.addKept();
            } catch (CompletionException e) {
                failure.add(ClusterErrors.ofWrite(cause(e)));
            }
        }
        failure.throwIfAny();
    }

    /**
     * Performs a write that depends on what is stored, and returns true if it was done. See {@link ConditionalWrite}.
     *
     * @param wasDone tells later whether an attempt was done that was not confirmed; empty if that cannot be known
     */
    public boolean writeOnCondition(BoundStatement write, Supplier<Optional<Boolean>> wasDone) {
        return ConditionalWrite.isDone(() -> isApplied(write), wasDone, settings.writeWait());
    }

    private boolean isApplied(BoundStatement write) {
        requireOpen();
        try {
            return session.execute(write).wasApplied();
        } catch (RuntimeException e) {
            throw ClusterErrors.ofWrite(e);
        }
    }

    @Override
    public void close() {
        session.close();
    }

    private void requireOpen() {
        if (session.isClosed()) {
            throw new StoreUnavailable("the store is closed");
        }
    }

    private static RuntimeException cause(CompletionException error) {
        return error.getCause() instanceof RuntimeException cause ? cause : error;
    }

    /**
     * A write that the cluster decides on a condition. If several writers compete for one row, the cluster may report that
     * the outcome of one is unknown. Such a write is attempted again: the cluster then first completes the pending one.
     */
    static final class ConditionalWrite {
        private static final int MOST_ATTEMPTS = 8;

        /** So many are made even if they take long: a node that died may have cost the first all its time. */
        private static final int LEAST_ATTEMPTS = 3;

        /** The longest pause before the second attempt. It doubles with each, so that one of two competitors is through. */
        private static final long PAUSE_NANOS = 20_000_000;

        private ConditionalWrite() {}

        /**
         * Attempts the write until the cluster reports its outcome. Returns true if it was done.
         *
         * @param wasDone tells after an attempt that was not done whether an unconfirmed one before it was; empty if that
         *     cannot be known any more
         */
        static boolean isDone(BooleanSupplier attempt, Supplier<Optional<Boolean>> wasDone, Duration wait) {
            UnknownOutcome unknown = null;
            long start = System.nanoTime();
            for (int i = 0; i < MOST_ATTEMPTS; i++) {
                if (i >= LEAST_ATTEMPTS && System.nanoTime() - start > wait.toNanos()) {
                    break;
                }
                try {
                    if (attempt.getAsBoolean()) {
                        return true;
                    }
                    if (unknown == null) {
                        return false;
                    }
                    Optional<Boolean> was = wasDone.get();
                    if (was.isPresent()) {
                        return was.get();
                    }
                    break;
                } catch (UnknownOutcome e) {
                    unknown = e;
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS << i));
                } catch (StoreUnavailable e) {
                    throw unknown == null ? e : unknown;
                }
            }
            throw unknown == null ? new IllegalStateException("nothing was attempted") : unknown;
        }
    }

    /** The kind of a statement, which decides how it is sent. */
    public enum StatementKind {
        READ,
        /** Reads that scan a whole partition. */
        COUNT,
        /** Reads a page of all there is. */
        WALK,
        /** An upsert or deletion that may be repeated. */
        WRITE,
        /**
         * A write that depends on what is stored, decided among all data centres. It is slow, and only
         * {@link ConditionalWrite} repeats it.
         */
        GUARDED,
        /** A read that precedes such a write. */
        GUARDED_READ
    }
}
