package org.orderevidence.store;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.CannotOpen;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.Page.Damaged;
import org.orderevidence.store.Page.Whole;

/**
 * All sealed records of a store, of every kind and account space, with the sealing keys under which they are. It is never
 * used to answer a request. A walk reads page after page; records written during a walk may be missed. Throws as
 * {@link RecordStore} does.
 */
public final class SealedRecords {
    private final RecordStore records;
    private final List<Kind> kinds;
    private final RecordSealer sealer;

    /** @param meanings of all kinds */
    SealedRecords(RecordStore records, List<Meaning> meanings, RecordSealer sealer) {
        this.records = records;
        this.kinds = meanings.stream().map(Meaning::kind).filter(Kind::isSealed).toList();
        this.sealer = sealer;
    }

    /** Returns the number of the key that seals now. */
    public int sealingKey() {
        return sealer.sealingKey();
    }

    /** Returns the numbers of all keys of the secret. */
    public SortedSet<Integer> keys() {
        return sealer.keys();
    }

    /**
     * Records of a kind under a key.
     *
     * @param kind name of the kind of the records
     * @param key number of their sealing key; 0 if they are no sealed records
     */
    public record Group(String kind, int key) implements Comparable<Group> {
        @Override
        public int compareTo(Group other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Integer.compare(key, other.key);
        }
    }

    /**
     * Part of a walk.
     *
     * @param found how many records there were in each group before this page was sealed again
     * @param old how many had an older key and could be opened; more than were sealed again if another writer changed
     *     one
     * @param resealed how many were sealed again
     * @param unreadable how many have an older key and are damaged, or are in a damaged row
     * @param missing how many have an older key that the secret lacks, by the number of the key
     * @param next where the next page starts; empty if this is the last
     */
    public record Page(
            SortedMap<Group, Long> found,
            long old,
            long resealed,
            long unreadable,
            SortedMap<Integer, Long> missing,
            @Nullable String next) {
        public Page {
            found = new TreeMap<>(found);
            missing = new TreeMap<>(missing);
        }
    }

    /**
     * Counts records and changes nothing.
     *
     * @param after {@link Page#next} of the page before, also of one that was read before the store was closed and
     *     opened again; empty for the first
     * @param limit most records, as of {@link RecordStore#scan}; a page may have fewer, even none, and not be the last
     */
    public Page count(@Nullable String after, int limit) {
        return page(after, limit, false);
    }

    /**
     * Seals records again that have an older key than the one that seals now. The content stays, byte for byte. A
     * record that another writer changes in the meantime keeps that change. May be repeated at any time.
     *
     * @param after as in {@link #count}
     * @param limit as in {@link #count}
     */
    public Page reseal(@Nullable String after, int limit) {
        return page(after, limit, true);
    }

    private Page page(@Nullable String after, int limit, boolean reseals) {
        String[] place = after == null ? new String[] {"0", ""} : after.split(":", 2);
        int number = Integer.parseInt(place[0]);
        Kind kind = kinds.get(number);
        var page = records.scan(kind, place[1].isEmpty() ? null : place[1], limit);
        SortedMap<Group, Long> found = new TreeMap<>();
        SortedMap<Integer, Long> missing = new TreeMap<>();
        List<Replacement> replacements = new ArrayList<>();
        long unreadable = 0;
        for (var each : page.found()) {
            switch (each) {
                case Whole(Stored record) -> {
                    int key = key(record);
                    found.merge(new Group(kind.name(), key), 1L, Long::sum);
                    boolean isOld = key > 0 && key < sealingKey();
                    if (isOld && !keys().contains(key)) {
                        missing.merge(key, 1L, Long::sum);
                    } else if (isOld && reseals) {
                        Bytes body = RecordSealer.ifReadable(() -> sealer.reseal(record))
                                .orElse(null);
                        if (body == null) {
                            unreadable++;
                        } else {
                            replacements.add(new Replacement(record, body));
                        }
                    }
                }
                case Damaged _ -> unreadable++;
            }
        }
        int replaced = replacements.isEmpty() ? 0 : records.replace(replacements);
        boolean isLast = page.next() == null && number + 1 == kinds.size();
        String next = page.next() == null ? number + 1 + ":" : number + ":" + page.next();
        return new Page(found, replacements.size(), replaced, unreadable, missing, isLast ? null : next);
    }

    /** Returns 0 for a body that is not sealed. Verify reports it. */
    private static int key(Stored record) {
        try {
            return Sealer.sealedKeyVersion(record.body().toArray());
        } catch (CannotOpen notSealed) {
            return 0;
        }
    }
}
