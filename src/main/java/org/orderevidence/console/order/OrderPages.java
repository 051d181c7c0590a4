package org.orderevidence.console.order;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.CallResult;
import org.orderevidence.console.Calls;
import org.orderevidence.console.Notice;
import org.orderevidence.console.PageRoutes;
import org.orderevidence.console.Section;
import org.orderevidence.console.Shown;
import org.orderevidence.console.Tone;
import org.orderevidence.console.Visit;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Answer;
import org.orderevidence.http.DotSegment;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Charge;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.wire.DayText;
import tools.jackson.databind.JsonNode;

/** Shows one order and records facts about it. */
public final class OrderPages {
    private static final String PATH = "/console/orders/{id}";
    private static final String TEMPLATE = "console/order.jte";

    private final EvidenceService service;
    private final FactRecording recording;

    /**
     * @param service reads, judges and records
     */
    public OrderPages(EvidenceService service) {
        this.service = service;
        this.recording = new FactRecording(service);
    }

    /** Adds the pages. */
    public void addTo(PageRoutes pages) {
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

    /** Returns the path of the page of an order. */
    public static String path(String id) {
        return Visit.orderPath(id);
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
        String id = DotSegment.write(Visit.encode(visit.parameter("id")));
        CallResult made = Calls.send(visit, "POST", "/api/v2/orders/" + id + "/receipt-link", Map.of());
        try (Places.Place _ = visit.read()) {
            return switch (made) {
                case CallResult.Refused(int status, String _, String detail, var _) ->
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
        LocalDate asOf = asked.isEmpty() ? null : DayText.read(asked);
        Profile profile = Profile.parse(visit.query("profile")).orElse(Profile.VISA);
        visit.exchange().share().hold(RequestMemory.FETCH);
        Optional<FetchedOrder> fetched = fetch(visit, asOf, profile);
        if (fetched.isEmpty()) {
            return notFound(visit);
        }
        OrderModel model = model(visit, fetched.get(), asOf != null, refusal, link);
        Visit.Heading heading = Visit.Heading.of("Order " + id, Section.FIND).with(notice(visit, asked, asOf, refusal));
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
            return new Notice(Tone.BAD, general == null ? "Nothing was recorded. Correct the marked fields." : general);
        }
        if (!asked.isEmpty() && asOf == null) {
            return new Notice(
                    Tone.BAD, "The day must be a valid date, such as 2026-11-20. The verdict below is for today.");
        }
        return switch (visit.query("done")) {
            case "refund" -> new Notice(Tone.GOOD, "The refund is recorded.");
            case "disputes" -> new Notice(Tone.GOOD, "The dispute is recorded.");
            case "missing" -> new Notice(Tone.GOOD, "The data is stored.");
            case "fraud-reports" -> new Notice(Tone.GOOD, "The fraud report is recorded.");
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
        String id = visit.parameter("id");
        if (!OrderId.isValid(id)) {
            return notFound(visit);
        }
        return switch (recording.record(kind, visit, new OrderId(id))) {
            case FactRecording.Result.NoOrder _ -> notFound(visit);
            case FactRecording.Result.Recorded _ -> Visit.redirect(path(id) + "?done=" + kind.segment());
            case FactRecording.Result.Refused(Map<String, String> faults) ->
                show(visit, 422, new Refusal(kind, faults), null);
        };
    }
}
