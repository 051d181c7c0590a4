package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.receipt.Status.Tone;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.service.OrderSearch.FoundOrders;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.service.OrderSearch.OrderPage;
import org.orderevidence.service.OrderSearch.OrderQuery;
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
                return show(visit, 422, new FindModel("", false, null, filters, "", Part.NONE, false));
            }
            return filters.isSet() ? filtered(visit, filters, here) : newest(visit, here);
        }
    }

    private static void hold(Visit visit) {
        visit.exchange()
                .share()
                .hold(RequestMemory.ofList(
                        PER_PAGE + EvidenceService.READ_TOGETHER,
                        visit.exchange().limits().lineBytes()));
    }

    private Answer newest(Visit visit, Step here) {
        ListPlace after = here.place();
        OrderPage page = service.list(visit.space(), after, 0, PER_PAGE);
        String summary = Shown.count(page.total(), "order");
        boolean isFirst = page.total() == 0 && page.orders().isEmpty() && after == null;
        Part part = new Part(rows(visit, page.orders()), here.newer(), older(here, page.next()));
        FindModel model = new FindModel("", false, null, FindModel.Filters.NONE, summary, part, isFirst);
        return visit.page(200, TEMPLATE, "Orders", after == null ? alarm(visit) : null, model);
    }

    private @Nullable Notice alarm(Visit visit) {
        List<CaptureAlarm> alarms = captureRates.alarms(visit.space());
        if (alarms.isEmpty()) {
            return null;
        }
        String more = alarms.size() == 1 ? "" : " " + Shown.count(alarms.size(), "alarm") + " in all.";
        return new Notice(Tone.NOTICE, alarms.getFirst().sentence() + more, CAPTURE, "Show the capture rates");
    }

    private Answer filtered(Visit visit, FindModel.Filters filters, Step here) {
        Charge.Status status = switch (filters.status()) {
            case "succeeded" -> Charge.Status.SUCCEEDED;
            case "failed" -> Charge.Status.FAILED;
            default -> null;
        };
        OrderFilter filter = OrderFilter.of(WireDate.day(filters.from()), WireDate.day(filters.to()), status, false);
        FoundOrders found = service.find(visit.space(), filter, here.place(), PER_PAGE);
        Part part = new Part(rows(visit, found.orders()), here.newer(), older(here, found.next()));
        return show(visit, 200, new FindModel("", false, null, filters, "", part, false));
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
        Step here = new Step(visit.form().text("after"), visit.form().text("trail"));
        hold(visit);
        try (Places.Place _ = visit.read()) {
            return switch (SearchTerm.read(typed)) {
                case SearchTerm.Nothing _ -> Visit.redirect("/console");
                case SearchTerm.Refused(String reason) ->
                    show(visit, 422, new FindModel("", true, reason, FindModel.Filters.NONE, "", Part.NONE, false));
                case SearchTerm.OfCustomer(var email) ->
                    found(visit, typed, new OrderQuery(email, null, null, null, null, null), here);
                case SearchTerm.OfCard(var digits) ->
                    found(visit, typed, new OrderQuery(null, digits, null, null, null, null), here);
                case SearchTerm.OfId(String id) -> byId(visit, id);
            };
        }
    }

    private Answer found(Visit visit, String typed, OrderQuery query, Step here) {
        FoundOrders found = service.search(visit.space(), query, here.place(), PER_PAGE);
        return results(visit, typed, found.orders(), here.newer(), older(here, found.next()));
    }

    /** An ID can be that of the order, of the charge at the processor, or of the acquirer. */
    private Answer byId(Visit visit, String id) {
        Map<OrderId, StoredOrder> found = new LinkedHashMap<>();
        if (OrderId.isValid(id)) {
            service.fetch(visit.space(), new OrderId(id), null, Profile.VISA)
                    .ifPresent(fetched -> found.put(new OrderId(id), fetched.order()));
        }
        for (OrderQuery query : queries(id)) {
            for (StoredOrder order :
                    service.search(visit.space(), query, null, PER_PAGE).orders()) {
                found.put(order.order().id(), order);
            }
        }
        if (found.size() == 1) {
            String only = found.keySet().iterator().next().value();
            return Visit.redirect(Visit.orderPath(only));
        }
        return results(visit, id, List.copyOf(found.values()), null, null);
    }

    private static List<OrderQuery> queries(String id) {
        List<OrderQuery> queries = new ArrayList<>();
        if (id.length() <= Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH) {
            queries.add(new OrderQuery(null, null, id, null, null, null));
        }
        if (id.length() <= Charge.References.MAX_LENGTH) {
            queries.add(new OrderQuery(null, null, null, id, null, null));
        }
        if (SearchTerm.isTenDigits(id)) {
            queries.add(new OrderQuery(null, new PersonalText(id), null, null, null, null));
        }
        return queries;
    }

    private Answer results(
            Visit visit, String typed, List<StoredOrder> orders, @Nullable Step newer, @Nullable Step older) {
        String summary = newer == null && older == null ? Shown.count(orders.size(), "order") + " found" : "";
        Part part = new Part(rows(visit, orders), newer, older);
        return show(visit, 200, new FindModel(typed, true, null, FindModel.Filters.NONE, summary, part, false));
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

    /** What a person typed into the search box, by its form. */
    private sealed interface SearchTerm {
        record Nothing() implements SearchTerm {}

        /** The customer's e-mail address. */
        record OfCustomer(Email email) implements SearchTerm {}

        /** The first six and the last four digits of a card. */
        record OfCard(PersonalText digits) implements SearchTerm {}

        /** An ID of the order, of the charge at the processor, or of the acquirer. */
        record OfId(String text) implements SearchTerm {
            @Override
            public String toString() {
                return "OfId";
            }
        }

        /** A text that is not searched, and why. */
        record Refused(String reason) implements SearchTerm {}

        /** Longest text that can be an ID. */
        int MAX_LENGTH = 256;

        /** Six to eight digits, anything that stands for hidden digits, four digits. */
        Pattern CARD = Pattern.compile("([0-9]{4} ?[0-9]{2})(?:[0-9]{2})?[ .…·•*xX–-]+([0-9]{4})");

        /** Ten digits without a separator: as the HTTP interface shows a card. */
        int CARD_DIGITS = 10;

        /** Reads the text of the search box. */
        static SearchTerm read(String typed) {
            String text = Texts.trim(typed);
            if (text.isEmpty()) {
                return new Nothing();
            }
            if (CardNumbers.appearIn(text)) {
                return new Refused("This looks like a full card number, so it was not searched. "
                        + "Enter only the first six and last four digits, such as 424242 4242.");
            }
            if (Texts.length(text) > MAX_LENGTH || !Texts.isPrintable(text)) {
                return new Refused("Enter at most " + MAX_LENGTH + " printable characters.");
            }
            Matcher card = CARD.matcher(text);
            if (card.matches()) {
                return new OfCard(new PersonalText(card.group(1).replace(" ", "") + card.group(2)));
            }
            Optional<Email> email = Email.parse(text);
            return email.isPresent() ? new OfCustomer(email.get()) : new OfId(text);
        }

        /** True if the text can also be ten digits of a card, without a separator. */
        static boolean isTenDigits(String text) {
            return text.length() == CARD_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        }
    }

    /**
     * What the page of orders shows.
     *
     * @param searched true if the rows are the result of a search
     * @param refusal why the text was not searched; {@code null} if it was
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
         */
        public record Filters(
                String from,
                String to,
                String status,
                @Nullable String error,
                String query) {
            static final Filters NONE = new Filters("", "", "", null, "");

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
