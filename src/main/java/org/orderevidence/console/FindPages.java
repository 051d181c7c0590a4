package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.FindPages.FindModel.Part;
import org.orderevidence.console.FindPages.FindModel.Step;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Answer;
import org.orderevidence.http.limits.Places;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.SearchText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.WireNamed;
import org.orderevidence.receipt.Status.Tone;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.service.OrderSearch.FoundOrders;
import org.orderevidence.service.OrderSearch.NearOrder;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.service.OrderSearch.OrderPage;
import org.orderevidence.service.OrderSearch.SearchResult;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.wire.SearchReader;
import org.orderevidence.wire.WireDate;

/** Lists the newest orders and searches. A search is sent by POST, because an e-mail address must not be in a URL. */
public record FindPages(EvidenceService service, CaptureRates captureRates) {
    private static final String CAPTURE = "/console/coverage#capture";
    private static final String TEMPLATE = "console/find.jte";

    /** Orders of a page. Each is judged, so the page must not be long. */
    private static final int PER_PAGE = 20;

    void addTo(PageRoutes pages) {
        pages.addSection("Orders", "/console", Scope.READ, this::list)
                .add("/console/search", "POST", Scope.READ, this::search);
    }

    private Answer list(Visit visit) {
        hold(visit);
        try (Places.Place _ = visit.read()) {
            Step here = new Step(visit.query("after"), visit.query("trail"));
            FindModel.Filters filters = filters(visit);
            if (filters.error() != null) {
                return show(visit, 422, new FindModel("", null, List.of(), filters, "", Part.NONE, false));
            }
            return filters.isSet() ? filtered(visit, filters, here) : newest(visit, here);
        }
    }

    private static void hold(Visit visit) {
        visit.exchange().holdList(PER_PAGE + EvidenceService.READ_TOGETHER);
    }

    private Answer newest(Visit visit, Step here) {
        ListPlace after = here.place();
        OrderPage page = service.list(visit.space(), after, 0, PER_PAGE);
        String summary = Shown.count(page.total(), "order");
        boolean isFirst = page.total() == 0 && page.orders().isEmpty() && after == null;
        Part part = new Part(rows(visit, page.orders()), here.newer(), older(here, page.next()));
        FindModel model = new FindModel("", null, List.of(), FindModel.Filters.NONE, summary, part, isFirst);
        return visit.page(200, TEMPLATE, "Orders", after == null ? alarm(visit) : null, model);
    }

    private @Nullable Notice alarm(Visit visit) {
        List<CaptureAlarm> alarms = captureRates.alarms(captureRates.days(visit.space()));
        if (alarms.isEmpty()) {
            return null;
        }
        String more = alarms.size() == 1 ? "" : " " + Shown.count(alarms.size(), "alarm") + " in all.";
        return new Notice(Tone.NOTICE, alarms.getFirst().sentence() + more, CAPTURE, "Show the capture rates");
    }

    private Answer filtered(Visit visit, FindModel.Filters filters, Step here) {
        Charge.Status status =
                WireNamed.find(Charge.Status.values(), filters.status()).orElse(null);
        OrderFilter filter = OrderFilter.of(WireDate.day(filters.from()), WireDate.day(filters.to()), status, false);
        FoundOrders found = service.find(visit.space(), filter, here.place(), PER_PAGE);
        Part part = new Part(rows(visit, found.orders()), here.newer(), older(here, found.next()));
        return show(visit, 200, new FindModel("", null, List.of(), filters, "", part, false));
    }

    private static FindModel.Filters filters(Visit visit) {
        String from = visit.query("from");
        String to = visit.query("to");
        String status = visit.query("status").equals("any") ? "" : visit.query("status");
        String query = Stream.of("from", from, "to", to, "status", status)
                .gather(Gatherers.windowFixed(2))
                .filter(filter -> !filter.getLast().isEmpty())
                .map(filter -> filter.getFirst() + '=' + Visit.encode(filter.getLast()))
                .collect(Collectors.joining("&"));
        return new FindModel.Filters(from, to, status, daysFault(from, to), query);
    }

    private static @Nullable String daysFault(String from, String to) {
        if (from.isEmpty() && to.isEmpty()) {
            return null;
        }
        LocalDate first = WireDate.day(from);
        LocalDate last = WireDate.day(to);
        if (first == null || last == null) {
            return "Enter both days, such as 2026-11-01 and 2026-11-20.";
        }
        if (last.isBefore(first) || ChronoUnit.DAYS.between(first, last) >= SearchReader.MAX_DAYS) {
            return "Choose at most " + SearchReader.MAX_DAYS + " days. The last day must not be before the first.";
        }
        return null;
    }

    private Answer search(Visit visit) {
        String typed = visit.form().text("q");
        SearchText text = SearchText.read(typed);
        Step here = new Step(visit.form().text("after"), visit.form().text("trail"));
        hold(visit);
        try (Places.Place _ = visit.read()) {
            if (text.queries().isEmpty()) {
                return text.unsearched().isEmpty()
                        ? Visit.redirect("/console")
                        : show(visit, 422, FindModel.searched("", text, Part.NONE, List.of()));
            }
            SearchResult result = service.search(visit.space(), text.queries(), here.place(), PER_PAGE);
            List<StoredOrder> orders = result.found().orders();
            Step older = older(here, result.found().next());
            if (text.isId() && orders.size() == 1 && here.newer() == null && older == null) {
                return Visit.redirect(
                        Visit.orderPath(orders.getFirst().order().id().value()));
            }
            Part part = new Part(rows(visit, orders), here.newer(), older);
            return show(visit, 200, FindModel.searched(typed, text, part, result.near()));
        }
    }

    private List<FetchedOrder> rows(Visit visit, List<StoredOrder> orders) {
        return orders.stream()
                .flatMap(order -> service.fetch(visit.space(), order.order().id(), null, Profile.VISA).stream())
                .toList();
    }

    private static @Nullable Step older(Step here, @Nullable ListPlace next) {
        return next == null ? null : here.older(next.text());
    }

    private static Answer show(Visit visit, int status, FindModel model) {
        return visit.page(status, TEMPLATE, "Orders", null, model);
    }

    /**
     * What the page of orders shows.
     *
     * @param typed the text in the search box
     * @param search what the text can be; {@code null} if the rows are not the result of a search
     * @param near orders that nearly match
     * @param filters the filters of the list
     * @param summary how many orders there are; empty if that is not known
     * @param first true if the account has no orders in this mode
     */
    public record FindModel(
            String typed,
            @Nullable SearchText search,
            List<NearOrder> near,
            Filters filters,
            String summary,
            Part part,
            boolean first) {
        static FindModel searched(String typed, SearchText text, Part part, List<NearOrder> near) {
            String summary = part.steps().isEmpty() ? Shown.count(part.rows().size(), "order") + " found" : "";
            return new FindModel(typed, text, near, Filters.NONE, summary, part, false);
        }

        /** Returns why the text was not searched; {@code null} if it was. */
        public @Nullable String refusal() {
            return search != null && search.queries().isEmpty() ? search.unsearched() : null;
        }

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
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(after.getBytes(StandardCharsets.UTF_8));
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
                String from,
                String to,
                String status,
                @Nullable String error,
                String query) {
            static final Filters NONE = new Filters("", "", "", null, "");

            /** True if a filter is set. */
            public boolean isSet() {
                return !query.isEmpty();
            }
        }

        /** Returns name, e-mail address or ID of a customer; empty if none is known. */
        public static String customer(Order order) {
            PersonalText known = order.knownCustomer();
            return known == null ? "" : known.value();
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
}
