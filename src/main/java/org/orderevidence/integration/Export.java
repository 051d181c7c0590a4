package org.orderevidence.integration;

import java.util.List;

/** Reads the export of one platform. */
public interface Export {
    /** Returns what the file looks like. */
    ExportFormat format();

    /**
     * Returns what a record states, as webhooks about the same payment or order would state it. The versions are before
     * those of any webhook: see {@link HistoryStatements}. Empty if there is no payment.
     *
     * @param record its rows, which have passed {@link ExportFormat#check}
     * @throws RowFault if it cannot be read
     */
    List<EventStatement> statements(List<ExportRow> record) throws RowFault;

    /** Returns the ID of the dispute of a payment. Exports do not have the platform's own. */
    static String disputeId(String payment) {
        return "dispute-of-" + payment;
    }
}
