package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.Stores;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;

/** Changes records of a store without what belongs to them, on every engine. */
final class Tampering {
    private final Config config;

    Tampering(Config config) {
        this.config = config;
    }

    private OpenStore open() {
        SecretOfStore secret = new SecretOfStore(
                config.secretFile(), SecretOfStore.Use.READ, config.store().toString(), Clock.systemUTC());
        return Stores.open(config.store(), Clock.systemUTC(), secret);
    }

    private static Kind kind(OpenStore store, String name) {
        return store.kinds().stream()
                .map(Meaning::kind)
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Stored> all(OpenStore store, String kind) {
        List<Stored> all = new ArrayList<>();
        @Nullable String after = null;
        do {
            Page page = store.records().scan(kind(store, kind), after, Page.MAX_RECORDS);
            page.found().forEach(found -> all.add(((Page.Whole) found).record()));
            after = page.next();
        } while (after != null);
        return all;
    }

    /** Returns all records of a kind. */
    List<Stored> all(String kind) {
        try (OpenStore store = open()) {
            return all(store, kind);
        }
    }

    /** Changes the only record of a kind; {@code null} removes it. */
    void change(String kind, Function<Stored, @Nullable Stored> change) {
        try (OpenStore store = open()) {
            List<Stored> all = all(store, kind);
            assertEquals(1, all.size(), kind);
            put(store, all.getFirst(), change.apply(all.getFirst()));
        }
    }

    /** Changes a byte in the body of a record of a kind. */
    void damageFirst(String kind) {
        try (OpenStore store = open()) {
            Stored first = all(store, kind).getFirst();
            put(store, first, damaged(first));
        }
    }

    /** Adds a record of a merged kind that is like its only one. */
    void add(String kind, Function<Stored, Stored> like) {
        try (OpenStore store = open()) {
            store.records().merge(List.of(like.apply(all(store, kind).getFirst())), List.of());
        }
    }

    /** Removes all records of a kind. */
    void empty(String kind) {
        try (OpenStore store = open()) {
            all(store, kind).forEach(record -> put(store, record, null));
        }
    }

    private static void put(OpenStore store, Stored before, @Nullable Stored after) {
        Key key = before.key();
        if (key.kind().mode() == Kind.Mode.GUARDED) {
            store.records()
                    .update(List.of(Update.of(
                            key,
                            0,
                            held -> after == null
                                    ? Decision.remove(true, List.of(), 0)
                                    : Decision.put(true, in(before.version() + 1, after)))));
        } else {
            store.records().merge(List.of(), List.of(new Deletion(key, before.version())));
            if (after != null) {
                store.records().merge(List.of(in(before.version() + 1, after)), List.of());
            }
        }
    }

    private static Stored in(long version, Stored record) {
        return new Stored(record.key(), version, record.expires(), record.link(), record.head(), record.body());
    }

    /** Returns the record with a changed byte in the middle of its body. */
    static Stored damaged(Stored record) {
        byte[] body = record.body().toArray();
        body[body.length / 2] ^= 1;
        return record.withBody(Bytes.wrap(body));
    }

    /** Returns the record with another head. */
    static Stored withHead(Stored record, Bytes head) {
        return new Stored(record.key(), record.version(), record.expires(), record.link(), head, record.body());
    }

    /** Returns the record in another part. */
    static Stored ofAnotherPart(Stored record) {
        Key key = record.key();
        byte[] part = key.part().toArray();
        part[0] ^= 1;
        Key other = new Key(key.kind(), key.space(), Bytes.wrap(part), key.sort());
        return new Stored(other, 1, record.expires(), record.link(), record.head(), record.body());
    }

    /** Returns the record in the place of another order: its id is one longer. */
    static Stored ofAnotherOrder(Stored record) {
        Key key = record.key();
        byte[] sort = key.sort().toArray();
        byte[] other = Arrays.copyOf(sort, sort.length + 1);
        other[sort.length] = '1';
        return new Stored(
                new Key(key.kind(), key.space(), key.part(), Bytes.wrap(other)),
                record.version(),
                record.expires(),
                record.link(),
                record.head(),
                record.body());
    }
}
