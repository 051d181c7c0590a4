package org.orderevidence.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;

/**
 * Reads and writes all evidence of a store, of every account space, for copies and checks. It is never used to answer a
 * request. {@code ArchiveContract} checks every implementation.
 *
 * <p>A walk reads page after page, in a fixed order that each store defines. Records written during a walk may be
 * missed. Every earlier record is returned once; an order that changes in the meantime may be returned twice. A record
 * that cannot be read does not end a walk: it is returned as {@link Damaged}.
 *
 * <p>Throws as {@link EvidenceStore} does.
 */
public interface EvidenceArchive {
    /** Most records of a page, and most that are kept at a time. */
    int MAX_PAGE = 1_000;

    /**
     * Orders with their later facts. An order is complete or damaged: one later fact that cannot be read is a damage of
     * its order, as it is for {@link EvidenceStore#order}. Parts that do not make an order yet are complete too.
     *
     * @param after {@link Page#next} of the page before, also of one that was read before the store was closed and
     *     opened again; null for the first
     * @param limit most records, 1 to {@value #MAX_PAGE}; a page may have fewer, even none, and not be the last
     */
    Page<ArchivedOrder> orders(@Nullable String after, int limit);

    /**
     * Returns the orders of these ids, as far as they exist.
     *
     * @param ids at most 100
     */
    Map<OrderId, Found<ArchivedOrder>> ordersAt(AccountSpace space, Collection<OrderId> ids);

    /** History rows; see {@link #orders}. */
    Page<ArchivedRow> history(@Nullable String after, int limit);

    /**
     * The history rows at these places, as far as they are there, in any order.
     *
     * @param places at most {@value #MAX_PAGE}
     */
    List<ArchivedRow> historyAt(List<RowPlace> places);

    /**
     * Stores orders with their version and later facts. An order that is stored in a newer version stays unchanged,
     * with its later facts. Otherwise the order, its later facts and all derived rows are written. This also happens
     * for the same version, because it repairs missing and wrong rows. A given later fact replaces a stored one of the
     * same id. Other stored facts stay, and mark the history rows as the given ones do. Rows of an older version in
     * other places are deleted.
     *
     * @param orders at most {@value #MAX_PAGE}, no order twice
     */
    void keepOrders(List<KeptOrder> orders);

    /**
     * Deletes a history row, if it is still of this version: one that belongs to no order, or not to its order any
     * longer.
     */
    void deleteHistory(ArchivedRow row);

    /** Returns the version with which this process derives rows; see {@link Derivation}. */
    int derivation();

    /** Returns true if the rows of an order follow from it as this process derives them, unless they are damaged. */
    default boolean hasCurrentDerivation(ArchivedOrder order) {
        return order.derivation() == derivation();
    }

    /**
     * Derives again, from the stored parts, what was derived with an older version than this process has. This includes
     * the plain columns of an order, its history rows and its rows in the indexes, also missing ones. The order and its
     * version stay as they are. An order that another writer changes in the meantime keeps that change. May be repeated
     * at any time.
     *
     * @param after as in {@link #orders}
     * @param limit as in {@link #orders}
     */
    Derived deriveAgain(@Nullable String after, int limit);

    /**
     * Compares the data of orders outside their documents with what follows from the documents. This data is plain
     * columns, the order's rows in the indexes by reference and by day, and the columns of its later facts.
     *
     * @param orders as they should be, at most {@value #MAX_PAGE}
     * @return the differences; several for one order if several columns differ
     */
    List<Difference> differences(List<KeptOrder> orders);

    /** Rows of indexes, and later facts, that belong to no order; see {@link #orders}. */
    Page<Stray> strays(@Nullable String after, int limit);

    /**
     * Deletes an index row that belongs to no order. A later fact is not deleted, because its data is stored nowhere
     * else.
     */
    void deleteStray(Stray stray);

    /** Returns what the store itself knows about the number of orders of each account space. */
    List<Claim> claims();

    /** Returns the faults that the database engine finds in its files, one per line; empty if a server checks them. */
    List<String> engineFaults();

    /**
     * A column or row that does not follow from its order's document.
     *
     * @param space the account space that it belongs to
     * @param id the order
     * @param what the column, its value and the expected value; without personal data
     * @param isLoss true if a row is missing whose data is stored nowhere else: the others cannot be rebuilt without it
     */
    record Difference(AccountSpace space, OrderId id, String what, boolean isLoss) {
        public Difference(AccountSpace space, OrderId id, String what) {
            this(space, id, what, false);
        }

        /** Returns the difference of an order that lost a row. */
        public static Difference loss(AccountSpace space, OrderId id, String what) {
            return new Difference(space, id, what, true);
        }
    }

    /**
     * A row that belongs to no order.
     *
     * @param space the account space that it belongs to
     * @param table where it is
     * @param order id of the order that it names
     * @param reference of a row of the reference index; otherwise empty
     * @param time of a row of an index; otherwise empty
     */
    record Stray(
            AccountSpace space,
            Table table,
            OrderId order,
            @Nullable OrderReference reference,
            @Nullable Instant time) {
        /** Where a stray can be. */
        public enum Table {
            REFERENCE_INDEX,
            TIME_INDEX,
            DISPUTES,
            FRAUD_REPORTS
        }
    }

    /**
     * How many orders an account space has by the store's own count.
     *
     * @param space the account space that they belong to
     * @param orders how many
     * @param isExact false if there can be more
     */
    record Claim(AccountSpace space, long orders, boolean isExact) {}

    /**
     * Part of a walk.
     *
     * @param records complete or damaged, in the store's own order
     * @param next where the next page starts, to be passed as it is; null if this is the last
     */
    record Page<T>(List<Found<T>> records, @Nullable String next) {
        public Page {
            records = List.copyOf(records);
        }
    }

    /**
     * Part of a walk that derives rows again.
     *
     * @param old how many orders had an older version and could be read
     * @param derived for how many of them rows were derived again; another writer may have changed the others
     * @param unreadable how many orders could not be read: their rows stay as they are
     * @param next where the next page starts; empty if this is the last
     */
    record Derived(
            long old,
            long derived,
            long unreadable,
            @Nullable String next) {}

    /** What a walk finds at one place. */
    sealed interface Found<T> {}

    /**
     * A record as it was kept.
     *
     * @param record it
     */
    record Whole<T>(T record) implements Found<T> {}

    /**
     * A record that cannot be read, or is another than the one that belongs there.
     *
     * @param space the account space that it belongs to
     * @param key which it is, in words for an operator; without personal data
     * @param fault what is wrong with it
     */
    record Damaged<T>(AccountSpace space, String key, String fault) implements Found<T> {}

    /**
     * An order as it is stored.
     *
     * @param space the account space that it belongs to
     * @param id the order
     * @param parts its parts as they are stored
     * @param version its version; each store makes its own for parts that do not make an order yet
     * @param uploadedAt when it was first stored; as {@code version} for parts that do not make an order yet
     * @param order it, composed, with its version and later facts; empty if its parts do not make an order yet
     * @param derivation version with which its rows were derived, see {@link Derivation}
     * @param disputes its disputes as they are stored
     * @param fraudReports its fraud reports as they are stored
     */
    record ArchivedOrder(
            AccountSpace space,
            OrderId id,
            List<StoredPart> parts,
            long version,
            Instant uploadedAt,
            @Nullable StoredOrder order,
            int derivation,
            List<StoredFact<Dispute>> disputes,
            List<StoredFact<FraudReport>> fraudReports) {
        public ArchivedOrder {
            parts = List.copyOf(parts);
            disputes = List.copyOf(disputes);
            fraudReports = List.copyOf(fraudReports);
        }

        /** A complete order. */
        public ArchivedOrder(
                AccountSpace space,
                List<StoredPart> parts,
                StoredOrder order,
                int derivation,
                List<StoredFact<Dispute>> disputes,
                List<StoredFact<FraudReport>> fraudReports) {
            this(
                    space,
                    order.order().id(),
                    parts,
                    order.version(),
                    order.uploadedAt(),
                    order,
                    derivation,
                    disputes,
                    fraudReports);
        }
    }

    /**
     * A history row as it is stored.
     *
     * @param space the account space that it belongs to
     * @param credential under which it stands
     * @param row it
     */
    record ArchivedRow(AccountSpace space, KeyedHash credential, HistoryRow row) {
        /** Returns its place. */
        public RowPlace place() {
            return new RowPlace(space, credential, row.day(), row.id());
        }
    }

    /**
     * The place of a history row. At most one row has it.
     *
     * @param space the account space that it belongs to
     * @param credential under which it stands
     * @param day see {@link HistoryRow#day}
     * @param id its order
     */
    record RowPlace(AccountSpace space, KeyedHash credential, LocalDate day, OrderId id) {}

    /**
     * An order to be kept as it was elsewhere.
     *
     * @param space the account space that it belongs to
     * @param id the order
     * @param parts its parts, byte for byte
     * @param composed what is derived from them; empty if they do not make an order yet
     * @param version its version
     * @param uploadedAt when it was first stored
     * @param disputes its disputes, byte for byte
     * @param fraudReports its fraud reports, byte for byte
     */
    record KeptOrder(
            AccountSpace space,
            OrderId id,
            List<StoredPart> parts,
            @Nullable ComposedOrder composed,
            long version,
            Instant uploadedAt,
            List<StoredFact<Dispute>> disputes,
            List<StoredFact<FraudReport>> fraudReports) {
        public KeptOrder {
            parts = List.copyOf(parts);
            disputes = List.copyOf(disputes);
            fraudReports = List.copyOf(fraudReports);
        }
    }

    /** Returns the limit of a page, which is 1 to {@value #MAX_PAGE}. */
    static int checkedLimit(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " records");
        }
        return limit;
    }

    /** Returns what a store receives at a time, which is at most {@value #MAX_PAGE} records. */
    static <T> List<T> checkedRecords(List<T> records) {
        if (records.size() > MAX_PAGE) {
            throw new IllegalArgumentException("a store receives at most " + MAX_PAGE + " records at a time");
        }
        return records;
    }
}
