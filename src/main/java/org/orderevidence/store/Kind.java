package org.orderevidence.store;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A kind of record. Each engine has a table for it, and knows nothing else of it.
 *
 * @param name 1 to 24 of {@code a-z _}; unique in a store
 * @param mode how its records change
 * @param bucket how a part is split
 * @param linksTo the kind in which {@link Stored#link} is a part; {@code null} if its records have no link
 * @param isSealed true if bodies are sealed, so that they can be sealed again
 * @param ends true if its records may have an end
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

    /** How records of a kind change. */
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

    /** Kinds are looked up for each record. The name alone tells those of a store apart. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
