package org.orderevidence.transfer;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.SealedRecords;
import org.orderevidence.store.SealedRecords.Group;
import org.orderevidence.store.StoreUnavailable;

/** Counts the records under each sealing key, and reports those that are not under the key that seals. */
final class OldKeys {
    private static final int PAGE = 1_000;

    private final SealedRecords records;
    private final VerifyFindings findings;
    private final StoreWatch watch;

    OldKeys(SealedRecords records, VerifyFindings findings, StoreWatch watch) {
        this.records = records;
        this.findings = findings;
        this.watch = watch;
    }

    /** Reads the start of every sealed record. */
    void run() {
        SortedMap<Group, Long> found = new TreeMap<>();
        long read = 0;
        try {
            @Nullable String after = null;
            do {
                SealedRecords.Page page = records.count(after, PAGE);
                for (var group : page.found().entrySet()) {
                    found.merge(group.getKey(), group.getValue(), Long::sum);
                    read += group.getValue();
                }
                watch.at("sealing keys verified", read, -1);
                after = page.next();
            } while (after != null);
        } catch (StoreUnavailable error) {
            // The walks over the records have reported the damaged pages.
            if (!error.isDamaged()) {
                throw error;
            }
        }
        found.forEach(this::report);
    }

    private void report(Group group, long count) {
        String table = group.kind();
        if (group.key() > 0 && !records.keys().contains(group.key())) {
            findings.add("table " + table + ": " + count + " records are sealed with sealing key " + group.key()
                    + ", which is not in the secret file; use the secret file that has it");
        } else if (group.key() > 0 && group.key() < records.sealingKey()) {
            watch.underOldKey(table, group.key(), count);
        }
    }
}
