package org.orderevidence.store;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * Records of one part, by sort key.
 *
 * @param from the first sort key, included
 * @param until the end, excluded; empty for the end of the part
 */
public record Range(
        Kind kind,
        AccountSpace space,
        Bytes part,
        Bytes from,
        Bytes until,
        boolean reverse,
        int limit,
        boolean withBodies) {
    public static final int MAX_LIMIT = 1_001;

    public Range {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a range has a limit of 1 to " + MAX_LIMIT);
        }
        if (part.length() > Key.MAX_PART || from.length() > Key.MAX_SORT + 1 || until.length() > Key.MAX_SORT + 1) {
            throw new IllegalArgumentException("a range is within the bounds of keys");
        }
    }

    public static Range one(Key key) {
        return new Range(
                key.kind(), key.space(), key.part(), key.sort(), key.sort().successor(), false, 1, true);
    }

    public static Range part(Kind kind, AccountSpace space, Bytes part, int limit) {
        return new Range(kind, space, part, Bytes.EMPTY, Bytes.EMPTY, false, limit, true);
    }

    /** Returns the records of this range from one sort key until another. */
    public Range between(Bytes first, Bytes end) {
        return new Range(kind, space, part, first, end, reverse, limit, withBodies);
    }

    /** Returns the same range with the greatest sort key first. */
    public Range reversed() {
        return new Range(kind, space, part, from, until, true, limit, withBodies);
    }

    public Range withoutBodies() {
        return new Range(kind, space, part, from, until, reverse, limit, false);
    }

    /** Returns the rest of a part, behind a sort key; all of it if there is none. */
    public Range behind(@Nullable Bytes sort) {
        return sort == null ? this : between(sort.successor(), until);
    }

    public Range behind(Stored record) {
        Bytes sort = record.key().sort();
        return reverse ? between(from, sort) : between(sort.successor(), until);
    }

    public Range ofAtMost(int most) {
        return new Range(kind, space, part, from, until, reverse, most, withBodies);
    }
}
