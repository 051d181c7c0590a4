package org.orderevidence.store.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.store.sql.RecordBatch.Place;
import org.orderevidence.store.sql.RecordBatch.RecordChanges.RecordChange;
import org.orderevidence.store.sql.RecordBatch.RecordChanges.RowChange;

/** The records of a batch: how they are stored, and how they will be. Decides only; others write. */
final class RecordBatch {
    private final Function<Key, @Nullable Integer> numbers;
    private final boolean insertsNew;
    private final SortedMap<Place, Held> records = new TreeMap<>();
    private final SortedMap<Place, RowChange> rows = new TreeMap<>();
    private final SortedMap<Integer, Integer> counted = new TreeMap<>();

    /** A record as the database has it, and after the updates so far. */
    private static final class Held {
        private final @Nullable Stored was;
        private @Nullable Stored now;

        private Held(@Nullable Stored was) {
            this.was = was;
            this.now = was;
        }
    }

    /** An update is decided again when this space has a number. */
    static final class UnknownSpace extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient AccountSpace space;

        private UnknownSpace(AccountSpace space) {
            super("an account space has no number yet", null, false, false);
            this.space = space;
        }

        AccountSpace space() {
            return space;
        }
    }

    /**
     * @param insertsNew see {@link RowChange#isNew}; false when the batch is done again, because a row was in the way
     */
    RecordBatch(Function<Key, @Nullable Integer> numbers, boolean insertsNew) {
        this.numbers = numbers;
        this.insertsNew = insertsNew;
    }

    /** Adds a record that may be updated. */
    void hold(Place place, @Nullable Stored was) {
        records.put(place, new Held(was));
    }

    /**
     * Performs an update of a record that is held. If this throws, it has changed nothing.
     *
     * @throws UnknownSpace if it has a row in a space without number
     */
    <T> T apply(Place place, Update<T> update) {
        Held held = records.get(place);
        if (held == null) {
            throw new IllegalStateException("a record of the batch was not read");
        }
        Decision<T> decision = update.decide(held.now, 0);
        Stored put = decision.put();
        if (put == null && !decision.removes()) {
            return decision.outcome();
        }
        Stored before = held.now;
        long left = put != null ? put.version() - 1 : before == null ? 0 : before.version();
        List<RowChange> changes = new ArrayList<>();
        decision.left().forEach(key -> changes.add(delete(place(key), left)));
        boolean isNew = insertsNew && held.was == null;
        decision.before().forEach(row -> changes.add(put(place(row.key()), row, isNew)));
        decision.after().forEach(row -> changes.add(put(place(row.key()), row, isNew)));
        changes.forEach(this::add);
        held.now = put;
        if (decision.counted() != 0) {
            counted.merge(place.space(), decision.counted(), Integer::sum);
        }
        return decision.outcome();
    }

    private Place place(Key key) {
        Integer number = numbers.apply(key);
        if (number == null) {
            throw new UnknownSpace(key.space());
        }
        return new Place(number, key);
    }

    static RowChange put(Place place, Stored row, boolean isNew) {
        boolean replaces = place.key().kind().mode() == Kind.Mode.NEWEST;
        return new RowChange(place, row, replaces ? row.version() : 0, isNew);
    }

    static RowChange delete(Place place, long upTo) {
        return new RowChange(place, null, upTo, false);
    }

    /** Adds a change of a merged kind; what is changed already is changed by both, one after the other. */
    void add(RowChange change) {
        rows.merge(change.place(), change, RecordBatch::both);
    }

    private static RowChange both(RowChange first, RowChange second) {
        Stored put = first.put();
        boolean stays = put != null && staysBefore(second, put);
        return new RowChange(
                first.place(),
                stays ? put : second.put(),
                Math.max(first.upTo(), second.upTo()),
                first.isNew() && second.isNew());
    }

    private static boolean staysBefore(RowChange second, Stored put) {
        Stored next = second.put();
        return switch (put.key().kind().mode()) {
            case NEWEST -> put.version() > (next == null ? second.upTo() : next.version());
            case FIRST -> next != null || put.version() > second.upTo();
            case GUARDED -> throw new IllegalStateException("a record of a guarded kind is no row");
        };
    }

    RecordChanges changes() {
        List<RecordChange> changed = new ArrayList<>(records.size());
        records.forEach((place, held) -> {
            if (!Objects.equals(held.was, held.now)) {
                changed.add(new RecordChange(place, held.was, held.now));
            }
        });
        counted.values().removeIf(change -> change == 0);
        return new RecordChanges(changed, List.copyOf(rows.values()), counted);
    }

    /** A key with the number of its space. Sorted as all transactions write: by table, then by key. */
    record Place(int space, Key key) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = key.kind().equals(other.key.kind())
                    ? 0
                    : key.kind().name().compareTo(other.key.kind().name());
            order = order != 0 ? order : Integer.compare(space, other.space);
            order = order != 0 ? order : key.part().compareTo(other.key.part());
            return order != 0 ? order : key.sort().compareTo(other.key.sort());
        }
    }

    /**
     * What a batch changes.
     *
     * @param counted by how much the number of orders of each space changes, by the number of the space; never 0
     */
    record RecordChanges(List<RecordChange> records, List<RowChange> rows, SortedMap<Integer, Integer> counted) {
        /**
         * A changed record of a guarded kind.
         *
         * @param was as it was read; {@code null} if there was none
         * @param put as it becomes; {@code null} if it is removed. One of both is there
         */
        record RecordChange(
                Place place, @Nullable Stored was, @Nullable Stored put) {}

        /**
         * A changed record of a merged kind.
         *
         * @param put what is stored if there is no record, or one of at most {@code upTo}; {@code null} to delete that
         * @param upTo the greatest version that is replaced or deleted; 0 if what is stored stays
         * @param isNew true if it follows from a record that was not there, so that probably no row is in its way
         */
        record RowChange(Place place, @Nullable Stored put, long upTo, boolean isNew) {}
    }
}
