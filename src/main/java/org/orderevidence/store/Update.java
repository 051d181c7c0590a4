package org.orderevidence.store;

import static org.orderevidence.store.RecordStore.require;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change of one record of a guarded kind.
 *
 * @param decision see {@link #decide}. It is pure and quick, and may be called again with what is stored by then
 */
public record Update<T>(Key key, int bytes, BiFunction<@Nullable Stored, Long, Decision<T>> decision) {
    /** Returns an update that need not know the version of a removed record. */
    public static <T> Update<T> of(Key key, int bytes, Function<@Nullable Stored, Decision<T>> decision) {
        return new Update<>(key, bytes, (held, removed) -> decision.apply(held).above(removed));
    }

    /**
     * Returns what to write. If it throws, nothing of this update is written.
     *
     * @param removed a version that a record that was removed not long ago cannot have exceeded; 0 if none is known.
     *     What is put has a greater one: rows of a lower one could be hidden by the end of those of the removed record
     */
    public Decision<T> decide(@Nullable Stored held, long removed) {
        Decision<T> decided = decision.apply(held, removed);
        Stored put = decided.put();
        require(put == null || put.key().equals(key), "an update puts its own record");
        require(put == null || held == null || put.version() > held.version(), "a version grows with every write");
        return decided;
    }

    /** Returns the same update, which also stores another record, if it writes its own. */
    public Update<T> after(Stored first) {
        return new Update<>(
                key,
                bytes + first.bytes(),
                (held, removed) -> decision.apply(held, removed).after(first));
    }
}
