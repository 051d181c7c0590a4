package org.orderevidence.store.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Hold;
import org.orderevidence.order.Micros;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Source;

/**
 * The stored form of all that is stated about an order, in one document. Parts are in the order of their keys, later
 * facts in that of their ids. What is not replaced is carried over byte for byte, also with tags that this release does
 * not support.
 */
public final class OrderDocument {
    private static final int KIND = 'O';

    private static final int PART = 1;
    private static final int DISPUTE = 2;
    private static final int FRAUD_REPORT = 3;
    private static final int HOLD = 4;

    private OrderDocument() {}

    /**
     * Returns the bytes of the content of an order.
     *
     * @throws IllegalArgumentException if there are too many parts, or all is too long
     */
    public static byte[] encode(OrderContent content) {
        return DocumentWriter.document(KIND, content, OrderDocument::write);
    }

    public static OrderContent decode(byte[] bytes) {
        return DocumentReader.document(
                KIND,
                bytes,
                from -> new OrderContent(
                        from.groups(PART, Part.MAX_PARTS, OrderDocument::read),
                        facts(from, DISPUTE, StoredFact::dispute),
                        facts(from, FRAUD_REPORT, StoredFact::report),
                        from.group(HOLD, OrderDocument::readHold)));
    }

    private static <T> List<StoredFact<T>> facts(
            DocumentReader from, int tag, Function<Bytes, StoredFact<T>> decoding) {
        List<StoredFact<T>> facts = new ArrayList<>(0);
        for (byte[] fact = from.bytes(tag); fact != null; fact = from.bytes(tag)) {
            if (facts.size() == StoredOrder.MAX_FACTS) {
                throw DocumentReader.malformed();
            }
            facts.add(decoding.apply(Bytes.wrap(fact)));
        }
        return facts;
    }

    private static void write(DocumentWriter to, OrderContent content) {
        if (content.parts().size() > Part.MAX_PARTS) {
            throw new IllegalArgumentException("an order has at most " + Part.MAX_PARTS + " parts");
        }
        content.parts().forEach(part -> to.group(PART, part, OrderDocument::writePart));
        content.disputes().forEach(fact -> to.bytes(DISPUTE, fact.document()));
        content.fraudReports().forEach(fact -> to.bytes(FRAUD_REPORT, fact.document()));
        to.group(HOLD, content.hold(), OrderDocument::writeHold);
    }

    private static void writeHold(DocumentWriter to, Hold hold) {
        to.text(1, hold.reason().value());
        to.count(2, Micros.of(hold.since()));
    }

    private static Hold readHold(DocumentReader from) {
        return new Hold(new PersonalText(from.requiredText(1)), Micros.time(from.requiredCount(2)));
    }

    /** Almost every order has an upload, so its key is left out. */
    private static void writePart(DocumentWriter to, StoredPart part) {
        boolean isUpload = part.isUpload();
        to.text(1, isUpload ? null : part.key().source().name());
        to.text(2, isUpload ? null : part.key().object());
        to.count(3, part.version());
        to.bytes(4, part.content());
    }

    private static StoredPart read(DocumentReader from) {
        PartKey key = key(from.text(1), from.text(2));
        return new StoredPart(key, from.requiredCount(3), Bytes.wrap(from.requiredBytes(4)));
    }

    private static PartKey key(@Nullable String source, @Nullable String object) {
        if (source == null || object == null) {
            return PartKey.UPLOAD;
        }
        try {
            return new PartKey(Source.named(source), object);
        } catch (IllegalArgumentException unknown) {
            throw new DocumentTooNew("a part of an order has a source that this release does not support");
        }
    }
}
