package org.orderevidence.console.order;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
        List<OrderRow> rows,
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

    @Override
    public String toString() {
        return "FindModel";
    }
}
