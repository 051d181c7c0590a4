package org.orderevidence.store.sql.archive;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.StoreUnavailable;

/** Lets a walk continue after a damaged page of the database file. */
final class DamagedPages {
    static final String FAULT = "a page of the database file is damaged; restore a backup";

    /** Length of a keyed hash. */
    private static final int KEY_BYTES = 17;

    /** The size of the first step. Keys are evenly distributed, so it skips one row in a table of 2^32 rows. */
    private static final int FIRST_STEP_BITS = 8 * (KEY_BYTES - 1) - 32;

    private static final HexFormat HEX = HexFormat.of();

    private DamagedPages() {}

    /**
     * Reads a page of a walk. The page is shorter if there is damage after its first rows.
     *
     * @param page reads a page of this many rows
     * @param beyond continues after the damage, if not even one row can be read
     */
    static <T> Page<T> read(int limit, IntFunction<Page<T>> page, Supplier<Page<T>> beyond) {
        for (int rows = limit; rows > 0; rows /= 2) {
            try {
                return page.apply(rows);
            } catch (StoreUnavailable error) {
                requireDamage(error);
            }
        }
        return beyond.get();
    }

    /** A position in a table whose key starts with a space and a keyed hash. */
    record Place(int space, String key) {}

    /**
     * Skips damage in a table whose key starts with a space and a keyed hash. Tries positions after the damage, each
     * twice as far away as the previous one, until one can be read.
     *
     * @param from where the damage starts
     * @param lastSpace the largest number of a space
     * @param reads reads a row after a position
     * @param damaged what to report for the damage up to a position
     * @param text the position in the format of a walk
     */
    static <T> Page<T> goOver(
            Place from,
            int lastSpace,
            BiFunction<Integer, String, Page<T>> reads,
            Function<Place, Damaged<T>> damaged,
            Function<Place, String> text) {
        Place last = from;
        for (int space = Math.max(0, from.space()); space <= lastSpace; space++) {
            BigInteger start = space == from.space() && !from.key().isEmpty()
                    ? new BigInteger(1, HEX.parseHex(from.key()))
                    : BigInteger.ZERO;
            for (int bits = FIRST_STEP_BITS; bits < 8 * KEY_BYTES; bits++) {
                BigInteger key = start.add(BigInteger.ONE.shiftLeft(bits));
                if (key.bitLength() > 8 * KEY_BYTES) {
                    break;
                }
                last = new Place(space, hex(key));
                if (canRead(last, reads)) {
                    return new Page<>(List.of(damaged.apply(last)), text.apply(last));
                }
            }
        }
        return new Page<>(List.of(damaged.apply(last)), null);
    }

    private static <T> boolean canRead(Place place, BiFunction<Integer, String, Page<T>> reads) {
        try {
            Page<T> behind = reads.apply(place.space(), place.key());
            // The last page may be empty: the damage then reaches to the end of the table.
            return behind.next() == null || !behind.records().isEmpty();
        } catch (StoreUnavailable error) {
            requireDamage(error);
            return false;
        }
    }

    private static void requireDamage(StoreUnavailable error) {
        if (!error.isDamaged()) {
            throw error;
        }
    }

    private static String hex(BigInteger key) {
        byte[] bytes = key.toByteArray();
        byte[] padded = new byte[KEY_BYTES];
        int length = Math.min(bytes.length, KEY_BYTES);
        System.arraycopy(bytes, bytes.length - length, padded, KEY_BYTES - length, length);
        return HEX.formatHex(padded);
    }
}
