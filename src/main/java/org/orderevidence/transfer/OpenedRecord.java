package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.record.Meaning;
import org.orderevidence.store.record.Page;
import org.orderevidence.store.record.Stored;

/**
 * A record of any kind that could be opened.
 *
 * @param content its body, opened
 * @param space whose data it is
 * @param rows the rows that follow from it
 */
record OpenedRecord(Meaning meaning, Stored record, Bytes content, AccountSpace space, List<Stored> rows) {
    /** Opens a record. Throws {@link UnreadableDocument}, or another fault of {@link #open}, if it is damaged. */
    static OpenedRecord of(OpenStore store, Meaning meaning, Stored record) {
        byte[] content = meaning.kind().isSealed()
                ? store.sealer().open(record)
                : record.body().toArray();
        return new OpenedRecord(
                meaning,
                record,
                Bytes.wrap(content),
                meaning.space().of(record, content),
                meaning.rows().of(record, content));
    }

    /** Reads all records of a kind, one page at a time; with the faults of those that cannot be read, one per line. */
    static void walk(OpenStore store, Meaning meaning, BiConsumer<List<OpenedRecord>, List<String>> taking) {
        @Nullable String after = null;
        do {
            Page page = store.records().scan(meaning.kind(), after, StoreWalk.PAGE);
            List<OpenedRecord> opened = new ArrayList<>(page.found().size());
            List<String> faults = new ArrayList<>(0);
            for (Page.Found found : page.found()) {
                switch (found) {
                    case Page.Whole(Stored record) -> open(store, meaning, record, opened, faults);
                    case Page.Damaged(String place, String fault) ->
                        faults.add(meaning.name() + ", " + place + ": " + fault);
                }
            }
            taking.accept(opened, faults);
            after = page.next();
        } while (after != null);
    }

    private static void open(
            OpenStore store, Meaning meaning, Stored record, List<OpenedRecord> opened, List<String> faults) {
        try {
            opened.add(of(store, meaning, record));
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException damaged) {
            faults.add(VerifyFindings.words(record.key().space()) + ", one of the " + meaning.name() + ": "
                    + damaged.getMessage());
        }
    }

    String words() {
        return VerifyFindings.words(space) + ", " + meaning.words().of(record, content.toArray());
    }

    boolean isCopied() {
        return !meaning.isOfRows() && meaning.isCopied().of(record, content.toArray());
    }

    byte[] compared() {
        return meaning.compared().of(record, content.toArray());
    }

    /** Returns true if it is no longer expected everywhere, because engines delete it in their own time. */
    boolean hasEnded(Instant now) {
        Instant expires = record.expires();
        return expires != null && !expires.isAfter(now);
    }

    /** Returns true if another record has the same content, whatever its version and its sealing. */
    boolean isSame(OpenedRecord other) {
        return record.link().equals(other.record.link())
                && Objects.equals(record.expires(), other.record.expires())
                && Arrays.equals(compared(), other.compared());
    }
}
