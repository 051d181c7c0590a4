package org.orderevidence.console;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
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
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.wire.WireDate;
import tools.jackson.databind.JsonNode;

/** Shows one order and records facts about it. */
final class OrderPages {
    private static final String PATH = "/console/orders/{id}";
    private static final String API = "/api/v2/orders/{id}";
    private static final String TEMPLATE = "console/order.jte";

    private final EvidenceService service;

    OrderPages(EvidenceService service) {
        this.service = service;
    }

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
        String id = Visit.encode(visit.parameter("id"));
        CallResult made = CallResult.send(visit, "POST", "/api/v2/orders/" + id + "/receipt-link", Map.of());
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
                OrderFacts.of(stored, fetched.eligibility()),
                new CaseModel(fetched.eligibility(), stored.order().id(), today, chosen),
                DigitalReceipt.of(stored.order(), fetched.account().profile()),
                forms,
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
}
