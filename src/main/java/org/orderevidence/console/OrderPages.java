package org.orderevidence.console;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.console.OrderPages.FactForms.Kind;
import org.orderevidence.console.OrderPages.FactForms.Refusal;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Answer;
import org.orderevidence.http.InnerCalls;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.wire.WireDate;
import tools.jackson.databind.json.JsonMapper;

/** Shows one order and records facts about it. */
public record OrderPages(EvidenceService service) {
    private static final String PATH = "/console/orders/{id}";
    private static final String API = "/api/v2/orders/{id}";
    private static final String TEMPLATE = "console/order.jte";
    /** The orders of the evidence for an issuer. */
    private static final int MOST_ORDERS = 3;

    private static final int LONGEST_AMOUNT = 20;

    void addTo(PageRoutes pages) {
        pages.add(PATH, "GET", Scope.READ, visit -> {
            try (Places.Place _ = visit.read()) {
                return show(visit, null, null);
            }
        });
        for (Kind kind : Kind.values()) {
            pages.add(PATH + "/" + kind.segment(), "POST", Scope.WRITE, visit -> record(visit, kind));
        }
        pages.add(PATH + "/receipt-link", "POST", Scope.READ, this::makeLink);
        pages.add(PATH + "/submission", "GET", Scope.READ, this::download);
        pages.add(PATH + "/submission", "POST", Scope.READ, this::copyForStripe);
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

    /** The link is shown once: only its hash is stored. */
    private Answer makeLink(Visit visit) {
        CallResult made = CallResult.send(visit, "POST", apiPath(visit.parameter("id")) + "/receipt-link", Map.of());
        try (Places.Place _ = visit.read()) {
            return made.answer(
                    refused -> show(visit, Refusal.of(refused), null), link -> show(visit, null, new Row(link)));
        }
    }

    /** Downloads the evidence for the dispute in the form of a processor, or shows what is missing. */
    private Answer download(Visit visit) {
        String format = visit.query("format");
        String target = submission(visit, format, visit::query);
        return CallResult.get(visit, target).answer(refused -> refused(visit, refused), made -> {
            visit.exchange().body().append(JsonMapper.shared().writeValueAsBytes(made));
            return Answer.json(200, "Content-Disposition", "attachment; filename=\"evidence-" + format + ".json\"");
        });
    }

    /** A refusal of the body has no words, because scripts pass it on. The same request for JSON says what is missing. */
    private Answer copyForStripe(Visit visit) {
        String target = submission(visit, "stripe", visit.form()::text);
        InnerCalls.Reply reply = visit.exchange()
                .call(new InnerCalls.Call("GET", target + "&as=form", Map.of(), Bytes.EMPTY), CallResult.MOST);
        if (reply.status() != 200 && CallResult.get(visit, target) instanceof CallResult.Refused refused) {
            return refused(visit, refused);
        }
        String stripe = reply.status() == 200 ? reply.body().utf8() : null;
        Row made = stripe == null
                ? null
                : new Row(JsonMapper.shared().createObjectNode().put("form", stripe));
        try (Places.Place _ = visit.read()) {
            return show(visit, null, made);
        }
    }

    private Answer refused(Visit visit, CallResult.Refused refused) {
        if (refused.status() == 404) {
            return notFound(visit);
        }
        try (Places.Place _ = visit.read()) {
            return show(visit, Refusal.of(refused), null);
        }
    }

    private static String submission(Visit visit, String format, UnaryOperator<String> sent) {
        String dispute = sent.apply("dispute");
        return apiPath(visit.parameter("id")) + "/submission?format=" + Visit.encode(format)
                + (dispute.isEmpty() ? "" : "&dispute=" + Visit.encode(dispute))
                + (sent.apply("again").isEmpty() ? "" : "&again=true")
                + (sent.apply("tracked").isEmpty() ? "" : "&include=tracked");
    }

    private Answer erase(Visit visit) {
        String id = visit.parameter("id");
        if (!visit.form().text("id").equals(id)) {
            return show(visit, Refusal.of(422, "Nothing was erased. Enter the ID of the order to confirm."), null);
        }
        return CallResult.send(visit, "DELETE", apiPath(id))
                .answer(refused -> show(visit, Refusal.of(refused), null), _ -> Visit.redirect("/console"));
    }

    /** A form without a reason releases the order. */
    private Answer hold(Visit visit) {
        String id = visit.parameter("id");
        String api = apiPath(id) + "/hold";
        boolean releases = visit.form().isChecked("release");
        CallResult result = releases
                ? CallResult.send(visit, "DELETE", api)
                : CallResult.send(
                        visit, "PUT", api, Map.of("reason", visit.form().text("reason")));
        String done = Visit.orderPath(id) + (releases ? "?done=release" : "?done=hold");
        return result.answer(
                refused -> {
                    String fault = refused.errors().isEmpty()
                            ? refused.detail()
                            : "The reason " + refused.errors().getFirst().detail() + ".";
                    return show(visit, Refusal.of(refused.status(), fault), null);
                },
                _ -> Visit.redirect(done));
    }

    private static String apiPath(String id) {
        return "/api/v2/orders/" + Visit.encode(id);
    }

    private Answer show(Visit visit, @Nullable Refusal refusal, @Nullable Row made) {
        String id = visit.parameter("id");
        String asked = visit.query("asOf");
        LocalDate asOf = asked.isEmpty() ? null : WireDate.day(asked);
        Profile profile = Profile.parse(visit.query("profile")).orElse(Profile.VISA);
        visit.exchange().share().hold(RequestMemory.FETCH);
        Optional<FetchedOrder> fetched = fetch(visit, asOf, profile);
        if (fetched.isEmpty()) {
            return notFound(visit);
        }
        int status = refusal == null ? 200 : refusal.status();
        OrderModel model = model(visit, fetched.get(), asOf != null, refusal, made);
        return visit.page(status, TEMPLATE, "Order " + id, notice(visit, asked, asOf, refusal), model);
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
            String general = refusal.faults().get("");
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
            case "missing", "condition" -> Notice.good("The data is stored.");
            case "fraud-reports" -> Notice.good("The fraud report is recorded.");
            default -> null;
        };
    }

    private OrderModel model(
            Visit visit, FetchedOrder fetched, boolean chosen, @Nullable Refusal refusal, @Nullable Row made) {
        StoredOrder stored = fetched.order();
        LocalDate today = LocalDate.ofInstant(service.now(), ZoneOffset.UTC);
        FactForms forms = new FactForms(
                visit.allows(Scope.WRITE),
                today.toString(),
                stored.order().charge().money(),
                refusal,
                visit.form());
        return new OrderModel(
                stored,
                fetched.eligibility(),
                today,
                chosen,
                DigitalReceipt.of(stored.order(), fetched.account().profile()),
                forms,
                visit.allows(Scope.ADMIN),
                made);
    }

    /** Records what a form states, with the operations of the HTTP interface. */
    private Answer record(Visit visit, Kind kind) {
        String path = apiPath(visit.parameter("id"));
        Refusal refusal = switch (kind) {
            case REFUND -> refund(visit, path);
            case DISPUTE ->
                send(visit, kind, "POST", path + "/disputes", "disputeId", "condition", "openedAt", "status");
            case FRAUD_REPORT ->
                send(visit, kind, "POST", path + "/fraud-reports", "reportId", "reportedAt", "typeCode");
            case CONDITION -> {
                String dispute = Visit.encode(visit.form().text("disputeId"));
                yield send(visit, kind, "PATCH", path + "/disputes/" + dispute, "condition");
            }
            case MISSING -> missing(visit);
        };
        if (refusal == null) {
            return Visit.redirect(Visit.orderPath(visit.parameter("id")) + "?done=" + kind.segment());
        }
        if (refusal.status() >= 500) {
            ErrorPage page =
                    ErrorPage.failure(refusal.status(), visit.exchange().requestId());
            return visit.error(page, List.of("Retry-After", "1"));
        }
        return refusal.status() == 404 ? notFound(visit) : show(visit, refusal, null);
    }

    private static @Nullable Refusal send(Visit visit, Kind kind, String method, String target, String... names) {
        return send(visit, kind, method, target, fields(visit, "", names));
    }

    private static @Nullable Refusal send(Visit visit, Kind kind, String method, String target, Map<String, ?> fields) {
        return CallResult.send(visit, method, target, fields) instanceof CallResult.Refused refused
                ? Refusal.of(kind, refused)
                : null;
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
    private static @Nullable Refusal missing(Visit visit) {
        Map<String, String> faults = new LinkedHashMap<>();
        for (int i = 0; i < MOST_ORDERS; i++) {
            String end = "-" + i;
            Map<String, String> fields = fields(visit, end, "arn", "fulfilledAt");
            String order = apiPath(visit.form().text("order" + end));
            Refusal one = fields.isEmpty() ? null : send(visit, Kind.MISSING, "PATCH", order, fields);
            if (one != null && one.status() >= 500) {
                return one;
            }
            if (one != null && one.status() != 404) {
                one.faults().forEach((name, fault) -> faults.put((name.isEmpty() ? "arn" : name) + end, fault));
            }
        }
        return faults.isEmpty() ? null : new Refusal(Kind.MISSING, 422, faults);
    }

    /** The form states the total refunded so far, as a decimal in the currency of the order. */
    private @Nullable Refusal refund(Visit visit, String path) {
        String id = visit.parameter("id");
        visit.exchange().share().hold(RequestMemory.FETCH);
        Money total = !OrderId.isValid(id)
                ? null
                : service.order(visit.space(), new OrderId(id))
                        .map(held -> held.order().charge().money())
                        .orElse(null);
        if (total == null) {
            return new Refusal(Kind.REFUND, 404, Map.of());
        }
        Optional<Long> minor = minor(visit.form().text("amount"), total);
        if (minor.isEmpty()) {
            String most = FactForms.decimal(total);
            String fault = "Enter an amount from 0 to " + most + ", such as " + most + ".";
            return new Refusal(Kind.REFUND, 422, Map.of("amount", fault));
        }
        Refusal refusal = send(
                visit,
                Kind.REFUND,
                "PATCH",
                path,
                Map.of("refundedAmount", minor.get(), "refunded", minor.get() == total.amountMinor()));
        return refusal == null
                ? null
                : new Refusal(
                        Kind.REFUND,
                        refusal.status(),
                        Map.of("amount", refusal.faults().values().iterator().next()));
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

    /** The forms that record what becomes known later. */
    public record FactForms(
            boolean canWrite,
            String today,
            Money total,
            @Nullable Refusal refusal,
            Form typed) {
        /**
         * A form that was refused.
         *
         * @param kind which form; {@code null} for one without fields
         * @param faults what is wrong, by the name of the field; the empty name is for the complete form
         */
        record Refusal(@Nullable Kind kind, int status, Map<String, String> faults) {
            static Refusal of(int status, String detail) {
                return new Refusal(null, status, Map.of("", detail));
            }

            static Refusal of(CallResult.Refused refused) {
                return of(refused.status(), refused.detail());
            }

            static Refusal of(Kind kind, CallResult.Refused refused) {
                Map<String, String> faults = new LinkedHashMap<>();
                for (CallResult.FieldFault fault : refused.errors()) {
                    String name = fault.pointer().replaceFirst("^/", "");
                    faults.putIfAbsent(name, Shown.capital(fault.detail()) + ".");
                }
                return new Refusal(kind, refused.status(), faults.isEmpty() ? Map.of("", refused.detail()) : faults);
            }
        }

        public enum Kind {
            REFUND("refund"),
            DISPUTE("disputes"),
            FRAUD_REPORT("fraud-reports"),
            /** The network code of a dispute that was stored without it. */
            CONDITION("condition"),
            /** What the evidence for the issuer lacks, of up to three orders. */
            MISSING("missing");

            private final String segment;

            Kind(String segment) {
                this.segment = segment;
            }

            public String segment() {
                return segment;
            }
        }

        /** Returns an amount as a person types it, without its currency. */
        public static String decimal(Money money) {
            return Money.decimal(money.amountMinor(), money.currency()).toPlainString();
        }

        /** True if the form is shown open, because it was refused. */
        public boolean isOpen(Kind kind) {
            return refusal != null && refusal.kind == kind;
        }

        /** Returns what was typed into a field of a form, or the value that it starts with. */
        public String value(Kind kind, String field, String start) {
            return isOpen(kind) ? typed.text(field) : start;
        }

        /** Returns what is wrong with a field of a form; {@code null} if nothing is. */
        public @Nullable String error(Kind kind, String field) {
            return refusal != null && refusal.kind == kind ? refusal.faults.get(field) : null;
        }

        @Override
        public String toString() {
            return "FactForms";
        }
    }
}
