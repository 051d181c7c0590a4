package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.Stored;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.transfer.StoreVerify.VerifyFindings;

/**
 * A record of any kind that could be opened.
 *
 * @param words which it is, for an operator
 */
record OpenedRecord(
        Meaning meaning, Stored record, Bytes content, AccountSpace space, String words, List<Stored> rows) {
    /** Records of a page: with the longest orders, 4 MB. */
    private static final int PAGE = 250;

    private static final byte[] NONE = {};

    @FunctionalInterface
    interface Taking {
        void take(List<OpenedRecord> whole, List<Broken> broken, @Nullable String next);
    }

    /** A record that cannot be opened, or a place that cannot be read. */
    record Broken(@Nullable Stored record, String fault) {}

    /** Opens a record. Throws {@link UnreadableDocument}, or another fault of {@link #open}, if it is damaged. */
    static OpenedRecord of(OpenStore store, Meaning meaning, Stored record) {
        byte[] content = content(store, meaning, record);
        AccountSpace space = meaning.space(record, content);
        return new OpenedRecord(
                meaning,
                record,
                Bytes.wrap(content),
                space,
                VerifyFindings.words(space) + ", " + meaning.words(record, content),
                meaning.rows(record, content));
    }

    /** Returns the opened body of a record; fails as {@link #of} does. */
    static byte[] content(OpenStore store, Meaning meaning, Stored record) {
        return meaning.kind().isSealed()
                ? store.sealer().open(record)
                : record.body().toArray();
    }

    /** Reads all records of a kind, one page at a time. */
    static void walk(OpenStore store, Meaning meaning, @Nullable String from, Taking taking) {
        @Nullable String after = from;
        do {
            Page page = store.records().scan(meaning.kind(), after, PAGE);
            List<OpenedRecord> opened = new ArrayList<>(page.found().size());
            List<Broken> broken = new ArrayList<>(0);
            for (Page.Found found : page.found()) {
                switch (found) {
                    case Page.Whole(Stored record) -> open(store, meaning, record, opened, broken);
                    case Page.Damaged(String place, String fault) ->
                        broken.add(new Broken(null, meaning.name() + ", " + place + ": " + fault));
                }
            }
            after = page.next();
            taking.take(opened, broken, after);
        } while (after != null);
    }

    private static void open(
            OpenStore store, Meaning meaning, Stored record, List<OpenedRecord> opened, List<Broken> broken) {
        try {
            opened.add(of(store, meaning, record));
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException damaged) {
            // Some kinds can tell which record it is without its content.
            String words =
                    RecordSealer.ifReadable(() -> meaning.words(record, NONE)).orElse("one of the " + meaning.name());
            broken.add(new Broken(
                    record, VerifyFindings.words(record.key().space()) + ", " + words + ": " + damaged.getMessage()));
        }
    }

    /**
     * Returns true if a copy has it.
     *
     * @param now engines delete records that have ended in their own time
     */
    boolean isCopied(Instant now) {
        return !record.hasEnded(now) && meaning.isCopied(record, content.toArray());
    }

    Bytes compared() {
        return meaning.compared(record, content.toArray());
    }

    /** Returns true if another record has the same content, whatever its version and its sealing. */
    boolean isSame(OpenedRecord other) {
        return Objects.equals(record.expires(), other.record.expires())
                && compared().equals(other.compared());
    }
}
