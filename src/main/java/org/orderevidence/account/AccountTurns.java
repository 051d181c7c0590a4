package org.orderevidence.account;

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

    /** A lock is shared by accounts of the same hash. No change holds two. The one that waits longest is next. */
    private final ReentrantLock[] locks =
            Stream.generate(() -> new ReentrantLock(true)).limit(LOCKS).toArray(ReentrantLock[]::new);

    /**
     * Makes a change when no other change of the account is being made.
     *
     * @throws StoreUnavailable if the turn does not come in time; nothing was changed
     */
    <T> T inTurn(String account, Supplier<T> change) {
        ReentrantLock lock = locks[Math.floorMod(account.hashCode(), LOCKS)];
        if (!isLocked(lock)) {
            throw StoreUnavailable.overloaded("too many changes of the keys or the profile of an account");
        }
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
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
