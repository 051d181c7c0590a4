package org.orderevidence.api;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.EvidenceSheet;
import org.orderevidence.receipt.IssuerStatement;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FetchedOrder;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.QueryParameters;
import org.orderevidence.wire.Read;

/** Returns the worksheet of an order, or the statement for the issuer, as HTML or PDF. */
final class EvidenceOperation implements Operation {
    private static final String FOR = "for";
    private static final List<String> PARAMETERS =
            Stream.concat(FetchQuery.PARAMETERS.stream(), Stream.of(FOR)).toList();

    private final EvidenceService service;
    private final PdfWork pdfs;
    private final @Nullable PageFormat named;

    /**
     * @param service reads and judges the order
     * @param pdfs makes PDFs
     * @param named the format that the path names; {@code null} if it names none
     */
    EvidenceOperation(EvidenceService service, PdfWork pdfs, @Nullable PageFormat named) {
        this.service = service;
        this.pdfs = pdfs;
        this.named = named;
    }

    @Override
    public Answer answer(Exchange exchange) {
        PageFormat format = PageAnswers.format(exchange, named);
        if (format == null) {
            return PageAnswers.notAcceptable(exchange);
        }
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        FetchQuery asked = FetchQuery.read(query, faults);
        boolean forIssuer = forIssuer(query, faults);
        query.refuseOthers(PARAMETERS, faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        return format == PageFormat.PDF
                ? pdfs.inTurn(exchange, () -> answer(exchange, asked, forIssuer, format))
                : answer(exchange, asked, forIssuer, format);
    }

    private static boolean forIssuer(QueryParameters query, Faults faults) {
        String text = query.single(FOR, faults);
        if (text != null && !text.equals("issuer")) {
            QueryParameters.error(FOR, "for must be issuer; leave it out for the worksheet", faults);
        }
        return text != null;
    }

    private Answer answer(Exchange exchange, FetchQuery asked, boolean forIssuer, PageFormat format) {
        exchange.share().hold(RequestMemory.FETCH);
        OrderId id = exchange.orderId();
        Optional<FetchedOrder> fetched =
                id == null ? Optional.empty() : service.fetch(exchange.space(), id, asked.asOf(), asked.profile());
        if (fetched.isEmpty()) {
            return exchange.orderNotFound();
        }
        return forIssuer
                ? statement(exchange, fetched.get(), asked, format)
                : worksheet(exchange, fetched.get(), format);
    }

    private Answer worksheet(Exchange exchange, FetchedOrder fetched, PageFormat format) {
        EvidenceSheet sheet = sheet(exchange, fetched);
        return switch (format) {
            case HTML -> PageAnswers.html(exchange, PageHtml.sheet(sheet), PageHtml.POLICY);
            case PDF -> pdfs.pdf(exchange, pdfs.renderer().page(sheet), "worksheet-" + sheet.orderId());
        };
    }

    private Answer statement(Exchange exchange, FetchedOrder fetched, FetchQuery asked, PageFormat format) {
        Eligibility eligibility = fetched.eligibility();
        Dispute dispute = answered(fetched);
        if (asked.asOf() != null && dispute != null && !dispute.openedAt().day().equals(asked.asOf())) {
            return exchange.problem(
                    Problem.INVALID_PARAMETER,
                    "asOf must be the date of the dispute, "
                            + dispute.openedAt().day() + ", or be left out: the evidence is chosen for this date.");
        }
        if (!eligibility.ready()) {
            return notReady(exchange, eligibility);
        }
        Map<OrderId, StoredOrder> priors = service.orders(exchange.space(), pair(eligibility));
        if (priors.size() < eligibility.selectedPair().size()) {
            return exchange.problem(
                    Problem.EVIDENCE_NOT_READY, "An order of the evidence was removed at this moment; try again.");
        }
        IssuerStatement statement = IssuerStatement.of(
                fetched.order(),
                eligibility,
                dispute,
                priors,
                fetched.account().profile(),
                fetched.account().defaultCategory());
        String id = dispute == null ? fetched.order().order().id().value() : dispute.disputeId();
        return switch (format) {
            case HTML -> PageAnswers.html(exchange, PageHtml.statement(statement), PageHtml.POLICY);
            case PDF -> pdfs.pdf(exchange, pdfs.renderer().page(statement), "evidence-" + id);
        };
    }

    /**
     * Returns the fraud dispute that is answered: of those that count, the newest of the dispute date, or else the newest.
     */
    private static @Nullable Dispute answered(FetchedOrder fetched) {
        LocalDate asOf = fetched.eligibility().asOf();
        return fetched.order().disputes().stream()
                .filter(dispute -> dispute.isActive() && dispute.isFraud())
                .max(Comparator.comparing(
                                (Dispute dispute) -> dispute.openedAt().day().equals(asOf))
                        .thenComparing(dispute -> dispute.openedAt().day()))
                .orElse(null);
    }

    private static Answer notReady(Exchange exchange, Eligibility eligibility) {
        if (!eligibility.isEligible()) {
            return exchange.problem(
                    Problem.EVIDENCE_NOT_READY,
                    "The evidence for the issuer exists only for an eligible order. " + eligibility.explanation());
        }
        List<FieldError> missing = eligibility.submissionGaps().stream()
                .map(gap -> new FieldError(
                        '/' + gap.missing().code(),
                        FaultCode.REQUIRED,
                        "order " + gap.orderId().value() + " has no "
                                + gap.missing().words() + "; " + remedy(gap.missing())))
                .toList();
        String detail = missing.stream()
                .map(fault -> Character.toUpperCase(fault.detail().charAt(0))
                        + fault.detail().substring(1)
                        + '.')
                .collect(Collectors.joining(" "));
        return exchange.problem(
                Problem.EVIDENCE_NOT_READY, detail, new Read.Bad<Void>(missing, List.of(), false, false));
    }

    private static String remedy(Eligibility.Gap gap) {
        return switch (gap) {
            case ARN -> "PATCH the order with arn";
            case FULFILLED_AT -> "PATCH the order with fulfilledAt";
            case DESCRIPTION -> "upload the order with a line item or receipt.description";
        };
    }

    private static List<OrderId> pair(Eligibility eligibility) {
        return eligibility.selectedPair().stream()
                .map(Eligibility.PriorTransaction::orderId)
                .toList();
    }

    private EvidenceSheet sheet(Exchange exchange, FetchedOrder fetched) {
        List<OrderId> pair = pair(fetched.eligibility());
        Map<OrderId, StoredOrder> priors = service.orders(exchange.space(), pair);
        return EvidenceSheet.of(
                fetched.order(),
                fetched.eligibility(),
                priors,
                fetched.account().profile(),
                service.now(),
                factsHash(exchange, fetched, pair, priors));
    }

    /**
     * Returns the SHA-256 of the facts: the answer to a fetch of the order, and after it, each on a line of its own, the
     * charge and the receipt of both selected orders.
     */
    private static String factsHash(
            Exchange exchange, FetchedOrder fetched, List<OrderId> pair, Map<OrderId, StoredOrder> priors) {
        try (JsonWriter json = exchange.json()) {
            FetchedOrderWriter.write(json, fetched);
        }
        for (OrderId id : pair) {
            StoredOrder prior = priors.get(id);
            if (prior != null) {
                exchange.body().append((byte) '\n');
                try (JsonWriter json = exchange.json()) {
                    json.writeStartObject();
                    FetchedOrderWriter.writeOrder(json, prior, fetched.account().profile());
                    json.writeEndObject();
                }
            }
        }
        MessageDigest digest = sha256();
        digest.update(exchange.body().body());
        exchange.body().clear();
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("the JDK has no SHA-256", missing);
        }
    }
}
