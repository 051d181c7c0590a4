package org.orderevidence.store;

/**
 * The key of a record. It is unique in the whole store.
 *
 * @param group records that are listed together: 1 to {@value #MAX_LENGTH} printable ASCII characters
 * @param id the record in its group, in the same form
 */
public record RecordKey(String group, String id) implements Comparable<RecordKey> {
    /** The longest group and the longest id. */
    public static final int MAX_LENGTH = 200;

    public RecordKey {
        if (!isName(group) || !isName(id)) {
            throw new IllegalArgumentException("a key has two names of 1 to 200 printable ASCII characters");
        }
    }

    /** The first characters of a group of computed records. */
    public static final String COMPUTED = "computed/";

    /** Returns true if the record is computed from other data. Copies leave it out, because it is computed again. */
    public boolean isComputed() {
        return group.startsWith(COMPUTED);
    }

    private static boolean isName(String text) {
        return !text.isEmpty() && text.length() <= MAX_LENGTH && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    @Override
    public int compareTo(RecordKey other) {
        int byGroup = group.compareTo(other.group);
        return byGroup != 0 ? byGroup : id.compareTo(other.id);
    }
}
