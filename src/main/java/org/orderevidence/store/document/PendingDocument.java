package org.orderevidence.store.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.PendingFact.PendingContent.IncompleteOrder;
import org.orderevidence.order.part.PendingFact.PendingContent.OfDispute;
import org.orderevidence.order.part.PendingFact.PendingContent.OfFraudReport;
import org.orderevidence.order.part.PendingFact.PendingContent.OfRefund;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.StatedField;

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
     * @param referenceText the value that leads to its order; empty for an incomplete order
     * @param content what waits
     */
    public record Stated(Source source, @Nullable PersonalText referenceText, PendingContent content) {}

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
        to.text(
                2,
                stated.referenceText() == null ? null : stated.referenceText().value());
        to.count(3, (long) stated.content().kind().number());
        switch (stated.content()) {
            case IncompleteOrder order ->
                order.missing().stream().sorted().forEach(field -> to.text(5, field.wireName()));
            case OfDispute(var dispute) -> to.bytes(4, FactDocument.encode(dispute));
            case OfRefund(var part) -> to.bytes(4, OrderDocument.encode(OrderContent.of(List.of(StoredPart.of(part)))));
            case OfFraudReport(var report) -> to.bytes(4, FactDocument.encode(report));
        }
    }

    private static Stated read(DocumentReader from) {
        Source source = Source.named(from.requiredText(1));
        String reference = from.text(2);
        PendingContent.Kind kind = PendingContent.Kind.of((byte) from.requiredCount(3));
        PendingContent content = switch (kind) {
            case ORDER -> new IncompleteOrder(missing(from));
            case DISPUTE -> new OfDispute(FactDocument.decodeDispute(from.requiredBytes(4)));
            case REFUND ->
                new OfRefund(OrderDocument.decode(from.requiredBytes(4))
                        .parts()
                        .getFirst()
                        .part());
            case FRAUD_REPORT -> new OfFraudReport(FactDocument.decodeReport(from.requiredBytes(4)));
        };
        return new Stated(source, reference == null ? null : new PersonalText(reference), content);
    }

    private static Set<StatedField> missing(DocumentReader from) {
        List<StatedField> missing = new ArrayList<>(3);
        for (String name = from.text(5); name != null; name = from.text(5)) {
            missing.add(StatedField.named(name));
        }
        return Set.copyOf(missing);
    }
}
