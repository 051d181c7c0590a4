package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Difference;
import org.orderevidence.store.EvidenceArchive.Stray;
import org.orderevidence.store.HistoryRow;

/** Collects the faults of a store: the first ones as lines, the rest as a count. */
final class VerifyFindings {
    /** Maximum number of findings that are reported as lines. */
    static final int MOST_TOLD = 100;

    private final StoreWatch watch;
    private long found;

    VerifyFindings(StoreWatch watch) {
        this.watch = watch;
    }

    void add(String line) {
        found++;
        if (found <= MOST_TOLD) {
            watch.tell(line);
        } else if (found == MOST_TOLD + 1) {
            watch.tell("... there are more faults; they are only counted");
        }
    }

    static <T> String words(Damaged<T> record) {
        return words(record.space()) + ", " + record.key() + ": " + record.fault();
    }

    static String words(ArchivedOrder order) {
        return words(order.space()) + ", order " + order.id();
    }

    static String words(Difference found) {
        return words(found.space()) + ", order " + found.id() + ": " + found.what();
    }

    static String words(Stray stray) {
        String table = switch (stray.table()) {
            case REFERENCE_INDEX -> "a row of the index by " + kind(stray);
            case TIME_INDEX -> "a row of the index by time";
            case DISPUTES -> "a dispute";
            case FRAUD_REPORTS -> "a fraud report";
        };
        return words(stray.space()) + ", order " + stray.order() + ": " + table + " belongs to no order";
    }

    private static String kind(Stray stray) {
        OrderReference reference = stray.reference();
        return reference == null ? "reference" : reference.kind().wireName();
    }

    static String words(ArchivedRow row) {
        return words(row.space()) + ", order " + row.row().id() + ", history row of "
                + row.row().day() + " under credential key " + row.credential();
    }

    /**
     * Describes how a stored row differs from the row derived from its order. Starts with the punctuation.
     *
     * @param held the stored row; {@code null} if there is none
     */
    static String difference(ArchivedRow expected, @Nullable ArchivedRow held) {
        if (held == null) {
            return ": is missing";
        }
        HistoryRow is = held.row();
        HistoryRow should = expected.row();
        List<String> parts = new ArrayList<>(3);
        if (is.version() != should.version()) {
            parts.add("version " + is.version() + " instead of " + should.version());
        }
        if (is.disputes() != should.disputes()) {
            parts.add(disputed(is.disputes()));
        }
        if (is.fraudReported() != should.fraudReported()) {
            parts.add(is.fraudReported() ? "marked as fraud reported" : "not marked as fraud reported");
        }
        if (!is.facts().equals(should.facts())) {
            parts.add("other facts than the order's");
        }
        return ": is wrong: " + String.join(", ", parts);
    }

    private static String disputed(ActiveDisputes disputes) {
        return switch (disputes) {
            case NONE -> "not marked as disputed";
            case NOT_FRAUD -> "marked as disputed, but not as fraud";
            case FRAUD -> "marked as disputed";
        };
    }

    static String words(AccountSpace space) {
        return space.equals(AccountSpace.INSTALLATION)
                ? "the installation"
                : "account " + space.account() + " (" + space.mode().name().toLowerCase(Locale.ROOT) + ")";
    }
}
