package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
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
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DisputeEvidence;
import org.orderevidence.receipt.EvidenceSheet;
import org.orderevidence.receipt.EvidenceSheet.IssuerStatement;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptPage.ReceiptView;
import org.orderevidence.receipt.Submission;
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
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String TRACKED = "without the tracked IP address, too little is the same on all three orders."
            + " Repeat the request with include=tracked if your processor accepts an address that was not sent with its"
            + " order";
    private static final List<String> VARY = List.of("Vary", "Accept, X-API-Key");
    private static final String FORMATS = "format must be "
            + Stream.of(Submission.Format.values())
                    .map(Submission.Format::wireName)
                    .collect(Collectors.joining(", "));
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
        Supplier<Answer> answer = () -> {
            exchange.share().hold(RequestMemory.FETCH);
            return exchange.ofOrder(id -> service.fetch(exchange.space(), id, verdict.asOf(), verdict.profile()))
                    .map(order -> paper.apply(order, format))
                    .orElseGet(exchange::orderNotFound);
        };
        return query.answer(exchange, format == PageFormat.PDF ? () -> inTurn(exchange, answer) : answer);
    }

    /** Answers when it is the turn of a request that makes a PDF. */
    private Answer inTurn(Exchange exchange, Supplier<Answer> answer) {
        try (Places.@Nullable Place turn = turns.take(exchange.space().account(), patience)) {
            return turn == null
                    ? exchange.problem(
                            Problem.OVERLOADED,
                            "There are too many requests for PDFs at the moment. Retrying is safe.",
                            "Retry-After",
                            RETRY_AFTER)
                    : answer.get();
        }
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
        exchange.body().append(pdf(exchange, page));
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

    private byte[] pdf(Exchange exchange, String page) {
        exchange.share().hold(RequestMemory.ofPdf(page.length()));
        try (Places.Place _ = exchange.turn()) {
            return renderer.pdf(page);
        }
    }

    private Answer worksheet(Exchange exchange, FetchedOrder fetched, PageFormat format) {
        EvidenceSheet sheet = sheet(exchange, fetched);
        exported(exchange, AuditAction.WORKSHEET_EXPORTED, fetched, null);
        return switch (format) {
            case HTML -> html(exchange, PageHtml.sheet(sheet), PageHtml.POLICY);
            case PDF -> pdf(exchange, renderer.page(sheet), "worksheet-" + sheet.orderId());
        };
    }

    private Answer statement(Exchange exchange, FetchedOrder fetched, FetchQuery asked, PageFormat format) {
        Dispute dispute = answered(fetched);
        Answer otherDay = otherDay(exchange, asked.asOf(), dispute);
        if (otherDay != null) {
            return otherDay;
        }
        if (!fetched.eligibility().ready()) {
            return notReady(exchange, fetched.eligibility());
        }
        DisputeEvidence evidence = evidence(exchange, fetched, dispute);
        if (evidence == null) {
            return removed(exchange);
        }
        IssuerStatement statement =
                IssuerStatement.of(evidence, fetched.account().profile());
        exported(exchange, AuditAction.EVIDENCE_EXPORTED, fetched, null);
        String id = dispute == null ? fetched.order().order().id().value() : dispute.disputeId();
        return switch (format) {
            case HTML -> html(exchange, PageHtml.statement(statement), PageHtml.POLICY);
            case PDF -> pdf(exchange, renderer.page(statement), "evidence-" + id);
        };
    }

    /**
     * What is asked for of a submission.
     *
     * @param dispute ID of the dispute to answer; {@code null} for the default
     * @param again true if evidence that was sent before is no obstacle
     * @param tracked true to use an IP address that was tracked
     * @param asForm true for the body of a request to Stripe
     */
    private record SubmissionQuery(
            Submission.Format format,
            @Nullable String dispute,
            @Nullable LocalDate asOf,
            boolean again,
            boolean tracked,
            boolean asForm) {}

    Answer submission(Exchange exchange) {
        Query query = new Query(exchange, List.of("format", "dispute", "asOf", "again", "include", "as"));
        if (!query.has("format")) {
            query.error("format", FORMATS);
        }
        Submission.Format format = query.value("format", Submission.Format::parse, FORMATS);
        String dispute = query.text("dispute");
        LocalDate asOf = FetchQuery.asOf(query);
        boolean again = "true".equals(query.matching("again", "true|false", "again must be true or false"));
        boolean tracked = query.matching("include", "tracked", "include must be tracked, or be left out") != null;
        boolean asForm = query.matching("as", "form", "as must be form; leave it out for JSON") != null;
        boolean isStripe = format == Submission.Format.STRIPE;
        if (asForm && !isStripe) {
            query.error("as", "only the format stripe exists as a form");
        }
        boolean acceptsForm = isStripe && exchange.headers("Accept").stream().anyMatch(types -> types.contains(FORM));
        return query.answer(exchange, () -> {
            SubmissionQuery asked = new SubmissionQuery(
                    Objects.requireNonNull(format), dispute, asOf, again, tracked, asForm || acceptsForm);
            Answer answer = asked.format.hasStatement()
                    ? inTurn(exchange, () -> submission(exchange, asked))
                    : submission(exchange, asked);
            if (answer.status() == Problem.EVIDENCE_NOT_READY.status() && asked.asForm) {
                // A script passes the body on, so it must not be a text.
                exchange.body().clear();
                return new Answer(answer.status(), FORM, VARY);
            }
            return answer;
        });
    }

    private Answer submission(Exchange exchange, SubmissionQuery asked) {
        exchange.share().hold(RequestMemory.FETCH);
        Optional<FetchedOrder> found = fetch(exchange, asked, asked.asOf, asked.tracked);
        if (found.isEmpty()) {
            return exchange.orderNotFound();
        }
        Dispute dispute = asked.dispute == null
                ? answered(found.get())
                : found.get().order().dispute(asked.dispute).orElse(null);
        if (dispute == null) {
            return asked.dispute == null
                    ? submission(exchange, asked, found.get(), null)
                    : FactOperations.noSuchDispute(exchange);
        }
        Answer otherDay = otherDay(exchange, asked.asOf, dispute);
        if (otherDay != null) {
            return otherDay;
        }
        String id = dispute.disputeId();
        if (!dispute.isFraud() || !dispute.isActive()) {
            String detail = "dispute " + id + " is not an active dispute with the condition "
                    + Dispute.FRAUD_CARD_ABSENT + "; name another one, or correct its condition or status";
            return notReady(exchange, List.of(new FieldError("/dispute", FaultCode.INCONSISTENT, detail)));
        }
        if (dispute.status() != Dispute.Status.OPEN && !asked.again) {
            String detail = "dispute " + id
                    + " is decided; if you want its evidence all the same, repeat the request with" + " again=true";
            return notReady(exchange, List.of(new FieldError("/dispute", FaultCode.INCONSISTENT, detail)));
        }
        if (dispute.details().submittedAt() != null && !asked.again) {
            String detail = "evidence for dispute " + id + " was sent before, and processors accept it once; if yours"
                    + " accepts more, repeat the request with again=true";
            return notReady(exchange, List.of(new FieldError("/dispute", FaultCode.ALREADY_SUBMITTED, detail)));
        }
        LocalDate day = dispute.openedAt().day();
        return found.filter(fetched -> fetched.eligibility().asOf().equals(day))
                .or(() -> fetch(exchange, asked, day, asked.tracked))
                .map(fetched -> submission(exchange, asked, fetched, dispute))
                .orElseGet(exchange::orderNotFound);
    }

    private Optional<FetchedOrder> fetch(
            Exchange exchange, SubmissionQuery asked, @Nullable LocalDate asOf, boolean withTracked) {
        return exchange.ofOrder(id -> service.fetch(exchange.space(), id, asOf, asked.format.profile(), withTracked));
    }

    private Answer submission(
            Exchange exchange, SubmissionQuery asked, FetchedOrder fetched, @Nullable Dispute dispute) {
        Submission.Format format = asked.format;
        Eligibility eligibility = fetched.eligibility();
        if (!eligibility.isEligible() && !asked.tracked) {
            Eligibility tracked = fetch(exchange, asked, eligibility.asOf(), true)
                    .map(FetchedOrder::eligibility)
                    .orElse(eligibility);
            return tracked.isEligible()
                    ? notReady(exchange, List.of(new FieldError("/include", FaultCode.REQUIRED, TRACKED)))
                    : notReady(exchange, tracked);
        }
        if (!eligibility.isEligible()
                || (format.needsGaps() && !eligibility.submissionGaps().isEmpty())) {
            return notReady(exchange, eligibility);
        }
        DisputeEvidence evidence = evidence(exchange, fetched, dispute);
        if (evidence == null) {
            return removed(exchange);
        }
        List<FieldError> missing = new ArrayList<>();
        Submission.missing(evidence, format)
                .forEach((path, detail) -> missing.add(new FieldError(path, FaultCode.REQUIRED, detail)));
        if (!missing.isEmpty()) {
            return notReady(exchange, missing);
        }
        MerchantInfo merchant = fetched.account().profile();
        byte[] pdf = format.hasStatement()
                ? pdf(exchange, renderer.page(IssuerStatement.of(evidence, merchant)))
                : new byte[0];
        Submission submission =
                Submission.of(evidence, format, Base64.getEncoder().encodeToString(pdf));
        try (JsonWriter json = exchange.json()) {
            Answers.writeTree(json, submission.evidence());
        }
        String sha256 = hash(exchange);
        exported(
                exchange,
                AuditAction.SUBMISSION_EXPORTED,
                fetched,
                "format=" + format.wireName() + " dispute=" + (dispute == null ? "-" : dispute.disputeId())
                        + " version=" + fetched.order().version() + " sha256=" + sha256);
        if (asked.asForm) {
            exchange.body().append(submission.form().getBytes(StandardCharsets.UTF_8));
            return new Answer(200, FORM, VARY);
        }
        return exchange.object(
                200,
                Answers.SUBMISSION,
                new Answers.Made(format, submission, evidence, sha256),
                VARY.toArray(String[]::new));
    }

    /** Returns the refusal of another day than that of the dispute; {@code null} if there is none. */
    private static @Nullable Answer otherDay(Exchange exchange, @Nullable LocalDate asOf, @Nullable Dispute dispute) {
        return asOf == null || dispute == null || dispute.openedAt().day().equals(asOf)
                ? null
                : exchange.problem(
                        Problem.INVALID_PARAMETER,
                        "asOf must be the date of the dispute, "
                                + dispute.openedAt().day()
                                + ", or be left out: the evidence is chosen for this date.");
    }

    /** Returns the evidence of a qualified order; {@code null} if an order of it is gone. */
    private @Nullable DisputeEvidence evidence(Exchange exchange, FetchedOrder fetched, @Nullable Dispute dispute) {
        List<OrderId> pair = pair(fetched.eligibility());
        Map<OrderId, StoredOrder> priors = service.orders(exchange.space(), pair);
        return priors.size() < pair.size()
                ? null
                : DisputeEvidence.of(
                        fetched.order(),
                        fetched.eligibility(),
                        dispute,
                        priors,
                        fetched.account().defaultCategory());
    }

    private static Answer removed(Exchange exchange) {
        return exchange.problem(
                Problem.EVIDENCE_NOT_READY, "An order of the evidence was removed at this moment; try again.");
    }

    private void exported(Exchange exchange, AuditAction action, FetchedOrder fetched, @Nullable String part) {
        String order = fetched.order().order().id().value();
        accounts.audit().add(exchange.actor(), exchange.space(), action, order, part);
    }

    /**
     * Returns the fraud dispute that is answered: of those that count, an open one, the newest of the dispute date, or else
     * the newest.
     */
    private static @Nullable Dispute answered(FetchedOrder fetched) {
        LocalDate asOf = fetched.eligibility().asOf();
        return fetched.order().disputes().stream()
                .filter(dispute -> dispute.isActive() && dispute.isFraud())
                .max(Comparator.comparing((Dispute dispute) -> dispute.status() == Dispute.Status.OPEN)
                        .thenComparing(dispute -> dispute.openedAt().day().equals(asOf))
                        .thenComparing(dispute -> dispute.openedAt().day()))
                .orElse(null);
    }

    private static Answer notReady(Exchange exchange, Eligibility eligibility) {
        if (!eligibility.isEligible()) {
            return exchange.problem(
                    Problem.EVIDENCE_NOT_READY,
                    "The evidence for the issuer exists only for an eligible order. " + eligibility.explanation());
        }
        return notReady(
                exchange,
                eligibility.submissionGaps().stream()
                        .map(gap -> new FieldError(
                                '/' + gap.missing().wireName(),
                                FaultCode.REQUIRED,
                                "order " + gap.orderId().value() + " has no "
                                        + gap.missing().words() + "; " + remedy(gap.missing())))
                        .toList());
    }

    private static Answer notReady(Exchange exchange, List<FieldError> missing) {
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
        return hash(exchange);
    }

    /** Returns the SHA-256 of what was written, and removes it. */
    private static String hash(Exchange exchange) {
        MessageDigest digest = Sha256.start();
        digest.update(exchange.body().body());
        exchange.body().clear();
        return HexFormat.of().formatHex(digest.digest());
    }

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
            return Stream.of(values())
                    .max(Comparator.comparingDouble(format -> format.quality(ranges)))
                    .filter(best -> best.quality(ranges) > 0)
                    .orElse(null);
        }

        /** Returns the weight of the most specific range that contains this format; 0 if it is not accepted. */
        private double quality(String ranges) {
            return Stream.of(ranges.split(",", -1))
                    .map(range -> range.split(";", -1))
                    .filter(parts -> match(parts) >= 0)
                    .max(Comparator.comparingInt(this::match))
                    .map(parts -> weight(parts))
                    .orElse(0.0);
        }

        private int match(String[] parts) {
            String range = parts[0].strip().toLowerCase(Locale.ROOT);
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
