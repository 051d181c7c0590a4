package org.orderevidence.store.record;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * What copy, verify and sealing again have to know of a kind, so that none of them names one. A kind of records of their
 * own has rows; a kind of rows has owners. Instances are constants. {@code UnreadableDocument} says that content is
 * damaged or does not fit its record.
 */
public interface Meaning {
    Kind kind();

    /** Returns the plural that reports print, such as {@code receipt links}. */
    String name();

    /** Returns true if its records are rows that follow from records of another kind. */
    default boolean isOfRows() {
        return false;
    }

    /** Returns whose data a record is. */
    default AccountSpace space(Stored record, byte[] content) {
        return record.key().space();
    }

    /** Returns the record in words for an operator, without personal data. */
    default String words(Stored record, byte[] content) {
        return "one of the " + name();
    }

    /** Returns false if another installation cannot use the record, or computes it itself. */
    default boolean isCopied(Stored record, byte[] content) {
        return true;
    }

    /** Returns the rows that follow from a record, with its version. */
    default List<Stored> rows(Stored record, byte[] content) {
        return List.of();
    }

    /** Returns the record from which a row follows; of a kind of rows. */
    default Key owner(Stored row) {
        throw new IllegalStateException(name() + " follow from nothing");
    }

    /** Returns true if a record is no longer expected everywhere, because engines delete it in their own time. */
    static boolean hasEnded(Stored record, Instant now) {
        @Nullable Instant expires = record.expires();
        return expires != null && !expires.isAfter(now);
    }
}
