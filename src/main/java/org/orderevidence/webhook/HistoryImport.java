package org.orderevidence.webhook;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Stores the records of an export as parts of the integration whose platform exported it. They are older than what its
 * webhooks state, so the sequence of import and webhooks does not matter. Any thread may store a record, and each may
 * be stored again.
 */
public final class HistoryImport {
    private final Integration integration;
    private final Export export;
    private final OrderLinks links;
    private final StatementWriter writer;
    private final Evidence evidence;

    public HistoryImport(Integration integration, IntegrationStore store, Evidence evidence, PendingFacts pending) {
        this.integration = integration;
        this.export = Platforms.of(integration.platform()).export(integration.mapperSettings());
        this.links = new OrderLinks(store, evidence, pending, false);
        this.writer = new StatementWriter(links, evidence, pending);
        this.evidence = evidence;
    }

    /** What became of a record; of its statements, the one that is last here counts. */
    public enum Outcome {
        /** No payment was made, so there is nothing to store. */
        WITHOUT_PAYMENT,
        /** What it states was stored before. */
        UNCHANGED,
        IMPORTED,
        /** The order ID cannot be used, or another purchase has it: the order has the platform's own ID. */
        IMPORTED_UNDER_OWN_ID
    }

    /** Returns how the files of the integration's platform are read. */
    public Export export() {
        return export;
    }

    /**
     * Stores a record. Passes on the exceptions of the store.
     *
     * @throws RowFault if it cannot be stored; statements before the fault may be stored
     */
    public Outcome store(List<ExportRow> record) throws RowFault {
        export.format().check(record);
        List<EventStatement> statements = export.statements(record);
        boolean mayUsePayment = isOld(statements);
        Outcome outcome = statements.isEmpty() ? Outcome.WITHOUT_PAYMENT : Outcome.UNCHANGED;
        for (EventStatement statement : statements) {
            if (!isKnownDispute(statement)) {
                Outcome written = write(record, statement, mayUsePayment);
                outcome = written.compareTo(outcome) > 0 ? written : outcome;
            }
        }
        return outcome;
    }

    private Outcome write(List<ExportRow> record, EventStatement statement, boolean mayUsePayment) throws RowFault {
        try {
            return switch (writer.write(integration, statement, mayUsePayment)) {
                case StatementWriter.Written.Done(boolean changed) -> changed ? Outcome.IMPORTED : Outcome.UNCHANGED;
                case StatementWriter.Written.Listed _ -> Outcome.IMPORTED_UNDER_OWN_ID;
                case StatementWriter.Written.NoOrder _ ->
                    throw fault(
                            record,
                            "the payment names no order, and is less than " + WebhookWorker.WAIT_FOR_NAME.toMinutes()
                                    + " minutes old",
                            "import the row again later");
                case StatementWriter.Written.Erased _ ->
                    throw fault(record, "its order was erased", "leave the row out");
                case StatementWriter.Written.Refused(String reason) ->
                    throw fault(
                            record,
                            "the order or the account has no room for it: " + reason,
                            "ask the operator of the service");
            };
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            throw fault(record, "the stored order cannot be read", "ask the operator to run ./evidence store verify");
        }
    }

    private static RowFault fault(List<ExportRow> record, String reason, String remedy) {
        return new RowFault(record.getFirst().line(), null, reason, remedy);
    }

    /** A payment of this moment waits for the webhook that names its order. */
    private boolean isOld(List<EventStatement> statements) {
        Instant newest = evidence.clock().instant().minus(WebhookWorker.WAIT_FOR_NAME);
        return statements.stream().map(HistoryImport::charged).noneMatch(time -> time != null && time.isAfter(newest));
    }

    private static @Nullable Instant charged(EventStatement statement) {
        OrderTime charged =
                statement instanceof EventStatement.OfPart of && of.part().content() instanceof PlatformObject object
                        ? object.statement().get(OrderFields.TRANSACTION_DATE)
                        : null;
        return charged == null ? null : charged.instant();
    }

    /** Exports have no ID of a dispute. If the order has one from elsewhere, it is the same. */
    private boolean isKnownDispute(EventStatement statement) {
        if (!(statement instanceof EventStatement.OfDispute stated)) {
            return false;
        }
        List<Dispute> held = links.linked(integration.space(), statement.links())
                .flatMap(order -> evidence.orders().order(integration.space(), order))
                .map(StoredOrder::disputes)
                .orElse(List.of());
        return held.stream()
                .anyMatch(
                        dispute -> !dispute.disputeId().equals(stated.dispute().disputeId()));
    }
}
