package org.orderevidence.store;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change of one record of a guarded kind.
 *
 * @param <T> what the caller gets
 */
public interface Update<T> {
    /** Returns the record to change; of a guarded kind. */
    Key key();

    /** Returns about how many bytes it writes, for the bound of a batch. */
    int bytes();

    /**
     * Returns what to write. It is pure and quick, and may be called again with what is stored by then. If it throws,
     * nothing of this update is written.
     *
     * @param held the record that is stored; {@code null} if there is none
     */
    Decision<T> decide(@Nullable Stored held);

    /**
     * Returns what to write where a record was removed not long ago. What is put has a greater version: rows of a lower
     * one could be hidden by the end of those of the removed record.
     *
     * @param removed a version that the removed record cannot have exceeded; 0 if none is known
     */
    default Decision<T> decide(@Nullable Stored held, long removed) {
        return decide(held).above(removed);
    }

    /** Returns the same update, which also stores another record, if it writes its own. */
    default Update<T> after(Stored first) {
        return of(
                key(),
                bytes() + first.bytes(),
                (held, removed) -> decide(held, removed).after(first));
    }

    /**
     * Returns the update that a function decides.
     *
     * @param bytes see {@link #bytes}
     */
    static <T> Update<T> of(Key key, int bytes, Function<@Nullable Stored, Decision<T>> decision) {
        return of(key, bytes, (held, removed) -> decision.apply(held).above(removed));
    }

    /** Returns the update that a function decides, which knows the version of a removed record. */
    static <T> Update<T> of(Key key, int bytes, BiFunction<@Nullable Stored, Long, Decision<T>> decision) {
        record Aware<T>(Key key, int bytes, BiFunction<@Nullable Stored, Long, Decision<T>> decision)
                implements Update<T> {
            @Override
            public Decision<T> decide(@Nullable Stored held) {
                return decide(held, 0);
            }

            @Override
            public Decision<T> decide(@Nullable Stored held, long removed) {
                return decision.apply(held, removed);
            }
        }
        return new Aware<>(key, bytes, decision);
    }
}
