package org.orderevidence.store;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/**
 * A kind of record. Each engine has a table for it, and knows nothing else of it.
 *
 * @param name 1 to 24 of {@code a-z _}; unique in a store
 * @param linksTo the kind in which {@link Stored#link} is a part; {@code null} if its records have no link
 * @param isLong true if bodies are often longer than 1 KB
 * @param leavesNotes true if a row that its record has left must be noted for a while, because a reader that does not
 *     see it yet in its new place would miss it: a note is a record without head and body. Only for engines that are
 *     not atomic
 */
public record Kind(
        String name,
        Mode mode,
        Bucket bucket,
        @Nullable Kind linksTo,
        boolean isSealed,
        boolean ends,
        boolean isLong,
        boolean leavesNotes) {

    private static final Pattern NAME = Pattern.compile("[a-z_]{1,24}");

    public Kind {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a kind is 1 to 24 of a-z and _");
        }
    }

    public enum Mode {
        /** Changed only by {@link RecordStore#update}: each write is decided by what is stored. */
        GUARDED,
        /** Changed by {@link RecordStore#merge}: the greater version stays, and equal versions state the same. */
        NEWEST,
        /** Changed by {@link RecordStore#merge}: what is stored stays. */
        FIRST
    }

    /** Returns a kind of short, unsealed records without link and end, in one bucket. */
    public static Kind of(String name, Mode mode) {
        return new Kind(name, mode, Bucket.NONE, null, false, false, false, false);
    }

    public Kind inBuckets(Bucket split) {
        return new Kind(name, mode, split, linksTo, isSealed, ends, isLong, leavesNotes);
    }

    public Kind linkedTo(Kind target) {
        return new Kind(name, mode, bucket, target, isSealed, ends, isLong, leavesNotes);
    }

    public Kind sealed() {
        return new Kind(name, mode, bucket, linksTo, true, ends, isLong, leavesNotes);
    }

    public Kind ending() {
        return new Kind(name, mode, bucket, linksTo, isSealed, true, isLong, leavesNotes);
    }

    public Kind withLongBodies() {
        return new Kind(name, mode, bucket, linksTo, isSealed, ends, true, leavesNotes);
    }

    public Kind leavingNotes() {
        return new Kind(name, mode, bucket, linksTo, isSealed, ends, isLong, true);
    }

    /**
     * Returns true if records that have ended are found by an index. Those that are written once are many and live long: an
     * index would cost each write a quarter of its time, so sweeps scan them.
     */
    public boolean hasIndexOfEnds() {
        return ends && mode != Mode.FIRST;
    }

    /** Throws {@link IllegalArgumentException} if records of this kind are changed only by updates. */
    void requireMerged() {
        RecordStore.require(mode != Mode.GUARDED, "records of a guarded kind are changed only by updates");
    }

    /** Kinds are compared for each record. The name alone tells those of a store apart. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Kind kind && name.equals(kind.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * Splits a part that grows with time, in engines that store a part in one place. A bucket follows from the first bytes
     * of the sort key, and buckets are in the order of sort keys.
     *
     * @param bytes how many bytes of the sort key are a big-endian number without sign, 0 to 8; 0 for one bucket
     * @param size how many values of that number share a bucket; at least 1
     * @param isListed true if the engine has to record which buckets exist, because a range can span many empty ones
     * @param first the first bucket, in which all smaller numbers are too
     * @param last the last bucket, in which all greater numbers are too
     */
    public record Bucket(int bytes, long size, boolean isListed, int first, int last) {
        /** The part is not split. */
        public static final Bucket NONE = new Bucket(0, 1, false);

        /** Sort keys start with {@link Integer#MAX_VALUE} minus the day since 1970. Days before 2000 share one, as do those after 2100. */
        public static final Bucket YEAR_OF_DAYS = new Bucket(
                Integer.BYTES, 366, false, (Integer.MAX_VALUE - 47_482) / 366, (Integer.MAX_VALUE - 10_957) / 366);

        /** Sort keys start with an inverted day. */
        public static final Bucket MONTH_OF_DAYS = new Bucket(Integer.BYTES, 31, true);

        /** Sort keys start with a count of minutes, 4 bytes. */
        public static final Bucket YEAR_OF_MINUTES = new Bucket(Integer.BYTES, 366 * 24 * 60, false);

        /** Sort keys start with microseconds since 1970, 8 bytes. */
        public static final Bucket HOUR_OF_MICROS = new Bucket(Long.BYTES, 3_600_000_000L, true);

        /** Sort keys start with microseconds since 1970, 8 bytes. */
        public static final Bucket MONTH_OF_MICROS = new Bucket(Long.BYTES, 31 * 24 * 3_600_000_000L, true);

        public Bucket {
            if (bytes < 0 || bytes > Long.BYTES || size < 1 || first < 0 || last < first) {
                throw new IllegalArgumentException("a bucket follows from 0 to 8 bytes, and has at least one value");
            }
        }

        private Bucket(int bytes, long size, boolean isListed) {
            this(bytes, size, isListed, 0, Integer.MAX_VALUE);
        }

        /** Returns the bucket of a sort key; of a shorter one, as if zeros followed it. */
        public int of(Bytes sort) {
            long bucket = Long.divideUnsigned(sort.leading(bytes), size);
            return bucket < 0 ? last : (int) Math.clamp(bucket, (long) first, last);
        }
    }
}
