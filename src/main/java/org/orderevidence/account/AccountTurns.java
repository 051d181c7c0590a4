package org.orderevidence.account;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.orderevidence.store.StoreUnavailable;

/**
 * Runs one administrative change of an account at a time in this process. A change reads what is stored before it
 * writes, so two of them could exceed a limit or revoke the last two admin keys. Other processes are not excluded.
 */
final class AccountTurns {
    private static final int LOCKS = 1_024;
    private static final long MOST_WAIT_SECONDS = 10;

    /** Changes that run or wait at a lock. Each one that waits holds a request and its connection. */
    static final int MOST_CHANGES = 64;

    /** A lock is shared by accounts of the same hash. No change holds two. The one that waits longest is next. */
    private final Turn[] turns = Stream.generate(Turn::new).limit(LOCKS).toArray(Turn[]::new);

    private record Turn(ReentrantLock lock, Semaphore room) {
        Turn() {
            this(new ReentrantLock(true), new Semaphore(MOST_CHANGES));
        }
    }

    /**
     * Makes a change when no other change of the account is being made.
     *
     * @throws StoreUnavailable if {@value #MOST_CHANGES} changes run or wait, or the turn does not come in time; nothing
     *     was changed
     */
    <T> T inTurn(String account, Supplier<T> change) {
        Turn turn = turns[Math.floorMod(account.hashCode(), LOCKS)];
        if (!turn.room.tryAcquire()) {
            throw overloaded();
        }
        try {
            return inTurn(turn.lock, change);
        } finally {
            turn.room.release();
        }
    }

    private static <T> T inTurn(ReentrantLock lock, Supplier<T> change) {
        if (!isLocked(lock)) {
            throw overloaded();
        }
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    private static StoreUnavailable overloaded() {
        return StoreUnavailable.overloaded("too many changes of the keys or the profile of an account");
    }

    private static boolean isLocked(ReentrantLock lock) {
        try {
            return lock.tryLock(MOST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
