package org.orderevidence.store.document;

import java.util.List;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingContent;
import org.orderevidence.order.part.PendingContent.OfDispute;
import org.orderevidence.order.part.PendingContent.OfFraudReport;
import org.orderevidence.order.part.PendingContent.OfRefund;
import org.orderevidence.order.part.Source;

/**
 * The stored form of facts that wait for their order. The document of the fact itself is inside, as it will be stored
 * later.
 */
public final class PendingDocument {
    private static final int KIND = 'W';

    private PendingDocument() {}

    /**
     * The content of the document.
     *
     * @param source who stated the fact
     * @param referenceText the value that leads to its order
     * @param content what waits
     */
    public record Stated(Source source, PersonalText referenceText, PendingContent content) {}

    /** Returns the bytes of what waits. */
    public static byte[] encode(Stated stated) {
        return DocumentWriter.document(KIND, DocumentFormat.VERSION, stated, PendingDocument::write);
    }

    /**
     * Returns what waits.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static Stated decode(byte[] bytes) {
        return DocumentReader.document(KIND, DocumentFormat.VERSION, bytes, PendingDocument::read);
    }

    private static void write(DocumentWriter to, Stated stated) {
        to.text(1, stated.source().name());
        to.text(2, stated.referenceText().value());
        to.count(3, (long) stated.content().kind().number());
        switch (stated.content()) {
            case OfDispute(var dispute) -> to.bytes(4, FactDocument.encode(dispute));
            case OfRefund(var part) -> to.bytes(4, OrderDocument.encode(OrderContent.of(List.of(StoredPart.of(part)))));
            case OfFraudReport(var report) -> to.bytes(4, FactDocument.encode(report));
        }
    }

    private static Stated read(DocumentReader from) {
        Source source = Source.named(from.requiredText(1));
        PersonalText reference = new PersonalText(from.requiredText(2));
        PendingContent.Kind kind = PendingContent.Kind.of((byte) from.requiredCount(3));
        PendingContent content = switch (kind) {
            case DISPUTE -> new OfDispute(FactDocument.decodeDispute(from.requiredBytes(4)));
            case REFUND ->
                new OfRefund(OrderDocument.decode(from.requiredBytes(4))
                        .parts()
                        .getFirst()
                        .part());
            case FRAUD_REPORT -> new OfFraudReport(FactDocument.decodeReport(from.requiredBytes(4)));
        };
        return new Stated(source, reference, content);
    }
}
