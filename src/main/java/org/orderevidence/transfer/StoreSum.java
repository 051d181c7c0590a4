package org.orderevidence.transfer;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Key;
import org.orderevidence.store.Stored;

/**
 * A checksum of records in any order: the sums, modulo 2^64, of the first four 64-bit parts of each record's SHA-256.
 * Two sets of records with the same sum are equal, unless an attacker chose the records. The version and the sealing of
 * a record do not count: each store has its own.
 *
 * @param count number of records
 * @param first sum of the first parts
 * @param second sum of the second parts
 * @param third sum of the third parts
 * @param fourth sum of the fourth parts
 */
public record StoreSum(long count, long first, long second, long third, long fourth) {
    /** The sum of no records. */
    public static final StoreSum NONE = new StoreSum(0, 0, 0, 0, 0);

    /**
     * Returns the sum of one record.
     *
     * @param compared see {@link org.orderevidence.store.Meaning#compared}
     */
    static StoreSum of(Stored record, byte[] compared) {
        MessageDigest sha256 = Bytes.sha256();
        Key key = record.key();
        add(sha256, utf8(key.kind().name()));
        add(sha256, utf8(key.space().account()));
        add(sha256, utf8(key.space().mode().name()));
        add(sha256, key.part());
        add(sha256, key.sort());
        add(sha256, micros(record.expires()));
        add(sha256, compared.length);
        sha256.update(compared);
        ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
        return new StoreSum(1, digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
    }

    private static Bytes utf8(String text) {
        return Bytes.utf8(text);
    }

    /** Adds a part with its length, which separates it from the next. */
    private static void add(MessageDigest sha256, Bytes bytes) {
        add(sha256, bytes.length());
        sha256.update(bytes.buffer());
    }

    private static void add(MessageDigest sha256, long number) {
        sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    }

    private static long micros(@Nullable Instant moment) {
        return moment == null ? Long.MIN_VALUE : Micros.of(moment);
    }

    StoreSum plus(StoreSum other) {
        return new StoreSum(
                count + other.count,
                first + other.first,
                second + other.second,
                third + other.third,
                fourth + other.fourth);
    }
}
