package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The writes of one kind in a transaction. */
final class WriteGroup<W, T> {
    private final GroupedWork<W, T> kind;
    private final List<PendingWrite<W, T>> writes = new ArrayList<>();

    private WriteGroup(GroupedWork<W, T> kind) {
        this.kind = kind;
    }

    static <W, T> WriteGroup<W, T> of(PendingWrite<W, T> first) {
        WriteGroup<W, T> group = new WriteGroup<>(first.kind());
        group.writes.add(first);
        return group;
    }

    /** Adds a write of the same kind, and so of the same types. */
    @SuppressWarnings("unchecked")
    void add(PendingWrite<?, ?> write) {
        writes.add((PendingWrite<W, T>) write);
    }

    int turn() {
        return kind.turn();
    }

    void perform(Session session, boolean again) throws SQLException {
        List<W> whats = new ArrayList<>(writes.size());
        writes.forEach(write -> whats.add(write.what()));
        List<T> results = kind.perform(session, whats, again);
        for (int i = 0; i < writes.size(); i++) {
            writes.get(i).keep(results.get(i));
        }
    }
}
