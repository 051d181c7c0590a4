package org.orderevidence.store;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an update writes. Its rows are records of merged kinds that follow from the record.
 *
 * @param put the new record, of a greater version than the stored one; {@code null} if that stays or is removed
 * @param before rows that must never be missing: they are there before the record is
 * @param after rows that may come later than the record
 * @param left keys of rows that the record has left; those that it has again stay
 */
public record Decision<T>(
        T outcome,
        @Nullable Stored put,
        boolean removes,
        List<Stored> before,
        List<Stored> after,
        List<Key> left,
        int counted) {
    public Decision {
        before = List.copyOf(before);
        after = List.copyOf(after);
        left = left.isEmpty() ? List.of() : without(left, before, after);
        before.forEach(row -> row.key().kind().requireMerged());
        after.forEach(row -> row.key().kind().requireMerged());
        left.forEach(row -> row.kind().requireMerged());
        if (removes && (put != null || !before.isEmpty() || !after.isEmpty())) {
            throw new IllegalArgumentException("an update either puts a record or removes it");
        }
        if (put == null && !removes && (!before.isEmpty() || !left.isEmpty() || counted != 0)) {
            throw new IllegalArgumentException("an update that writes no record has only rows to repeat");
        }
    }

    private static List<Key> without(List<Key> left, List<Stored> before, List<Stored> after) {
        Set<Key> stay =
                Stream.concat(before.stream(), after.stream()).map(Stored::key).collect(Collectors.toSet());
        return left.stream().filter(key -> !stay.contains(key)).toList();
    }

    /** Returns the same; if the record has not a greater version than this one, it and its rows of its version get one. */
    Decision<T> above(long removed) {
        return put == null || put.version() > removed ? this : ofVersion(put, removed + 1);
    }

    private Decision<T> ofVersion(Stored record, long version) {
        long was = record.version();
        return new Decision<>(
                outcome,
                record.ofVersion(version),
                false,
                raised(before, was, version),
                raised(after, was, version),
                left,
                counted);
    }

    /** Returns the same, which also stores a record that is there before its own, if it writes its own. */
    public Decision<T> after(Stored first) {
        return put == null
                ? this
                : new Decision<>(
                        outcome,
                        put,
                        removes,
                        Stream.concat(before.stream(), Stream.of(first)).toList(),
                        after,
                        left,
                        counted);
    }

    private static List<Stored> raised(List<Stored> rows, long was, long version) {
        return rows.stream()
                .map(row -> row.version() == was ? row.ofVersion(version) : row)
                .toList();
    }

    /** Writes a record and no rows. */
    public static <T> Decision<T> put(T outcome, Stored put) {
        return new Decision<>(outcome, put, false, List.of(), List.of(), List.of(), 0);
    }

    /** Leaves the record as it is. */
    public static <T> Decision<T> keep(T outcome) {
        return repeat(outcome, List.of());
    }

    /**
     * Leaves the record as it is.
     *
     * @param after its rows, which are written again where the store is not atomic: a crash may have left some out
     */
    public static <T> Decision<T> repeat(T outcome, List<Stored> after) {
        return new Decision<>(outcome, null, false, List.of(), after, List.of(), 0);
    }

    /** Removes the record and its rows. */
    public static <T> Decision<T> remove(T outcome, List<Key> left, int counted) {
        return new Decision<>(outcome, null, true, List.of(), List.of(), left, counted);
    }
}
