package org.orderevidence.store.document;

import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;

/** The one stored form of each later fact about an order. */
public final class FactDocument {
    private static final int DISPUTE_KIND = 'D';
    private static final int REPORT_KIND = 'F';
    private static final int VERSION = 1;

    private FactDocument() {}

    /** The bytes of a dispute; errors as {@link OrderDocument#encode}. */
    public static byte[] encode(Dispute dispute) {
        return DocumentWriter.document(DISPUTE_KIND, VERSION, dispute, FactDocument::writeDispute);
    }

    /** The bytes of a fraud report; errors as {@link OrderDocument#encode}. */
    public static byte[] encode(FraudReport report) {
        return DocumentWriter.document(REPORT_KIND, VERSION, report, FactDocument::writeReport);
    }

    /**
     * The dispute of these bytes.
     *
     * @throws UnreadableDocument when they are damaged or from a newer program
     */
    public static Dispute decodeDispute(byte[] bytes) {
        return DocumentReader.document(DISPUTE_KIND, VERSION, bytes, FactDocument::readDispute);
    }

    /**
     * The fraud report of these bytes.
     *
     * @throws UnreadableDocument when they are damaged or from a newer program
     */
    public static FraudReport decodeReport(byte[] bytes) {
        return DocumentReader.document(REPORT_KIND, VERSION, bytes, FactDocument::readReport);
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

    private static void writeReport(DocumentWriter to, FraudReport report) {
        to.text(1, report.reportId());
        to.time(2, report.reportedAt());
        to.text(3, report.typeCode());
    }

    private static FraudReport readReport(DocumentReader from) {
        return new FraudReport(from.requiredText(1), from.requiredTime(2), from.text(3));
    }
}
