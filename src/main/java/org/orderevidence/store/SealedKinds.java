package org.orderevidence.store;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.record.Kind;
import org.orderevidence.store.record.RecordSealer;
import org.orderevidence.store.record.RecordStore;
import org.orderevidence.store.record.Replacement;
import org.orderevidence.store.record.Stored;

/** The sealed records of all declared kinds, behind those of the tables that are no records. */
public final class SealedKinds implements SealedRecords {
    private static final String PREFIX = "kind:";

    private final SealedRecords tables;
    private final RecordStore records;
    private final List<Kind> kinds;
    private final RecordSealer sealer;

    /**
     * @param tables walked first
     * @param kinds all declared kinds
     */
    public SealedKinds(SealedRecords tables, RecordStore records, List<Kind> kinds, RecordSealer sealer) {
        this.tables = tables;
        this.records = records;
        this.kinds = kinds.stream().filter(Kind::isSealed).toList();
        this.sealer = sealer;
    }

    @Override
    public int sealingKey() {
        return tables.sealingKey();
    }

    @Override
    public SortedSet<Integer> keys() {
        return tables.keys();
    }

    @Override
    public Page count(@Nullable String after, int limit) {
        return page(after, limit, false);
    }

    @Override
    public Page reseal(@Nullable String after, int limit) {
        return page(after, limit, true);
    }

    private Page page(@Nullable String after, int limit, boolean reseals) {
        if (after == null || !after.startsWith(PREFIX)) {
            Page page = reseals ? tables.reseal(after, limit) : tables.count(after, limit);
            return page.next() != null
                    ? page
                    : new Page(page.found(), page.old(), page.resealed(), page.unreadable(), page.missing(), start(0));
        }
        String[] place = after.substring(PREFIX.length()).split(":", 2);
        int number = Integer.parseInt(place[0]);
        Kind kind = kinds.get(number);
        var page = records.scan(kind, place[1].isEmpty() ? null : place[1], SealedRecords.checkedLimit(limit));
        SealedTally tally = new SealedTally(sealingKey(), keys());
        List<Replacement> replacements = new ArrayList<>();
        for (var found : page.found()) {
            switch (found) {
                case org.orderevidence.store.record.Page.Whole(Stored record) -> {
                    byte[] body = record.body().toArray();
                    if (tally.isOld(kind.name(), body) && reseals) {
                        byte[] resealed = tally.resealed(() ->
                                sealer.seal(record.key(), sealer.open(record)).toArray());
                        if (resealed != null) {
                            replacements.add(new Replacement(record, Bytes.wrap(resealed)));
                        }
                    }
                }
                case org.orderevidence.store.record.Page.Damaged _ -> tally.addUnreadable();
            }
        }
        int replaced = replacements.isEmpty() ? 0 : records.replace(replacements);
        String next = page.next();
        return tally.page(replaced, next == null ? start(number + 1) : PREFIX + number + ":" + next);
    }

    private @Nullable String start(int number) {
        return number < kinds.size() ? PREFIX + number + ":" : null;
    }
}
