package org.orderevidence.console.order;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService.FetchedOrder;

/**
 * What the page of orders shows.
 *
 * @param typed the text in the search box
 * @param searched true if the rows are the result of a search
 * @param refusal why the text was not searched; {@code null} if it was
 * @param filters the filters of the list
 * @param summary how many orders there are; empty if that is not known
 * @param rows the orders
 * @param newer the page before this one; {@code null} on the first page
 * @param older the next page; {@code null} on the last page
 * @param first true if the account has no orders in this mode
 */
public record FindModel(
        String typed,
        boolean searched,
        @Nullable String refusal,
        Filters filters,
        String summary,
        List<FetchedOrder> rows,
        @Nullable Step newer,
        @Nullable Step older,
        boolean first) {
    public FindModel {
        rows = List.copyOf(rows);
    }

    /**
     * The filters of the list, as they were entered.
     *
     * @param from first day; empty for any
     * @param to last day; empty for any
     * @param status {@code succeeded}, {@code failed}, or empty for any
     * @param error what is wrong with the days; {@code null} if nothing is
     * @param query the same as a query, without a question mark
     */
    public record Filters(
            String from, String to, String status, @Nullable String error, String query) {
        static final Filters NONE = new Filters("", "", "", null, "");

        /** True if a filter is set. */
        public boolean isSet() {
            return !query.isEmpty();
        }
    }

    /** Returns name, e-mail address or ID of a customer; empty if none is known. */
    public static String customer(Order order) {
        Receipt.PersonName name = order.receipt().customerName();
        String full = name == null ? null : name.full();
        PersonalText other = order.receipt().customerEmail() == null
                ? order.customer().accountId()
                : order.receipt().customerEmail();
        return full != null ? full : other == null ? "" : other.value();
    }

    /** True if an active dispute is on record. */
    public static boolean isDisputed(StoredOrder order) {
        return order.disputes().stream().anyMatch(Dispute::isActive);
    }

    @Override
    public String toString() {
        return "FindModel";
    }
}
