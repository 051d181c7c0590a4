package org.orderevidence.integration;

import java.util.List;
import org.orderevidence.order.part.Part;

/**
 * Statements of rows. A row is what was known at the time of the export, and lacks fields that a webhook has. A part is
 * replaced completely. So a row gets a version of the day before its payment: each webhook about the payment is newer,
 * whichever comes first. Of two rows about one payment, that of the later stage is newer.
 */
public final class HistoryStatements {
    /** A day in microseconds, which versions count. It covers payments whose time zone was understood wrongly. */
    private static final long BEFORE_EVENTS = 86_400_000_000L;

    /** What a rank adds to a version. */
    private static final long RANK = 1_000;

    private HistoryStatements() {}

    /** Returns what the mapper made of a row; nothing if there is no payment. */
    public static List<EventStatement> of(ExportRow row, Mapping mapping) throws RowFault {
        return switch (mapping) {
            case Mapping.Mapped(var _, List<EventStatement> statements) ->
                statements.stream().map(HistoryStatements::beforeEvents).toList();
            case Mapping.Unmapped(var _, Mapping.Reason reason, String detail) -> {
                if (reason == Mapping.Reason.NO_PAYMENT) {
                    yield List.of();
                }
                throw fault(row, reason, detail);
            }
            case Mapping.Privacy _ -> throw new IllegalStateException("no row is a request about personal data");
        };
    }

    private static RowFault fault(ExportRow row, Mapping.Reason reason, String detail) {
        return switch (reason) {
            case WRONG_MODE ->
                row.fault("the row is " + detail, "import the file with the integration of the other mode", "Mode");
            case UNSUPPORTED_CURRENCY ->
                row.fault("the currency is not supported", "write an ISO 4217 code such as EUR", "Currency");
            case UNSUPPORTED_AMOUNT -> row.fault(detail, "check the amounts of the row", "Amount", "Total");
            case MISSING_FIELD, UNREADABLE, UNKNOWN_TYPE, NO_PAYMENT ->
                new RowFault(
                        row.line(),
                        null,
                        "the row cannot be understood: " + reason.wireName() + " (" + detail + ")",
                        "check its ID, date and amount");
        };
    }

    /** Returns a statement with a version that is older than that of each webhook about the same payment. */
    public static EventStatement beforeEvents(EventStatement statement) {
        return switch (statement) {
            case EventStatement.OfPart(Part part, var fingerprint, var links) ->
                new EventStatement.OfPart(
                        new Part(part.key(), part.version() - BEFORE_EVENTS, part.content()), fingerprint, links);
            case EventStatement.OfDispute(var dispute, boolean opens, long version, var links) ->
                new EventStatement.OfDispute(dispute, opens, version - BEFORE_EVENTS, links);
            case EventStatement.OfFraudReport(var report, long version, var links) ->
                new EventStatement.OfFraudReport(report, version - BEFORE_EVENTS, links);
            case EventStatement.Inquiry inquiry -> inquiry;
        };
    }

    /**
     * Returns a part of a later stage.
     *
     * @param ranks 0 to {@link EventVersion#MAX_RANK}; the greater, the later
     */
    public static Part later(Part part, int ranks) {
        return new Part(part.key(), part.version() + ranks * RANK, part.content());
    }
}
