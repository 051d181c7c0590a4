package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.ListPlace;
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
 * @param first true if the account has no orders in this mode
 */
public record FindModel(
        String typed,
        boolean searched,
        @Nullable String refusal,
        Filters filters,
        String summary,
        Part part,
        boolean first) {
    /**
     * A part of a list.
     *
     * @param newer the part before this one; {@code null} for the first
     * @param older the next part; {@code null} for the last
     */
    public record Part(
            List<FetchedOrder> rows,
            @Nullable Step newer,
            @Nullable Step older) {
        static final Part NONE = new Part(List.of(), null, null);

        public Part {
            rows = List.copyOf(rows);
        }

        /** Returns the parts that the page links to. */
        public List<Step> steps() {
            return Stream.of(newer, older).filter(Objects::nonNull).toList();
        }
    }

    /**
     * A page of a list that another page links to.
     *
     * @param after the cursor of the page; empty for the first page
     * @param trail the cursors of the pages before it, each after a period, by which the list is walked back
     */
    public record Step(String after, String trail) {
        /** Longest trail in characters. Before that, the oldest cursors are left out. */
        private static final int LONGEST = 2_000;

        private static final char MARK = '.';

        /** Returns where the page starts; {@code null} for the first page, or if the cursor is none. */
        @Nullable
        ListPlace place() {
            return ListPlace.parse(after).orElse(null);
        }

        /** Returns the step from this page to the next one. */
        Step older(String next) {
            String longer = trail
                    + MARK
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(after.getBytes(StandardCharsets.UTF_8));
            while (longer.length() > LONGEST) {
                longer = longer.substring(longer.indexOf(MARK, 1));
            }
            return new Step(next, longer);
        }

        /** Returns the step back from this page; {@code null} from the first page. */
        @Nullable
        Step newer() {
            if (after.isEmpty()) {
                return null;
            }
            int mark = trail.lastIndexOf(MARK);
            try {
                byte[] cursor = Base64.getUrlDecoder().decode(trail.substring(mark + 1));
                return new Step(new String(cursor, StandardCharsets.UTF_8), trail.substring(0, Math.max(0, mark)));
            } catch (IllegalArgumentException notATrail) {
                return new Step("", "");
            }
        }
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
