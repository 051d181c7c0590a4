package org.orderevidence.store.document;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;

/**
 * The one stored form of each later fact about an order. With its order, a fact has a version; one that waits for its
 * order has its version outside of the document.
 */
public final class FactDocument {
    private static final int DISPUTE_KIND = 'D';
    private static final int REPORT_KIND = 'F';
    private static final int VERSION = 1;

    /** The tag of the version of a dispute. It is optional: older releases skip it. */
    private static final int DISPUTE_VERSION = 5;

    /** The tag of the version of a fraud report, optional as well. */
    private static final int REPORT_VERSION = 4;

    private FactDocument() {}

    /** Returns the bytes of a dispute without a version: what it states. */
    public static byte[] encode(Dispute dispute) {
        return encode(dispute, 0);
    }

    /**
     * Returns the bytes of a dispute.
     *
     * @param version 0 for none
     * @throws IllegalArgumentException if a text has an unpaired surrogate, or the version is negative
     */
    public static byte[] encode(Dispute dispute, long version) {
        return DocumentWriter.document(DISPUTE_KIND, VERSION, dispute, (to, fact) -> {
            writeDispute(to, fact);
            to.count(DISPUTE_VERSION, stated(version));
            writeDetails(to, fact.details());
        });
    }

    /** Returns the bytes of a fraud report without a version: what it states. */
    public static byte[] encode(FraudReport report) {
        return encode(report, 0);
    }

    /** Returns the bytes of a fraud report; see {@link #encode(Dispute, long)}. */
    public static byte[] encode(FraudReport report, long version) {
        return DocumentWriter.document(REPORT_KIND, VERSION, report, (to, fact) -> {
            writeReport(to, fact);
            to.count(REPORT_VERSION, stated(version));
        });
    }

    /**
     * Returns the dispute of these bytes.
     *
     * @throws UnreadableDocument if they are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static Dispute decodeDispute(byte[] bytes) {
        return dispute(Bytes.wrap(bytes)).fact();
    }

    /** Returns the dispute of these bytes with its version; throws as {@link #decodeDispute} does. */
    public static StoredFact<Dispute> dispute(Bytes document) {
        return DocumentReader.document(DISPUTE_KIND, VERSION, document.toArray(), from -> {
            Dispute stated = readDispute(from);
            long version = version(from.count(DISPUTE_VERSION));
            return new StoredFact<>(stated.with(readDetails(from)), version, document);
        });
    }

    /** Returns the fraud report of these bytes; throws as {@link #decodeDispute} does. */
    public static FraudReport decodeReport(byte[] bytes) {
        return report(Bytes.wrap(bytes)).fact();
    }

    /** Returns the fraud report of these bytes with its version; throws as {@link #decodeDispute} does. */
    public static StoredFact<FraudReport> report(Bytes document) {
        return DocumentReader.document(
                REPORT_KIND,
                VERSION,
                document.toArray(),
                from -> new StoredFact<>(readReport(from), version(from.count(REPORT_VERSION)), document));
    }

    private static @Nullable Long stated(long version) {
        return version == 0 ? null : version;
    }

    private static long version(@Nullable Long stated) {
        return stated == null ? 0 : stated;
    }

    private static void writeDispute(DocumentWriter to, Dispute dispute) {
        to.text(1, dispute.disputeId());
        to.text(2, dispute.condition());
        to.time(3, dispute.openedAt());
        to.count(4, DocumentEnums.number(dispute.status()));
    }

    private static Dispute readDispute(DocumentReader from) {
        return new Dispute(
                from.requiredText(1),
                from.requiredText(2),
                from.requiredTime(3),
                DocumentEnums.disputeStatus(from.requiredCount(4)));
    }

    private static void writeDetails(DocumentWriter to, Dispute.Details details) {
        to.time(6, details.respondBy());
        Money amount = details.amount();
        to.count(7, amount == null ? null : amount.amountMinor());
        to.text(8, amount == null ? null : amount.currency().getCurrencyCode());
        to.text(9, details.reason());
        to.time(10, details.submittedAt());
        to.group(11, details.processorEligibility(), (group, eligibility) -> {
            group.text(1, eligibility.status());
            eligibility.requiredActions().forEach(action -> group.text(2, action));
        });
        to.text(12, details.source());
    }

    private static Dispute.Details readDetails(DocumentReader from) {
        OrderTime respondBy = from.time(6);
        Long amount = from.count(7);
        String currency = from.text(8);
        return new Dispute.Details(
                respondBy,
                amount == null || currency == null ? null : new Money(amount, Currency.getInstance(currency)),
                from.text(9),
                from.time(10),
                from.group(11, FactDocument::readEligibility),
                from.text(12));
    }

    private static Dispute.ProcessorEligibility readEligibility(DocumentReader from) {
        String status = from.requiredText(1);
        List<String> actions = new ArrayList<>();
        for (String action = from.text(2); action != null; action = from.text(2)) {
            actions.add(action);
        }
        return new Dispute.ProcessorEligibility(status, actions);
    }

    private static void writeReport(DocumentWriter to, FraudReport report) {
        to.text(1, report.reportId());
        to.time(2, report.reportedAt());
        to.text(3, report.typeCode());
    }

    private static FraudReport readReport(DocumentReader from) {
        return new FraudReport(from.requiredText(1), from.requiredTime(2), from.text(3));
    }
}
