package org.orderevidence.receipt;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ElementReading;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;
import org.orderevidence.receipt.TransactionFact.Transaction;

/**
 * The evidence for a dispute in the form of a processor. The merchant sends it: the service calls no processor.
 *
 * @param evidence what the processor takes: maps, lists, strings and booleans
 * @param files what has to be uploaded at the processor first
 * @param leftOut usable data of the disputed order that is not the same on all three
 * @param notes what to add, and what to know before it is sent
 */
public record Submission(Object evidence, List<File> files, List<LeftOut> leftOut, List<String> notes) {
    /** Longest text of most fields at Stripe, in characters. */
    private static final int STRIPE_FIELD = 5_000;

    /** Longest text of the fields for prose at Stripe, in characters. */
    private static final int STRIPE_PROSE = 20_000;

    /** Longest text of a field at Checkout.com, in characters. */
    private static final int CHECKOUT_FIELD = 500;

    private static final String CHARGE = "(ch|py)_[A-Za-z0-9_-]+";

    public enum Format implements WireNamed {
        STRIPE(
                Profile.STRIPE,
                null,
                (evidence, _) -> stripe(evidence),
                "Send it with submit=true at the end: a submission is final. To add the receipt, upload its PDF as a file"
                        + " with the purpose dispute_evidence, and state its ID as evidence[receipt]."),
        ADYEN(
                Profile.VISA,
                "",
                Submission::adyen,
                "Add merchantAccountCode, and the defenseDocumentTypeCode that /retrieveApplicableDefenseReasons lists."
                        + " Send it to /supplyDefenseDocument, then call /defendDispute."),
        SHOPIFY(
                Profile.VISA,
                "uncategorizedFile",
                (evidence, _) -> shopify(evidence),
                "Upload the file, and state its ID as uncategorizedFile in disputeEvidenceUpdate."),
        BRAINTREE(
                Profile.VISA,
                null,
                (evidence, _) -> braintree(evidence),
                "Add each entry as text evidence of the dispute, then finalize the dispute."),
        CHECKOUT(
                Profile.VISA,
                "additional_evidence_file",
                (evidence, _) -> checkout(evidence),
                "Upload the file with the purpose dispute_evidence, and state its ID as additional_evidence_file."),
        GENERIC(Profile.VISA, null, (evidence, _) -> generic(evidence), null);

        private final Profile profile;
        private final @Nullable String file;
        /** A function of its arguments alone. */
        @SuppressWarnings("ImmutableEnumChecker")
        private final BiFunction<DisputeEvidence, String, Object> evidence;

        private final @Nullable String note;

        /**
         * @param file field that takes the ID of the statement for the issuer; empty if the evidence contains it;
         *     {@code null} for no statement
         * @param evidence makes the evidence, from the statement in base64
         */
        Format(
                Profile profile,
                @Nullable String file,
                BiFunction<DisputeEvidence, String, Object> evidence,
                @Nullable String note) {
            this.profile = profile;
            this.file = file;
            this.evidence = evidence;
            this.note = note;
        }

        public static Optional<Format> parse(String name) {
            return WireNamed.find(values(), name);
        }

        /** Returns the reading of the rule by which the processor judges. */
        public Profile profile() {
            return profile;
        }

        public boolean hasStatement() {
            return file != null;
        }

        /** Returns true if it needs what {@link Eligibility#submissionGaps} names. The form of Stripe has no fields for it. */
        public boolean needsGaps() {
            return this != STRIPE;
        }
    }

    /**
     * A file to upload at the processor.
     *
     * @param content a PDF in base64
     */
    public record File(String field, String content) {}

    public record LeftOut(Element element, String why) {}

    /**
     * Returns what the form of the processor needs in addition to what the verdict names: for each path in it, what is
     * missing.
     */
    public static Map<String, String> missing(DisputeEvidence evidence, Format format) {
        Map<String, String> missing = new LinkedHashMap<>();
        for (int i = 0; format == Format.STRIPE && i < evidence.earlier().size(); i++) {
            Transaction earlier = evidence.earlier().get(i);
            String charge = TransactionFact.CHARGE_ID.text(earlier);
            if (charge == null || !charge.matches(CHARGE)) {
                missing.put(
                        "/prior_undisputed_transactions/" + i + "/charge",
                        "order " + earlier.order().id().value() + " has no charge ID of Stripe, such as ch_3P9x2L;"
                                + " upload the order with gatewayTransactionId");
            }
        }
        return missing;
    }

    /**
     * Returns the submission.
     *
     * @param statement the PDF for the issuer in base64; empty if the format has none
     */
    public static Submission of(DisputeEvidence evidence, Format format, String statement) {
        List<String> notes = new ArrayList<>(evidence.ipNotes());
        if (evidence.isTracked()) {
            notes.add("Visa expects the IP address of the purchase itself. A tracked address can be refused.");
        }
        if (format.note != null) {
            notes.add(format.note);
        }
        return new Submission(
                format.evidence.apply(evidence, statement),
                format.file == null || format.file.isEmpty() ? List.of() : List.of(new File(format.file, statement)),
                leftOut(evidence),
                notes);
    }

    private static List<LeftOut> leftOut(DisputeEvidence evidence) {
        List<LeftOut> leftOut = new ArrayList<>();
        for (Element element : evidence.eligibility().evidence().keySet()) {
            if (!evidence.same().contains(element)) {
                String why = evidence.eligibility().selectedPair().stream()
                        .filter(prior -> prior.elements().get(element) != Eligibility.Comparison.EQUAL)
                        .map(prior -> Objects.requireNonNull(prior.elements().get(element))
                                        .words() + " on " + prior.orderId().value())
                        .collect(Collectors.joining(", "));
                leftOut.add(new LeftOut(element, why));
            }
        }
        return leftOut;
    }

    /** Returns the body of a request to Stripe, which keeps the evidence there without submitting it. */
    public String form() {
        StringBuilder form = new StringBuilder();
        encode("evidence", evidence, form);
        return form.append("submit=false").toString();
    }

    private static void encode(String name, Object value, StringBuilder form) {
        switch (value) {
            case Map<?, ?> fields -> fields.forEach((field, each) -> encode(name + '[' + field + ']', each, form));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    encode(name + '[' + i + ']', list.get(i), form);
                }
            }
            default ->
                form.append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                        .append('=')
                        .append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8))
                        .append('&');
        }
    }

    private static Object stripe(DisputeEvidence evidence) {
        Receipt receipt = evidence.disputed().receipt();
        Receipt.Delivery delivery = receipt.delivery();
        Transaction disputed = evidence.transactions().getFirst();
        boolean otherAddress = !evidence.contradicting(Element.SHIPPING_ADDRESS).isEmpty();
        String fulfilled = TransactionFact.FULFILLED.text(disputed);
        boolean isService = Charge.Category.SERVICES.wireName().equals(TransactionFact.CATEGORY.text(disputed));
        List<Object> earlier = new ArrayList<>();
        evidence.earlier()
                .forEach(each ->
                        earlier.add(stripe(evidence, each).with("charge", TransactionFact.CHARGE_ID.text(each))));
        Fields visa = new Fields()
                .with(
                        "disputed_transaction",
                        stripe(evidence, disputed)
                                .with("merchandise_or_services", TransactionFact.CATEGORY.text(disputed)))
                .with("prior_undisputed_transactions", earlier);
        return new Fields()
                .with("access_activity_log", cut(activity(evidence), STRIPE_PROSE))
                .with("billing_address", otherAddress ? null : text(receipt.billingAddress()))
                .with("customer_email_address", evidence.ownEmail())
                .with("customer_name", name(receipt))
                .with("customer_purchase_ip", evidence.ownIp())
                .with("product_description", cut(TransactionFact.BOUGHT.text(disputed), STRIPE_PROSE))
                .with("service_date", isService ? fulfilled : null)
                .with("shipping_address", otherAddress ? null : text(receipt.shippingAddress()))
                .with("shipping_carrier", delivery == null ? null : delivery.carrier())
                .with("shipping_date", isService ? null : fulfilled)
                .with("shipping_tracking_number", delivery == null ? null : delivery.trackingNumber())
                .with("uncategorized_text", cut(words(evidence), STRIPE_PROSE))
                .with("enhanced_evidence", new Fields().with("visa_compelling_evidence_3", visa));
    }

    private static Fields stripe(DisputeEvidence evidence, Transaction transaction) {
        return new Fields()
                .with("customer_account_id", evidence.same(Element.ACCOUNT_ID))
                .with("customer_device_fingerprint", evidence.same(Element.DEVICE_FINGERPRINT))
                .with("customer_device_id", evidence.same(Element.DEVICE_ID))
                .with("customer_email_address", evidence.same(Element.EMAIL))
                .with("customer_purchase_ip", evidence.same(Element.IP))
                .with("product_description", cut(TransactionFact.BOUGHT.text(transaction), STRIPE_FIELD))
                .with(
                        "shipping_address",
                        evidence.same(Element.SHIPPING_ADDRESS) == null ? null : sameAddress(evidence));
    }

    /** Returns the address of the disputed order for all three: theirs can be written in another way. */
    private static Object sameAddress(DisputeEvidence evidence) {
        Address address = Objects.requireNonNull(evidence.disputed().receipt().shippingAddress());
        return new Fields()
                .with("city", address.city())
                .with("country", ElementReading.country(address))
                .with("line1", address.line1())
                .with("line2", address.line2())
                .with("postal_code", address.postalCode())
                .with("state", ElementReading.subdivision(address));
    }

    private static Object adyen(DisputeEvidence evidence, String statement) {
        Dispute dispute = evidence.dispute();
        Fields document = new Fields().with("content", statement).with("contentType", "application/pdf");
        return new Fields()
                .with("disputePspReference", dispute == null ? null : dispute.disputeId())
                .with("defenseDocuments", List.of(document));
    }

    private static Object shopify(DisputeEvidence evidence) {
        Receipt.PersonName name = evidence.disputed().receipt().customerName();
        return new Fields()
                .with("accessActivityLog", activity(evidence))
                .with("customerEmailAddress", evidence.ownEmail())
                .with("customerFirstName", name == null ? null : name.givenName())
                .with("customerLastName", name == null ? null : name.familyName())
                .with("uncategorizedText", words(evidence))
                .with("submitEvidence", false);
    }

    private static Object braintree(DisputeEvidence evidence) {
        List<Object> entries = new ArrayList<>();
        addEntry(entries, "GENERAL", words(evidence));
        addEntry(entries, "PURCHASER_NAME", name(evidence.disputed().receipt()));
        addEntry(entries, "PURCHASER_EMAIL_ADDRESS", evidence.ownEmail());
        addEntry(entries, "PURCHASER_IP_ADDRESS", evidence.ownIp());
        String device = evidence.same(Element.DEVICE_ID);
        addEntry(entries, "DEVICE_ID", device == null ? evidence.same(Element.DEVICE_FINGERPRINT) : device);
        for (Transaction earlier : evidence.earlier()) {
            String prior = "PRIOR_NON_DISPUTED_TRANSACTION_";
            String charge = TransactionFact.CHARGE_ID.text(earlier);
            addEntry(entries, prior + "ID", charge == null ? TransactionFact.ORDER_ID.text(earlier) : charge);
            addEntry(entries, prior + "ARN", TransactionFact.ARN.text(earlier));
            addEntry(entries, prior + "DATE_TIME", TransactionFact.TIME.text(earlier));
            addEntry(entries, prior + "IP_ADDRESS", evidence.same(Element.IP));
            addEntry(entries, prior + "PHYSICAL_ADDRESS", evidence.same(Element.SHIPPING_ADDRESS));
        }
        return entries;
    }

    private static void addEntry(List<Object> entries, String category, @Nullable String content) {
        if (content != null) {
            entries.add(new Fields().with("category", category).with("content", content));
        }
    }

    private static Object checkout(DisputeEvidence evidence) {
        Transaction disputed = evidence.transactions().getFirst();
        Receipt.Delivery delivery = evidence.disputed().receipt().delivery();
        return new Fields()
                .with(
                        "proof_of_delivery_or_service_text",
                        delivery == null ? null : cut(delivery.trackingNumber(), CHECKOUT_FIELD))
                .with("proof_of_delivery_or_service_date_text", TransactionFact.FULFILLED.text(disputed))
                .with("invoice_or_receipt_text", cut(TransactionFact.BOUGHT.text(disputed), CHECKOUT_FIELD))
                .with("additional_evidence_text", cut(words(evidence), CHECKOUT_FIELD));
    }

    private static Object generic(DisputeEvidence evidence) {
        Dispute dispute = evidence.dispute();
        Fields same = new Fields();
        evidence.same().forEach(element -> same.with(element.wireName(), evidence.same(element)));
        Fields known = dispute == null
                ? null
                : new Fields()
                        .with("disputeId", dispute.disputeId())
                        .with("condition", dispute.condition())
                        .with("openedAt", dispute.openedAt().day().toString());
        return new Fields()
                .with("dispute", known)
                .with("disputedTransaction", facts(evidence.transactions().getFirst()))
                .with(
                        "priorUndisputedTransactions",
                        evidence.earlier().stream().map(Submission::facts).toList())
                .with("sameOnAllThree", same);
    }

    private static Object facts(Transaction transaction) {
        Fields facts = new Fields();
        for (TransactionFact fact : TransactionFact.values()) {
            facts.with(fact.wireName(), fact.text(transaction));
        }
        return facts;
    }

    /**
     * Returns when the customer used what is the same on all three, a line for each transaction. An IP address that was not
     * sent with a transaction says nothing about its time.
     */
    private static @Nullable String activity(DisputeEvidence evidence) {
        String lines = evidence.transactions().stream()
                .map(transaction -> activity(evidence, transaction))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
        return lines.isEmpty() ? null : lines;
    }

    private static String activity(DisputeEvidence evidence, Transaction transaction) {
        List<Element> used = evidence.same().stream()
                .filter(element -> element != Element.SHIPPING_ADDRESS)
                .filter(element -> element != Element.IP || evidence.isIpOf(transaction))
                .toList();
        return used.isEmpty()
                ? ""
                : String.join(", ", TransactionFact.TIME.lines(transaction)) + ", order "
                        + TransactionFact.ORDER_ID.text(transaction) + ": " + same(evidence, used, "; ");
    }

    private static String same(DisputeEvidence evidence, List<Element> elements, String separator) {
        return elements.stream()
                .map(element -> element.label() + " " + evidence.same(element))
                .collect(Collectors.joining(separator));
    }

    /** Returns the evidence as text: the same facts as in the statement for the issuer. */
    private static String words(DisputeEvidence evidence) {
        StringBuilder words =
                new StringBuilder("Same on all three transactions:\n").append(same(evidence, evidence.same(), "\n"));
        evidence.ipNotes().forEach(note -> words.append('\n').append(note));
        for (Transaction transaction : evidence.transactions()) {
            boolean isDisputed = transaction.order().equals(evidence.disputed());
            words.append(isDisputed ? "\n\nDisputed transaction" : "\n\nEarlier transaction, not disputed");
            for (TransactionFact fact : TransactionFact.values()) {
                List<String> lines = fact.lines(transaction);
                if (!lines.isEmpty()) {
                    words.append('\n').append(fact.label()).append(": ").append(String.join(", ", lines));
                }
            }
        }
        return words.toString();
    }

    private static @Nullable String name(Receipt receipt) {
        return receipt.customerName() == null ? null : receipt.customerName().full();
    }

    private static @Nullable String text(@Nullable Address address) {
        return address == null ? null : String.join(", ", address.lines());
    }

    private static @Nullable String cut(@Nullable String text, int longest) {
        return text == null || Texts.length(text) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
    }

    private static final class Fields extends LinkedHashMap<String, Object> {
        private static final long serialVersionUID = 1L;

        /** Adds a field, unless it has no value. */
        Fields with(String name, @Nullable Object value) {
            if (value != null) {
                put(name, value);
            }
            return this;
        }
    }
}
