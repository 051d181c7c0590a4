package org.orderevidence.transfer;

/**
 * A checksum of records in any order: the sums, modulo 2^64, of the first four 64-bit parts of each record's SHA-256.
 * Two sets of records with the same sum are equal, unless an attacker chose the records.
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

    StoreSum plus(StoreSum other) {
        return new StoreSum(
                count + other.count,
                first + other.first,
                second + other.second,
                third + other.third,
                fourth + other.fourth);
    }
}
