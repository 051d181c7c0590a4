package org.orderevidence.store;

import org.orderevidence.order.Bytes;

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
