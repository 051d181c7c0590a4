package org.orderevidence.store.document;

import java.util.List;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;

/**
 * A later fact as it is stored. A copy writes the same bytes, so it keeps what only a newer release understands.
 *
 * @param fact the dispute or fraud report
 * @param version newer ones are greater: the microseconds since 1970 of a source's event, or of a merchant's call; 0 if
 *     the document has none
 * @param document the bytes of {@link FactDocument}
 */
public record StoredFact<T>(T fact, long version, Bytes document) {
    /** Returns the stored form of a dispute. */
    public static StoredFact<Dispute> of(Dispute dispute, long version) {
        return new StoredFact<>(dispute, version, Bytes.wrap(FactDocument.encode(dispute, version)));
    }

    /** Returns the stored form of a fraud report. */
    public static StoredFact<FraudReport> of(FraudReport report, long version) {
        return new StoredFact<>(report, version, Bytes.wrap(FactDocument.encode(report, version)));
    }

    /** Returns the facts alone, in the same order. */
    public static <T> List<T> facts(List<StoredFact<T>> stored) {
        return stored.stream().map(StoredFact::fact).toList();
    }
}
