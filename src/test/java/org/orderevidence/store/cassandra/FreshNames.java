package org.orderevidence.store.cassandra;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.RecordStore.Followed;
import org.orderevidence.store.RecordStore.RecordCount;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;

/**
 * Gives a test a store of its own within a keyspace that others have used: every space gets a name that none had before.
 * To empty the tables would not do: a server may apply a write of the test before after they were emptied, and takes
 * seconds.
 */
record FreshNames(RecordStore store, String prefix) implements RecordStore {
    private static final AtomicInteger TESTS = new AtomicInteger();

    static FreshNames in(RecordStore store) {
        return new FreshNames(store, "t" + TESTS.incrementAndGet() + "-");
    }

    /** A space under its name in the keyspace. */
    AccountSpace named(AccountSpace space) {
        return new AccountSpace(prefix + space.account(), space.mode());
    }

    private Key named(Key key) {
        return new Key(key.kind(), named(key.space()), key.part(), key.sort());
    }

    private Stored named(Stored record) {
        return at(named(record.key()), record);
    }

    private Stored plain(Stored record) {
        AccountSpace space = record.key().space();
        AccountSpace plain = new AccountSpace(space.account().substring(prefix.length()), space.mode());
        return at(new Key(record.key().kind(), plain, record.key().part(), record.key().sort()), record);
    }

    private static Stored at(Key key, Stored record) {
        return new Stored(key, record.version(), record.expires(), record.link(), record.head(), record.body());
    }

    private List<Stored> plain(List<Stored> records) {
        return records.stream().map(this::plain).toList();
    }

    private <T> Update<T> named(Update<T> update) {
        return Update.of(named(update.key()), update.bytes(), held -> {
            Decision<T> decision = update.decide(held == null ? null : plain(held));
            Stored put = decision.put();
            return new Decision<>(
                    decision.outcome(),
                    put == null ? null : named(put),
                    decision.removes(),
                    decision.before().stream().map(this::named).toList(),
                    decision.after().stream().map(this::named).toList(),
                    decision.left().stream().map(this::named).toList(),
                    decision.counted());
        });
    }

    @Override
    public List<List<Stored>> read(List<Range> ranges) {
        List<Range> named = ranges.stream()
                .map(range -> new Range(
                        range.kind(),
                        named(range.space()),
                        range.part(),
                        range.from(),
                        range.until(),
                        range.reverse(),
                        range.limit(),
                        range.withBodies()))
                .toList();
        return store.read(named).stream().map(this::plain).toList();
    }

    @Override
    public @Nullable Followed follow(Key key, int limit) {
        Followed found = store.follow(named(key), limit);
        List<Stored> rows = found == null ? null : found.rows();
        return found == null ? null : new Followed(plain(found.record()), rows == null ? null : plain(rows));
    }

    @Override
    public <T> List<T> update(List<? extends Update<T>> updates) {
        return store.update(updates.stream().map(this::named).toList());
    }

    @Override
    public void merge(List<Stored> puts, List<Deletion> deletions) {
        store.merge(
                puts.stream().map(this::named).toList(),
                deletions.stream()
                        .map(deletion -> new Deletion(named(deletion.key()), deletion.version()))
                        .toList());
    }

    @Override
    public int replace(List<Replacement> replacements) {
        return store.replace(replacements.stream()
                .map(replacement -> new Replacement(named(replacement.read()), replacement.body()))
                .toList());
    }

    /** Leaves out what belongs to other tests. */
    @Override
    public Page scan(Kind kind, @Nullable String after, int limit) {
        Page page = store.scan(kind, after, limit);
        List<Page.Found> own = page.found().stream()
                .filter(found -> found instanceof Page.Whole(Stored record)
                        && record.key().space().account().startsWith(prefix))
                .<Page.Found>map(found -> new Page.Whole(plain(((Page.Whole) found).record())))
                .toList();
        return new Page(own, page.next());
    }

    @Override
    public int sweep(Kind kind, Instant now) {
        return store.sweep(kind, now);
    }

    @Override
    public RecordCount count(AccountSpace space) {
        return store.count(named(space));
    }

    @Override
    public boolean isAtomic() {
        return store.isAtomic();
    }

    @Override
    public List<String> faults() {
        return store.faults();
    }

    @Override
    public void close() {
        store.close();
    }
}
