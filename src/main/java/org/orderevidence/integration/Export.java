package org.orderevidence.integration;

import java.util.List;
import java.util.Optional;
import org.orderevidence.order.part.Platform;

/** Reads the export of one platform. */
public interface Export {
    /** Returns what the file looks like. */
    ExportFormat format();

    /**
     * Returns what a record states, as webhooks about the same payment or order would state it. The versions are before
     * those of any webhook: see {@link HistoryStatements}. Empty if there is no payment.
     *
     * @param record has passed {@link ExportFormat#check}
     * @throws RowFault if it cannot be read
     */
    List<EventStatement> statements(ExportRecord record) throws RowFault;

    /** Returns the platform whose export has these columns, or empty if that is not clear. */
    static Optional<Platform> recognised(ExportHeader header) {
        if (header.has("Financial Status") && header.has("Lineitem name")) {
            return Optional.of(Platform.SHOPIFY);
        }
        if (header.has("Psp Reference") && header.has("Creation Date")) {
            return Optional.of(Platform.ADYEN);
        }
        boolean isStripe = header.has("id") && (header.has("Created date (UTC)") || header.has("Created (UTC)"));
        return isStripe ? Optional.of(Platform.STRIPE) : Optional.empty();
    }

    /** Returns what the columns of a file of another kind show that it has, such as {@code payouts}. */
    static Optional<String> otherKind(ExportHeader header) {
        return OtherExport.recognised(header);
    }

    /** Returns the ID of the dispute of a payment. Exports do not have the platform's own. */
    static String disputeId(String payment) {
        return "dispute-of-" + payment;
    }
}
