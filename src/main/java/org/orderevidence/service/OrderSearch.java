package org.orderevidence.service;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderQuery;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.WireNamed;
import org.orderevidence.service.DerivedOrders.OrderKeys;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.Slice;

/**
 * Finds orders by an index and examines them one by one.
 *
 * @param isList true to leave out damaged orders. Otherwise, they are errors: one that is not seen could be the right
 *     one
 */
public record OrderSearch(EvidenceStore store, Keyring keys, boolean isList) {
    /** How many days an order with the same last four digits can be away to be shown. */
    private static final int CARD_WITHIN = 31;

    private static final int LAST_DIGITS = 4;

    /** Maximum number of orders that are shown for one reason. */
    private static final int MAX_NEAR = 10;

    /** Maximum number of orders that one page examines, so that its work is bounded. */
    static final int MAX_EXAMINED = 1_000;

    /** Returns what a query looks for: the value that the fewest orders have comes first. */
    OrderFilter filter(AccountSpace space, OrderQuery query, LocalDate today) {
        DateRange days = days(query, today);
        DateRange months =
                query.isOfLastDays() ? new DateRange(today.minusDays(OrderQuery.OLDEST_DAYS), days.until()) : days;
        List<List<Slice>> values = new ArrayList<>(query.values().size());
        query.values()
                .forEach((kind, value) -> values.add(
                        switch (kind) {
                            case CARD -> slices(space, Kind.LAST4, last4(value), months);
                            case LAST4, AMOUNT -> slices(space, kind, value, months);
                            case DISPUTE, GATEWAY_TRANSACTION_ID, ARN, NETWORK_ID, CUSTOMER, NAME, ORDER_ID ->
                                List.of(new Slice(keys.reference(space, kind, value), days));
                        }));
        return new OrderFilter(
                values, days, null, query.currency(), query.values().get(Kind.CARD), false);
    }

    /** Returns a filter by a card. Its last four digits lead to the orders; the others are compared. */
    OrderFilter ofCard(AccountSpace space, String digits, DateRange days) {
        return new OrderFilter(
                List.of(slices(space, Kind.LAST4, last4(digits), days)), days, null, null, digits, false);
    }

    private static String last4(String digits) {
        return digits.substring(digits.length() - LAST_DIGITS);
    }

    /** Returns the months of some days, the newest first. */
    private List<Slice> slices(AccountSpace space, Kind kind, String value, DateRange days) {
        List<Slice> slices = new ArrayList<>();
        YearMonth oldest = YearMonth.from(days.from());
        for (YearMonth month = YearMonth.from(days.until()); !month.isBefore(oldest); month = month.minusMonths(1)) {
            LocalDate first = month.atDay(1);
            LocalDate end = month.atEndOfMonth();
            DateRange part = new DateRange(
                    first.isBefore(days.from()) ? days.from() : first, end.isAfter(days.until()) ? days.until() : end);
            slices.add(new Slice(keys.reference(space, kind, month, value), part));
        }
        return slices;
    }

    /** No transaction is more than 24 hours ahead: a range that ends soon has fewer partitions to read. */
    private static DateRange days(OrderQuery query, LocalDate today) {
        if (query.date() != null) {
            return around(query.date(), OrderQuery.DATE_WITHIN);
        }
        LocalDate newest = today.plusDays(2);
        LocalDate last = query.to() == null || query.to().isAfter(newest) ? newest : query.to();
        LocalDate first = query.from();
        return OrderFilter.days(first, first != null && last.isBefore(first) ? first : last);
    }

    private static DateRange around(LocalDate date, int days) {
        return new DateRange(date.minusDays(days), date.plusDays(days));
    }

    /**
     * Returns a page of the orders that any of the queries finds, newest transaction first.
     *
     * @param prefixes of the shops of the space, which order IDs can have
     */
    FoundOrders find(
            AccountSpace space,
            List<OrderQuery> queries,
            Collection<String> prefixes,
            LocalDate today,
            @Nullable ListPlace after,
            int limit) {
        Map<ListPlace, StoredOrder> all = new TreeMap<>();
        ListPlace end = null;
        for (OrderQuery query : queries) {
            OrderFilter filter = filter(space, query, today);
            FoundOrders found = query.orderId() == null
                    ? find(space, filter, after, limit)
                    : named(space, query.orderId().forms(prefixes), filter, after);
            found.orders().forEach(order -> all.put(ListPlace.of(order.order()), order));
            ListPlace next = found.next();
            if (next != null && (end == null || next.compareTo(end) < 0)) {
                end = next;
            }
        }
        List<StoredOrder> page = new ArrayList<>(limit);
        for (Map.Entry<ListPlace, StoredOrder> each : all.entrySet()) {
            if (end != null && each.getKey().compareTo(end) > 0) {
                break;
            }
            if (page.size() == limit) {
                end = ListPlace.of(page.getLast().order());
                break;
            }
            page.add(each.getValue());
        }
        return new FoundOrders(page, end);
    }

    /** Returns those of some orders that a filter leaves. */
    private FoundOrders named(AccountSpace space, List<OrderId> ids, OrderFilter filter, @Nullable ListPlace after) {
        List<StoredOrder> found = existing(space, ids, EvidenceService.READ_TOGETHER).stream()
                .filter(order -> after == null || ListPlace.of(order.order()).compareTo(after) > 0)
                .filter(order -> filter.matches(order) && hasAll(space, filter, order))
                .toList();
        return new FoundOrders(found, null);
    }

    private List<StoredOrder> existing(AccountSpace space, Collection<OrderId> ids, int most) {
        List<OrderId> existing =
                store.existing(space, ids).stream().sorted().limit(most).toList();
        Map<OrderId, StoredOrder> orders = store.readable(space, existing);
        // An ID from before the purchase was moved leads to the order that has it now.
        List<OrderId> current = existing.stream()
                .flatMap(id -> Stream.ofNullable(orders.get(id)))
                .map(StoredOrder::current)
                .distinct()
                .toList();
        Map<OrderId, StoredOrder> all = new HashMap<>(orders);
        all.putAll(store.readable(
                space, current.stream().filter(id -> !orders.containsKey(id)).toList()));
        return current.stream()
                .flatMap(id -> Stream.ofNullable(all.get(id)))
                .filter(order -> !order.isMoved())
                .toList();
    }

    /** Returns orders that nearly match queries that find none, of each reason at most {@value #MAX_NEAR}. */
    List<NearOrder> near(AccountSpace space, List<OrderQuery> queries, Collection<String> prefixes, LocalDate today) {
        Map<OrderId, NearOrder> near = new LinkedHashMap<>();
        queries.forEach(query -> addNear(near, space, query, prefixes, today));
        return List.copyOf(near.values());
    }

    private void addNear(
            Map<OrderId, NearOrder> near,
            AccountSpace space,
            OrderQuery query,
            Collection<String> prefixes,
            LocalDate today) {
        LocalDate date = query.date();
        String amount = query.values().get(Kind.AMOUNT);
        if (date != null && amount != null) {
            OrderQuery same = new OrderQuery(null, Map.of(Kind.AMOUNT, amount), query.currency(), date, null, null);
            FoundOrders found = find(space, filter(space, same, today), null, MAX_NEAR);
            add(near, NearOrder.Reason.SAME_AMOUNT, found.orders());
        }
        String card = query.values().getOrDefault(Kind.LAST4, query.values().get(Kind.CARD));
        if (date != null && card != null) {
            DateRange days = around(date, CARD_WITHIN);
            List<Slice> slices = slices(space, Kind.LAST4, last4(card), days);
            OrderFilter same = new OrderFilter(List.of(slices), days, null, null, null, false);
            FoundOrders found = find(space, same, null, MAX_NEAR);
            add(near, NearOrder.Reason.SAME_LAST4, found.orders());
        }
        if (query.orderId() != null) {
            List<StoredOrder> found = existing(space, query.orderId().near(prefixes), MAX_NEAR);
            add(near, NearOrder.Reason.SIMILAR_ID, found);
        }
    }

    private static void add(Map<OrderId, NearOrder> near, NearOrder.Reason reason, List<StoredOrder> orders) {
        orders.forEach(order -> near.putIfAbsent(order.order().id(), new NearOrder(order, reason)));
    }

    /** Returns a page of the orders that a filter leaves, or of those that were examined. */
    public FoundOrders find(AccountSpace space, OrderFilter filter, @Nullable ListPlace after, int limit) {
        List<StoredOrder> found = new ArrayList<>(limit);
        ListPlace place = after;
        int examined = 0;
        while (examined < MAX_EXAMINED) {
            int most = filter.isIndexed() ? limit - found.size() : EvidenceService.READ_TOGETHER;
            // One more than is examined shows whether the last one is the end.
            List<ListPlace> read = places(space, filter, place, most + 1);
            List<ListPlace> places = read.subList(0, Math.min(most, read.size()));
            List<OrderId> ids = places.stream().map(ListPlace::id).toList();
            Map<OrderId, StoredOrder> orders = isList ? store.readable(space, ids) : store.orders(space, ids);
            for (int i = 0; i < places.size(); i++) {
                place = places.get(i);
                examined++;
                StoredOrder order = orders.get(place.id());
                // An index may be behind a change of the order.
                if (order != null
                        && !order.isMoved()
                        && ListPlace.of(order.order()).equals(place)
                        && filter.matches(order)
                        && hasAll(space, filter, order)) {
                    found.add(order);
                    if (found.size() == limit) {
                        return new FoundOrders(found, i + 1 < read.size() ? place : null);
                    }
                }
            }
            if (read.size() <= most) {
                return new FoundOrders(found, null);
            }
        }
        return new FoundOrders(found, place);
    }

    private List<ListPlace> places(AccountSpace space, OrderFilter filter, @Nullable ListPlace after, int limit) {
        return filter.values().isEmpty()
                ? store.places(space, null, filter.days(), filter.ascending(), after, limit)
                : store.places(space, filter.values().getFirst(), after, limit);
    }

    /** Returns orders with a reference, at most this many. */
    List<OrderId> having(AccountSpace space, OrderReference reference, LocalDate today, int most) {
        DateRange days = new DateRange(today.minusDays(OrderQuery.OLDEST_DAYS), today.plusDays(2));
        return find(space, OrderFilter.having(reference, days), null, most).orders().stream()
                .map(stored -> stored.order().id())
                .toList();
    }

    private boolean hasAll(AccountSpace space, OrderFilter filter, StoredOrder stored) {
        if (filter.values().isEmpty()) {
            return true;
        }
        OrderKeys derived = new OrderKeys(space, keys);
        Order order = stored.order();
        List<OrderReference> references = derived.references(order, derived.customer(order), stored.disputes());
        return filter.values().stream()
                .allMatch(value -> value.stream().anyMatch(slice -> references.contains(slice.reference())));
    }

    /**
     * Which orders a list has.
     *
     * @param values that each of them has, each as the references of which it has one; the store looks for the first
     * @param currency of each of them; empty for any
     * @param card the first six and the last four digits of the card of each of them; empty for any
     * @param ascending true for the oldest transaction first; not with values
     */
    public record OrderFilter(
            List<List<Slice>> values,
            DateRange days,
            Charge.@Nullable Status status,
            @Nullable Currency currency,
            @Nullable String card,
            boolean ascending) {
        private static final LocalDate FIRST_DAY = LocalDate.of(OrderTime.MIN_YEAR, 1, 1);
        private static final LocalDate LAST_DAY = LocalDate.of(OrderTime.MAX_YEAR, 12, 31);

        /** Returns a filter by days and status. */
        public static OrderFilter of(
                @Nullable LocalDate from, @Nullable LocalDate to, Charge.@Nullable Status status, boolean ascending) {
            return new OrderFilter(List.of(), days(from, to), status, null, null, ascending);
        }

        /** Returns a filter by one value. */
        static OrderFilter having(OrderReference reference, DateRange days) {
            return new OrderFilter(List.of(List.of(new Slice(reference, days))), days, null, null, null, false);
        }

        /** Returns the days from the first to the last; empty means the first or the last of all. */
        public static DateRange days(@Nullable LocalDate from, @Nullable LocalDate to) {
            return new DateRange(from == null ? FIRST_DAY : from, to == null ? LAST_DAY : to);
        }

        /** True if the store finds the orders by itself, so that no other order is read. */
        public boolean isIndexed() {
            return status == null && currency == null && card == null && values.size() <= 1;
        }

        boolean matches(StoredOrder stored) {
            Charge charge = stored.order().charge();
            return days.contains(charge.transactionTime().day())
                    && (status == null || status == charge.status())
                    && (currency == null || currency.equals(charge.money().currency()))
                    && (card == null || card.equals(charge.credential().digits()));
        }
    }

    /**
     * What a search has found.
     *
     * @param near orders that nearly match, if none matches
     */
    public record SearchResult(FoundOrders found, List<NearOrder> near) {}

    /**
     * An order that nearly matches a search.
     *
     * @param reason why
     */
    public record NearOrder(StoredOrder order, Reason reason) {
        /** How an order nearly matches a search. */
        public enum Reason implements WireNamed {
            SAME_AMOUNT("Same amount, at most " + OrderQuery.DATE_WITHIN + " days away"),
            SAME_LAST4("Same last four digits, at most " + CARD_WITHIN + " days away"),
            SIMILAR_ID("One character of the order ID differs");

            private final String words;

            Reason(String words) {
                this.words = words;
            }

            /** Returns the reason for people. */
            public String words() {
                return words;
            }
        }
    }

    /**
     * A page of a filtered list.
     *
     * @param orders in the sequence of {@link ListPlace}; may be fewer than asked for although more follow
     * @param next the place behind the last one that was examined; empty if there are no more
     */
    public record FoundOrders(
            List<StoredOrder> orders, @Nullable ListPlace next) {}

    /**
     * A page of the list of orders.
     *
     * @param orders newest transaction first, then by id
     * @param next the place behind the last one; null if there are no more
     * @param totalAsOf when {@code total} was true; null if it is true now
     */
    public record OrderPage(
            List<StoredOrder> orders,
            @Nullable ListPlace next,
            long total,
            @Nullable Instant totalAsOf) {}
}
