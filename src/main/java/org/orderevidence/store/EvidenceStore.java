package org.orderevidence.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.store.document.OrderContent;
import org.orderevidence.store.document.StoredPart;

/**
 * Stores orders and later facts about them, per {@link AccountSpace}.
 *
 * <p>Promises, which {@code EvidenceStoreContract} checks of every implementation:
 *
 * <ul>
 *   <li>A write that returns is complete and on stable storage. One that throws {@link StoreUnavailable} left nothing;
 *       one that throws {@link UnknownOutcome} left all of an order or nothing of it.
 *   <li>Every write is an idempotent upsert by the merchant's own ids, so that all may be repeated.
 *   <li>A reader sees an order whole: its document, its later facts and its history rows of one version. (A distributed
 *       store may show a history row before or after its order; the version tells, and the reader checks it.)
 *   <li>Every read touches a bounded number of rows. Nothing is read across two account spaces.
 * </ul>
 *
 * <p>All methods block, may be called from any number of virtual threads, and throw {@link StoreUnavailable} when the
 * store cannot be reached within its time-out.
 */
public interface EvidenceStore extends AutoCloseable {
    /** Maximum number of orders of a page of the list, and one more, which shows that another page follows. */
    int MAX_PAGE = 101;

    /**
     * Stores parts of orders, each judged on its own and applied in the given order (the same id twice: the later one
     * last). Other parts of an order stay.
     *
     * @param writes at most 1,000
     * @param now the time of the write; a new version of an order is the larger of its microseconds and the stored
     *     version plus one
     * @return one outcome for each write, in the same order
     */
    List<OrderOutcome> put(AccountSpace space, List<PartWrite> writes, Instant now);

    /**
     * Stores a dispute with its order by its id, marks the order's history rows and raises its version. An older
     * version of the dispute changes nothing; see {@link FactDecision}.
     *
     * @param version newer ones are greater: microseconds since 1970 of the source's event, 0 or more; empty for a
     *     dispute that is newer than all before
     */
    FactOutcome putDispute(AccountSpace space, OrderId order, Dispute dispute, @Nullable Long version, Instant now);

    /** Stores a dispute that is newer than all before: one that a merchant sends. */
    default FactOutcome putDispute(AccountSpace space, OrderId order, Dispute dispute, Instant now) {
        return putDispute(space, order, dispute, null, now);
    }

    /**
     * Stores a dispute that a merchant sends, as {@link #putDispute} does, unless another one is stored than the caller
     * has read.
     *
     * @param before the stored dispute that the caller has read; {@code null} if there was none
     * @return {@link FactOutcome#CONFLICT} if another one is stored
     */
    FactOutcome replaceDispute(
            AccountSpace space, OrderId order, @Nullable Dispute before, Dispute dispute, Instant now);

    /** Stores a fraud report with its order, as {@link #putDispute} stores a dispute. */
    FactOutcome putFraudReport(
            AccountSpace space, OrderId order, FraudReport report, @Nullable Long version, Instant now);

    /** Stores a fraud report that is newer than all before: one that a merchant sends. */
    default FactOutcome putFraudReport(AccountSpace space, OrderId order, FraudReport report, Instant now) {
        return putFraudReport(space, order, report, null, now);
    }

    /** One order with its later facts; empty if this space has none with that id. */
    Optional<StoredOrder> order(AccountSpace space, OrderId id);

    /** Returns what is stored of an order, also if its parts do not make one yet; empty if nothing is. */
    Optional<Contents> contents(AccountSpace space, OrderId id);

    /** Returns one order as {@link #order} reads it, with its parts. */
    Optional<OrderParts> parts(AccountSpace space, OrderId id);

    /**
     * Returns one order as {@link #order} reads it, together with the history rows of its first credential. The rows
     * are from {@code daysBefore} its transaction day to {@code daysAfter} the day of its own history rows. There are
     * no rows if the order has no credential, or if there are more than the limit. A store that would need another
     * request for them also leaves them out.
     *
     * @param daysBefore 0 to 1,000
     * @param daysAfter 0 to 1,000
     * @param limit most rows, 1 to 1,000
     * @return empty if this space has no order with that id
     */
    Optional<OrderInHistory> orderInHistory(AccountSpace space, OrderId id, int daysBefore, int daysAfter, int limit);

    /**
     * Several orders with their later facts.
     *
     * @param ids at most 100
     * @return those that exist
     */
    Map<OrderId, StoredOrder> orders(AccountSpace space, Collection<OrderId> ids);

    /** Returns those of several orders that can be read: one that is damaged does not hide the others of a list. */
    default Map<OrderId, StoredOrder> readable(AccountSpace space, Collection<OrderId> ids) {
        return orders(space, ids);
    }

    /**
     * The rows of a payment credential whose day lies in one of the ranges: range after range as given, in each newest
     * day first, within a day by order id.
     *
     * @param credential the key of the credential
     * @param ranges at most 3, not overlapping
     * @param limit most rows in all, 1 to 100,000
     */
    List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit);

    /**
     * Returns true if a history row may be of another version than its order is: a reader then checks the orders that
     * it relies on. Where both are written in one transaction, they never differ.
     */
    boolean historyMayLag();

    /**
     * Orders in the sequence of {@link ListPlace}.
     *
     * @param after start behind this place; null for the beginning
     * @param skip how many more to pass over, 0 to 10,000
     * @param limit most orders, 1 to {@value #MAX_PAGE}
     */
    List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit);

    /**
     * Returns the places of orders in a range of days, in the sequence of {@link ListPlace}. A place may be out of date,
     * so the reader checks that its order still has the place and the reference.
     *
     * @param reference only orders with this one; empty for all
     * @param ascending true for the oldest first
     * @param after start behind this place; empty for the beginning
     * @param limit most places, 1 to {@value #MAX_PAGE}
     */
    List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DayRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit);

    /** How many orders the space holds. */
    RecordCount count(AccountSpace space);

    /** Writes and reads back a row of the store's own: returns when the store can do both, else throws. */
    void probe(Instant now);

    /** Waits for writes under way, then closes. */
    @Override
    void close();

    /**
     * A range of days, both ends included.
     *
     * @param from first day
     * @param until last day, not before the first
     */
    record DayRange(LocalDate from, LocalDate until) {
        public DayRange {
            if (until.isBefore(from)) {
                throw new IllegalArgumentException("a range ends on or after its first day");
            }
        }

        /**
         * From the first day of all these ranges to the last.
         *
         * @param ranges at least one
         */
        public static DayRange around(List<DayRange> ranges) {
            return new DayRange(
                    Collections.min(ranges, Comparator.comparing(DayRange::from))
                            .from(),
                    Collections.max(ranges, Comparator.comparing(DayRange::until))
                            .until());
        }

        /** Returns true if the day is one of the range. */
        public boolean contains(LocalDate day) {
            return !day.isBefore(from) && !day.isAfter(until);
        }

        /** Returns true if all days of the other range are days of this one. */
        public boolean contains(DayRange other) {
            return contains(other.from) && contains(other.until);
        }
    }

    /**
     * Everything that is stored of an order.
     *
     * @param version of the order
     * @param isOrder false if its parts do not make an order yet
     */
    record Contents(OrderContent content, long version, boolean isOrder) {
        /** Returns the parts, sorted by key. */
        public List<Part> parts() {
            return content.parts().stream().map(StoredPart::part).toList();
        }
    }
}
