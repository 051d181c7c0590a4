package org.orderevidence.store.document;

import java.util.List;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;

/**
 * A later fact about an order as it is stored. A copy writes the same bytes, so it keeps what only a newer release
 * understands.
 *
 * @param version newer ones are greater: the microseconds since 1970 of a source's event, or of a merchant's call; 0 if
 *     it has none
 */
public record StoredFact<T>(T fact, long version, Bytes document) {
    private record OfDispute(Dispute fact, long version) {}

    private record OfReport(FraudReport fact, long version) {}

    private static final RecordDocument<OfDispute> DISPUTE = new RecordDocument<>('D', OfDispute.class);
    private static final RecordDocument<OfReport> REPORT = new RecordDocument<>('F', OfReport.class);

    /**
     * Returns the stored form of a dispute.
     *
     * @throws IllegalArgumentException if a text has an unpaired surrogate
     */
    public static StoredFact<Dispute> of(Dispute fact, long version) {
        return new StoredFact<>(fact, version, DISPUTE.encode(new OfDispute(fact, version)));
    }

    /** Returns the stored form of a fraud report; throws as that of a dispute does. */
    public static StoredFact<FraudReport> of(FraudReport fact, long version) {
        return new StoredFact<>(fact, version, REPORT.encode(new OfReport(fact, version)));
    }

    public static StoredFact<Dispute> dispute(Bytes document) {
        OfDispute held = DISPUTE.decode(document);
        return new StoredFact<>(held.fact, held.version, document);
    }

    /** Returns the fraud report of these bytes; throws as {@link #dispute} does. */
    public static StoredFact<FraudReport> report(Bytes document) {
        OfReport held = REPORT.decode(document);
        return new StoredFact<>(held.fact, held.version, document);
    }

    public static <T> List<T> facts(List<StoredFact<T>> stored) {
        return stored.isEmpty()
                ? List.of()
                : stored.stream().map(StoredFact::fact).toList();
    }
}
