package org.orderevidence.console;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Frame.Heading;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.wire.WireDate;
import tools.jackson.databind.JsonNode;

/** Shows one order and records facts about it. */
record OrderPages(EvidenceService service) {
    private static final String PATH = "/console/orders/{id}";
    private static final String API = "/api/v2/orders/{id}";
    private static final String TEMPLATE = "console/order.jte";

    /** Adds the pages. */
    void addTo(PageRoutes pages) {
        pages.add(PATH, "GET", Scope.READ, visit -> {
            try (Places.Place _ = visit.read()) {
                return show(visit, 200, null, null);
            }
        });
        for (FactForms.Kind kind : FactForms.Kind.values()) {
            pages.add(PATH + "/" + kind.segment(), "POST", Scope.WRITE, visit -> record(visit, kind));
        }
        pages.add(PATH + "/receipt-link", "POST", Scope.READ, this::makeLink);
        pages.add(PATH + "/erase", "POST", Scope.ADMIN, this::erase);
        pages.add(PATH + "/hold", "POST", Scope.ADMIN, this::hold);
    }

    /** Adds the papers of an order: operations of the HTTP interface, for a session. */
    static void addPapers(PageRoutes pages, Routes routes) {
        for (String end : List.of("/receipt", "/evidence")) {
            addPaper(pages, end, routes.operation("GET", API + end + ".html"));
            addPaper(pages, end + ".pdf", routes.operation("GET", API + end + ".pdf"));
        }
    }

    private static void addPaper(PageRoutes pages, String end, Operation operation) {
        pages.add(PATH + end, "GET", Scope.READ, visit -> paper(visit, operation));
    }

    private static Answer paper(Visit visit, Operation operation) {
        try (Places.Place _ = visit.read()) {
            Answer answer = operation.answer(visit.exchange());
            return switch (answer.status()) {
                case 200 -> answer;
                case 404 -> notFound(visit);
                // The page of the order says what is missing.
                case 409 -> Visit.redirect(Visit.orderPath(visit.parameter("id")) + "#issuer");
                case 503 -> visit.error(ErrorPage.BUSY, answer.headers());
                default ->
                    visit.notFound(
                            "Page not found", "The address of this page is not valid. Open the page from the order.");
            };
        }
    }

    /**
     * A form that was refused.
     *
     * @param kind which form; {@code null} for one without fields
     * @param faults what is wrong, by the name of the field
     */
    private record Refusal(FactForms.@Nullable Kind kind, Map<String, String> faults) {}

    /** The link is shown once: only its hash is stored. */
    private Answer makeLink(Visit visit) {
        CallResult made = CallResult.send(visit, "POST", apiPath(visit.parameter("id")) + "/receipt-link", Map.of());
        try (Places.Place _ = visit.read()) {
            return switch (made) {
                case CallResult.Refused(int status, String detail, var _) ->
                    show(visit, status, new Refusal(null, Map.of("", detail)), null);
                case CallResult.Done(JsonNode link) ->
                    show(
                            visit,
                            200,
                            null,
                            new OrderModel.ReceiptLink(
                                    link.path("url").asString(),
                                    Shown.time(
                                            Instant.parse(link.path("expiresAt").asString()))));
            };
        }
    }

    private Answer erase(Visit visit) {
        String id = visit.parameter("id");
        if (!visit.form().text("id").strip().equals(id)) {
            String detail = "Nothing was erased. Enter the ID of the order to confirm.";
            return show(visit, 422, new Refusal(null, Map.of("", detail)), null);
        }
        return switch (CallResult.send(visit, "DELETE", apiPath(id))) {
            case CallResult.Refused(int status, String detail, var _) ->
                show(visit, status, new Refusal(null, Map.of("", detail)), null);
            case CallResult.Done _ -> Visit.redirect("/console");
        };
    }

    /** A form without a reason releases the order. */
    private Answer hold(Visit visit) {
        String id = visit.parameter("id");
        String api = apiPath(id) + "/hold";
        String reason = visit.form().text("reason");
        boolean releases = visit.form().isChecked("release");
        CallResult result = releases
                ? CallResult.send(visit, "DELETE", api)
                : CallResult.send(visit, "PUT", api, Map.of("reason", reason));
        return switch (result) {
            case CallResult.Refused(int status, String detail, List<CallResult.FieldFault> faults) ->
                show(
                        visit,
                        status,
                        new Refusal(
                                null,
                                Map.of(
                                        "",
                                        faults.isEmpty()
                                                ? detail
                                                : "The reason "
                                                        + faults.getFirst().detail() + ".")),
                        null);
            case CallResult.Done _ -> Visit.redirect(Visit.orderPath(id) + (releases ? "?done=release" : "?done=hold"));
        };
    }

    private static String apiPath(String id) {
        return "/api/v2/orders/" + Visit.encode(id);
    }

    private Answer show(Visit visit, int status, @Nullable Refusal refusal, OrderModel.@Nullable ReceiptLink link) {
        String id = visit.parameter("id");
        String asked = visit.query("asOf");
        LocalDate asOf = asked.isEmpty() ? null : WireDate.day(asked);
        Profile profile = Profile.parse(visit.query("profile")).orElse(Profile.VISA);
        visit.exchange().share().hold(RequestMemory.FETCH);
        Optional<FetchedOrder> fetched = fetch(visit, asOf, profile);
        if (fetched.isEmpty()) {
            return notFound(visit);
        }
        OrderModel model = model(visit, fetched.get(), asOf != null, refusal, link);
        Heading heading = Heading.of("Order " + id, Section.FIND).with(notice(visit, asked, asOf, refusal));
        return visit.page(status, TEMPLATE, heading, model);
    }

    private Optional<FetchedOrder> fetch(Visit visit, @Nullable LocalDate asOf, Profile profile) {
        String id = visit.parameter("id");
        return OrderId.isValid(id) ? service.fetch(visit.space(), new OrderId(id), asOf, profile) : Optional.empty();
    }

    static Answer notFound(Visit visit) {
        return visit.notFound("Order not found", "This account has no order with this ID in the mode of this key.");
    }

    private static @Nullable Notice notice(
            Visit visit, String asked, @Nullable LocalDate asOf, @Nullable Refusal refusal) {
        if (refusal != null) {
            String general = refusal.faults.get("");
            return Notice.bad(general == null ? "Nothing was recorded. Correct the marked fields." : general);
        }
        if (!asked.isEmpty() && asOf == null) {
            return Notice.bad("The day must be a valid date, such as 2026-11-20. The verdict below is for today.");
        }
        return switch (visit.query("done")) {
            case "refund" -> Notice.good("The refund is recorded.");
            case "disputes" -> Notice.good("The dispute is recorded.");
            case "hold" -> Notice.good("The order is held.");
            case "release" -> Notice.good("The order is released.");
            case "missing" -> Notice.good("The data is stored.");
            case "fraud-reports" -> Notice.good("The fraud report is recorded.");
            default -> null;
        };
    }

    private OrderModel model(
            Visit visit,
            FetchedOrder fetched,
            boolean chosen,
            @Nullable Refusal refusal,
            OrderModel.@Nullable ReceiptLink link) {
        StoredOrder stored = fetched.order();
        Charge charge = stored.order().charge();
        LocalDate today = LocalDate.ofInstant(service.now(), ZoneOffset.UTC);
        FactForms.Kind refused = refusal == null ? null : refusal.kind;
        FactForms forms = new FactForms(
                visit.allows(Scope.WRITE),
                today.toString(),
                charge.money(),
                refused,
                visit.form(),
                refusal == null ? Map.of() : refusal.faults);
        return new OrderModel(
                stored,
                fetched.eligibility(),
                today,
                chosen,
                DigitalReceipt.of(stored.order(), fetched.account().profile()),
                forms,
                visit.allows(Scope.ADMIN),
                link);
    }

    private Answer record(Visit visit, FactForms.Kind kind) {
        FactRecording.Result result = FactRecording.record(kind, visit, service);
        if (result.faults().isEmpty() && result.status() < 400) {
            return Visit.redirect(Visit.orderPath(visit.parameter("id")) + "?done=" + kind.segment());
        }
        if (result.status() >= 500) {
            ErrorPage page = ErrorPage.failure(result.status(), visit.exchange().requestId());
            return visit.error(page, List.of("Retry-After", "1"));
        }
        return result.status() == 404
                ? notFound(visit)
                : show(visit, result.status(), new Refusal(kind, result.faults()), null);
    }

    /** Records what a form states about an order, with the operations of the HTTP interface. */
    private static final class FactRecording {
        /** The orders of the evidence for an issuer. */
        private static final int MOST_ORDERS = 3;

        private static final int LONGEST_AMOUNT = 20;

        private FactRecording() {}

        /**
         * The result.
         *
         * @param status HTTP status
         * @param faults what is wrong, by the name of the field; the empty name is for the complete form
         */
        record Result(int status, Map<String, String> faults) {
            private static Result of(CallResult result) {
                return switch (result) {
                    case CallResult.Done _ -> new Result(200, Map.of());
                    case CallResult.Refused refused -> {
                        Map<String, String> faults = new LinkedHashMap<>();
                        for (CallResult.FieldFault fault : refused.errors()) {
                            String name = fault.pointer().replaceFirst("^/", "");
                            faults.putIfAbsent(name, Shown.capital(fault.detail()) + ".");
                        }
                        yield new Result(refused.status(), faults.isEmpty() ? Map.of("", refused.detail()) : faults);
                    }
                };
            }
        }

        static Result record(FactForms.Kind kind, Visit visit, EvidenceService service) {
            return switch (kind) {
                case REFUND -> refund(visit, service);
                case DISPUTE -> record(visit, "/disputes", "disputeId", "condition", "openedAt", "status");
                case FRAUD_REPORT -> record(visit, "/fraud-reports", "reportId", "reportedAt", "typeCode");
                case MISSING -> missing(visit);
            };
        }

        private static Result record(Visit visit, String path, String... names) {
            return Result.of(
                    CallResult.send(visit, "POST", api(visit.parameter("id")) + path, fields(visit, "", names)));
        }

        private static String api(String order) {
            return "/api/v2/orders/" + Visit.encode(order);
        }

        private static Map<String, String> fields(Visit visit, String end, String... names) {
            Map<String, String> fields = new LinkedHashMap<>();
            for (String name : names) {
                fields.put(name, visit.form().text(name + end));
            }
            fields.values().removeIf(String::isEmpty);
            return fields;
        }

        /** The fields of each order have its number. An empty field changes nothing. */
        private static Result missing(Visit visit) {
            Map<String, String> faults = new LinkedHashMap<>();
            for (int i = 0; i < MOST_ORDERS; i++) {
                String end = "-" + i;
                Map<String, String> fields = fields(visit, end, "arn", "fulfilledAt");
                if (!fields.isEmpty()) {
                    String order = api(visit.form().text("order" + end));
                    Result one = Result.of(CallResult.send(visit, "PATCH", order, fields));
                    if (one.status() >= 500) {
                        return one;
                    }
                    if (one.status() != 404) {
                        one.faults().forEach((name, fault) -> faults.put((name.isEmpty() ? "arn" : name) + end, fault));
                    }
                }
            }
            return new Result(faults.isEmpty() ? 200 : 422, faults);
        }

        /** The form states the total refunded so far, as a decimal in the currency of the order. */
        private static Result refund(Visit visit, EvidenceService service) {
            String id = visit.parameter("id");
            visit.exchange().share().hold(RequestMemory.FETCH);
            Optional<Money> total = !OrderId.isValid(id)
                    ? Optional.empty()
                    : service.order(visit.space(), new OrderId(id))
                            .map(held -> held.order().charge().money());
            if (total.isEmpty()) {
                return new Result(404, Map.of());
            }
            Money money = total.get();
            Optional<Long> minor = minor(visit.form().text("amount"), money);
            if (minor.isEmpty()) {
                String most = FactForms.decimal(money);
                return new Result(
                        422, Map.of("amount", "Enter an amount from 0 to " + most + ", such as " + most + "."));
            }
            Map<String, Object> change =
                    Map.of("refundedAmount", minor.get(), "refunded", minor.get() == money.amountMinor());
            Result result = Result.of(CallResult.send(visit, "PATCH", api(id), change));
            return result.faults().isEmpty()
                    ? result
                    : new Result(
                            result.status(),
                            Map.of("amount", result.faults().values().iterator().next()));
        }

        /** Returns an amount up to the total, in minor units; empty if the text is none. */
        private static Optional<Long> minor(String typed, Money total) {
            if (typed.length() > LONGEST_AMOUNT || !typed.matches("[0-9]+([.][0-9]+)?")) {
                return Optional.empty();
            }
            try {
                int digits = Math.max(0, total.currency().getDefaultFractionDigits());
                long minor = new BigDecimal(typed).movePointRight(digits).longValueExact();
                return minor > total.amountMinor() ? Optional.empty() : Optional.of(minor);
            } catch (ArithmeticException tooPrecise) {
                return Optional.empty();
            }
        }
    }
}
