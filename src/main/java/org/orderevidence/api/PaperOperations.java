package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.api.OrderOperations.FetchQuery;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.EvidenceSheet;
import org.orderevidence.receipt.IssuerStatement;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptPage.ReceiptView;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.receipt.render.PageHtml.PageHeaders;
import org.orderevidence.receipt.render.PdfRenderer;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;

/**
 * Returns the receipt of an order, its worksheet and the statement for the issuer, as HTML or PDF. A PDF needs much memory.
 * A request for one therefore first waits for its turn, holding almost none, and only then reserves the memory.
 */
public final class PaperOperations {
    /** Longest time in which a PDF waits for other PDFs. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String HTML = "text/html; charset=utf-8";
    private static final String RETRY_AFTER = "5";

    /** Everything that a file name or a header could not have. */
    private static final Pattern SPECIAL = Pattern.compile("[^A-Za-z0-9_-]");

    private final EvidenceService service;
    private final Accounts accounts;
    private final PdfRenderer renderer;
    /** Of PDFs alone: a request with a turn waits for memory, and then for a turn to do large work. */
    private final LargeWorkTurns turns = new LargeWorkTurns(Runtime.getRuntime().availableProcessors());

    private final Duration patience;

    /**
     * @param accounts has the audit log, which names exports of evidence
     * @param patience longest time in which a PDF waits for other PDFs
     */
    public PaperOperations(EvidenceService service, Accounts accounts, PdfRenderer renderer, Duration patience) {
        this.service = service;
        this.accounts = accounts;
        this.renderer = renderer;
        this.patience = patience;
    }

    /**
     * Returns the receipt.
     *
     * @param named the format that the path names; {@code null} if it names none
     */
    Answer receipt(Exchange exchange, @Nullable PageFormat named) {
        Query query = new Query(exchange, List.of("view"));
        ReceiptView view = query.value("view", ReceiptView::parse, "view must be cardholder or agent");
        return answer(exchange, named, query, FetchQuery.DEFAULT, (fetched, format) -> {
            Account account = fetched.account();
            ReceiptPage page = ReceiptPage.of(
                    fetched.order(),
                    account.profile(),
                    account.showsLogo(),
                    view == null ? ReceiptView.CARDHOLDER : view);
            return switch (format) {
                case HTML -> html(exchange, PageHtml.receipt(page), PageHtml.policy(page));
                case PDF -> pdf(exchange, renderer.page(page), "receipt-" + page.orderId());
            };
        });
    }

    /**
     * Returns the worksheet, or the statement for the issuer.
     *
     * @param named the format that the path names; {@code null} if it names none
     */
    Answer evidence(Exchange exchange, @Nullable PageFormat named) {
        Query query = new Query(exchange, List.of("asOf", "profile", "for"));
        FetchQuery asked = FetchQuery.read(query);
        boolean forIssuer =
                query.matching("for", "issuer", "for must be issuer; leave it out for the worksheet") != null;
        return answer(
                exchange,
                named,
                query,
                asked,
                (fetched, format) ->
                        forIssuer ? statement(exchange, fetched, asked, format) : worksheet(exchange, fetched, format));
    }

    private Answer answer(
            Exchange exchange,
            @Nullable PageFormat named,
            Query query,
            FetchQuery verdict,
            BiFunction<FetchedOrder, PageFormat, Answer> paper) {
        PageFormat format = named != null ? named : PageFormat.preferred(exchange.headers("Accept"));
        if (format == null) {
            return exchange.problem(
                    Problem.NOT_ACCEPTABLE,
                    "This exists as text/html and application/pdf; accept one of them, or add .html or .pdf to the path.");
        }
        return query.answer(exchange, () -> switch (format) {
            case HTML -> answer(exchange, verdict, paper, format);
            case PDF -> {
                try (Places.@Nullable Place turn = turns.take(exchange.space().account(), patience)) {
                    yield turn == null
                            ? exchange.problem(
                                    Problem.OVERLOADED,
                                    "There are too many requests for PDFs at the moment. Retrying is safe.",
                                    "Retry-After",
                                    RETRY_AFTER)
                            : answer(exchange, verdict, paper, format);
                }
            }
        });
    }

    private Answer answer(
            Exchange exchange,
            FetchQuery verdict,
            BiFunction<FetchedOrder, PageFormat, Answer> paper,
            PageFormat format) {
        exchange.share().hold(RequestMemory.FETCH);
        return exchange.ofOrder(id -> service.fetch(exchange.space(), id, verdict.asOf(), verdict.profile()))
                .map(order -> paper.apply(order, format))
                .orElseGet(exchange::orderNotFound);
    }

    private static Answer html(Exchange exchange, String page, String policy) {
        exchange.body().append(page.getBytes(StandardCharsets.UTF_8));
        return new Answer(200, HTML, PageHeaders.of(policy, "Vary", "Accept, X-API-Key"));
    }

    /**
     * Answers with a PDF, in the turn of the request.
     *
     * @param name the file name without its end, of any characters
     */
    private Answer pdf(Exchange exchange, String page, String name) {
        exchange.share().hold(RequestMemory.ofPdf(page.length()));
        byte[] pdf;
        try (Places.Place _ = exchange.turn()) {
            pdf = renderer.pdf(page);
        }
        exchange.body().append(pdf);
        String file = SPECIAL.matcher(name).replaceAll("_") + ".pdf";
        return new Answer(
                200,
                "application/pdf",
                PageHeaders.of(
                        PageHeaders.NOT_FRAMED,
                        "Content-Disposition",
                        "inline; filename=\"" + file + '"',
                        "Vary",
                        "Accept, X-API-Key"));
    }

    private Answer worksheet(Exchange exchange, FetchedOrder fetched, PageFormat format) {
        EvidenceSheet sheet = sheet(exchange, fetched);
        exported(exchange, AuditAction.WORKSHEET_EXPORTED, fetched);
        return switch (format) {
            case HTML -> html(exchange, PageHtml.sheet(sheet), PageHtml.POLICY);
            case PDF -> pdf(exchange, renderer.page(sheet), "worksheet-" + sheet.orderId());
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
        exported(exchange, AuditAction.EVIDENCE_EXPORTED, fetched);
        String id = dispute == null ? fetched.order().order().id().value() : dispute.disputeId();
        return switch (format) {
            case HTML -> html(exchange, PageHtml.statement(statement), PageHtml.POLICY);
            case PDF -> pdf(exchange, renderer.page(statement), "evidence-" + id);
        };
    }

    private void exported(Exchange exchange, AuditAction action, FetchedOrder fetched) {
        String order = fetched.order().order().id().value();
        accounts.audit().add(exchange.actor(), exchange.space(), action, order, null);
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
            OrderOperations.write(json, fetched);
        }
        for (OrderId id : pair) {
            StoredOrder prior = priors.get(id);
            if (prior != null) {
                exchange.body().append((byte) '\n');
                try (JsonWriter json = exchange.json()) {
                    json.writeStartObject();
                    OrderOperations.writeOrder(json, prior, fetched.account().profile());
                    json.writeEndObject();
                }
            }
        }
        MessageDigest digest = Sha256.start();
        digest.update(exchange.body().body());
        exchange.body().clear();
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The formats of a page. */
    enum PageFormat {
        /** Preferred if a client accepts both. */
        HTML("text/html"),
        PDF("application/pdf");

        private static final int TYPE = 1;
        private static final int EXACT = 2;

        private final String mediaType;

        PageFormat(String mediaType) {
            this.mediaType = mediaType;
        }

        /**
         * Returns the format that a client prefers (RFC 9110, 12.5.1); {@code null} if it accepts none of them.
         *
         * @param accept all values of its header {@code Accept}
         */
        static @Nullable PageFormat preferred(List<String> accept) {
            String ranges = String.join(",", accept);
            if (ranges.isBlank()) {
                return HTML;
            }
            PageFormat best = null;
            double highest = 0;
            for (PageFormat format : values()) {
                double quality = format.quality(ranges);
                if (quality > highest) {
                    highest = quality;
                    best = format;
                }
            }
            return best;
        }

        /** Returns the weight of the most specific range that contains this format; 0 if it is not accepted. */
        private double quality(String ranges) {
            int bestMatch = -1;
            double quality = 0;
            for (String range : ranges.split(",", -1)) {
                String[] parts = range.split(";", -1);
                int match = match(parts[0].strip().toLowerCase(Locale.ROOT));
                if (match > bestMatch) {
                    bestMatch = match;
                    quality = weight(parts);
                }
            }
            return quality;
        }

        private int match(String range) {
            if (range.equals(mediaType)) {
                return EXACT;
            }
            if (range.endsWith("/*") && mediaType.startsWith(range.substring(0, range.length() - 1))) {
                return TYPE;
            }
            return range.equals("*/*") ? 0 : -1;
        }

        /** Returns the weight among the parameters of a range. A weight that is no number counts as 1. */
        private static double weight(String[] parts) {
            return Stream.of(parts)
                    .skip(1)
                    .map(part -> part.strip().toLowerCase(Locale.ROOT))
                    .filter(part -> part.startsWith("q="))
                    .map(part -> weight(part.substring(2)))
                    .findFirst()
                    .orElse(1.0);
        }

        private static double weight(String text) {
            boolean isNumber = text.length() <= 5 && text.matches("0(\\.[0-9]*)?|1(\\.0*)?");
            return isNumber ? Double.parseDouble(text) : 1;
        }
    }
}
