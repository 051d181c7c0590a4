package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.Exports;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.HistoryImport.Outcome;

/** Rows and webhooks about the same payment make one order, in any sequence. */
class HistoryImportTest {
    @TempDir
    private Path folder;

    @AutoClose
    private WebhookWorld world;

    private Webhooks instance;

    @BeforeEach
    void open() {
        world = new WebhookWorld(folder);
        world.move(Duration.between(WebhookWorld.START, Instant.parse("2026-11-01T00:00:00Z")));
        instance = world.instance();
    }

    private List<List<ExportRow>> records(Integration integration) {
        HistoryImport history = world.history(integration);
        return Exports.records(
                history.export().format(), Exports.text(integration.platform().wireName()));
    }

    /** Imports the first record of the sample. */
    private Outcome importFirst(Integration integration) throws RowFault {
        return world.history(integration).store(records(integration).getFirst());
    }

    /** Maps a sample as the worker does. */
    private void send(Integration integration, String sample) {
        StatementWriter writer = world.writer();
        for (Mapping mapping : Samples.mapped(integration, sample)) {
            for (EventStatement statement :
                    assertInstanceOf(Mapping.Mapped.class, mapping).statements()) {
                assertInstanceOf(
                        StatementWriter.Written.Done.class, writer.write(integration, statement, false), sample);
            }
        }
    }

    private StoredOrder order(Integration integration, String id) {
        return world.order(integration, id).orElseThrow();
    }

    private Integration connect(Platform platform) {
        return world.connect(instance, platform, IntegrationSettings.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            STRIPE  | A-1001 | stripe/charge-succeeded stripe/charge-refunded
            SHOPIFY | #1001  | shopify/orders-create shopify/orders-updated shopify/refunds-create
            ADYEN   | A-1001 | adyen/authorisation adyen/capture-in-part adyen/refund
            """)
    void theSequenceOfImportAndWebhooksDoesNotMatter(Platform platform, String id, String samples) throws RowFault {
        List<String> events = List.of(samples.split(" "));
        Integration only = connect(platform);
        events.forEach(event -> send(only, event));
        StoredOrder expected = order(only, id);

        for (int before = 0; before <= events.size(); before++) {
            Integration integration = connect(platform);
            events.subList(0, before).forEach(event -> send(integration, event));
            importFirst(integration);
            events.subList(before, events.size()).forEach(event -> send(integration, event));
            assertSame(expected, order(integration, id), "import after " + before);
        }
    }

    /** The token of a card is a different hash in each account. */
    private static void assertSame(StoredOrder expected, StoredOrder order, String when) {
        var charge = expected.order().charge();
        var other = order.order().charge();
        assertEquals(charge.money(), other.money(), when);
        assertEquals(charge.status(), other.status(), when);
        assertEquals(charge.refundedAmountMinor(), other.refundedAmountMinor(), when);
        assertEquals(charge.refunded(), other.refunded(), when);
        assertEquals(charge.transactionTime(), other.transactionTime(), when);
        assertEquals(charge.references(), other.references(), when);
        assertEquals(charge.fulfilledAt(), other.fulfilledAt(), when);
        assertEquals(charge.credential().bin(), other.credential().bin(), when);
        assertEquals(charge.credential().last4(), other.credential().last4(), when);
        assertEquals(charge.credential().brand(), other.credential().brand(), when);
        assertEquals(
                charge.credential().fingerprint() == null, other.credential().fingerprint() == null, when);
        assertEquals(expected.order().customer(), order.order().customer(), when);
        assertEquals(expected.order().receipt(), order.order().receipt(), when);
        assertEquals(expected.disputes(), order.disputes(), when);
    }

    @Test
    void anOrderIdThatCannotBeUsedIsTold() throws RowFault {
        Integration stripe = connect(Platform.STRIPE);
        HistoryImport history = world.history(stripe);
        List<ExportRow> record = Exports.records(
                        history.export().format(),
                        Exports.text("stripe").replaceFirst(",A-1001,", "," + "A".repeat(129) + ","))
                .getFirst();

        assertEquals(Outcome.IMPORTED_UNDER_OWN_ID, history.store(record));
        assertEquals(Outcome.UNCHANGED, history.store(record));
        assertTrue(world.order(stripe, "pi_3MugsForAnn0001").isPresent());
    }

    @Test
    void importingAgainChangesNothing() throws RowFault {
        for (Platform platform : Platform.values()) {
            Integration integration = connect(platform);
            List<Outcome> first = outcomes(integration);
            List<String> orders = List.of("A-1001", "#1001", "A-1003", "#1002", "A-1005", "#1003", "A-1002");
            List<StoredOrder> before = stored(integration, orders);

            List<Outcome> second = outcomes(integration);

            assertTrue(first.contains(Outcome.IMPORTED));
            assertTrue(before.size() >= 3, platform.wireName());
            for (int i = 0; i < first.size(); i++) {
                assertEquals(
                        first.get(i) == Outcome.IMPORTED ? Outcome.UNCHANGED : first.get(i),
                        second.get(i),
                        platform + " " + i);
            }
            assertEquals(before, stored(integration, orders));
        }
    }

    private List<Outcome> outcomes(Integration integration) {
        List<Outcome> outcomes = new ArrayList<>();
        for (List<ExportRow> record : records(integration)) {
            try {
                outcomes.add(world.history(integration).store(record));
            } catch (RowFault fault) {
                outcomes.add(Outcome.WITHOUT_PAYMENT);
            }
        }
        return outcomes;
    }

    private List<StoredOrder> stored(Integration integration, List<String> ids) {
        return ids.stream().flatMap(id -> world.order(integration, id).stream()).toList();
    }

    /** A webhook about a dispute has an ID and a code, which the export has not. */
    @Test
    void aDisputeThatIsKnownIsNotImportedASecondTime() throws RowFault {
        Integration integration = connect(Platform.STRIPE);
        List<ExportRow> disputed = records(integration).get(5);
        world.history(integration).store(disputed);
        assertEquals(
                List.of("dispute-of-ch_3JarForFlDispute"),
                order(integration, "pi_3JarForFlDispute").disputes().stream()
                        .map(Dispute::disputeId)
                        .toList());

        Integration other = connect(Platform.STRIPE);
        send(other, "stripe/charge-succeeded");
        send(other, "stripe/dispute-created");
        List<Dispute> before = order(other, "A-1001").disputes();
        List<ExportRow> again = Exports.record(
                world.history(other).export().format(),
                Exports.text("stripe").replace("+353 1 555 0100,,,,,Ann", "+353 1 555 0100,42.50,Lost,,,Ann"),
                "ch_3MugsForAnn0001");
        world.history(other).store(again);
        assertEquals(1, before.size());
        assertEquals(before, order(other, "A-1001").disputes());
    }

    /** The webhook that names the order may still be under way. */
    @Test
    void aNewPaymentWithoutOrderWaits() throws RowFault {
        Integration integration = connect(Platform.STRIPE);
        List<ExportRow> record = Exports.record(
                world.history(integration).export().format(),
                Exports.text("stripe").replace("2026-01-02 08:34:00", "2026-10-31 23:50:00"),
                "ch_3JarForFlDispute");

        RowFault fault =
                assertThrows(RowFault.class, () -> world.history(integration).store(record));
        assertEquals(7, fault.line());
        assertEquals("import the row again later", fault.remedy());

        world.move(Duration.ofMinutes(10));
        assertEquals(Outcome.IMPORTED, world.history(integration).store(record));
    }

    /** A refund that came before the import waits for its charge. */
    @Test
    void factsThatWaitAreJoinedWithImportedOrders() throws RowFault {
        Integration integration = connect(Platform.STRIPE);
        send(integration, "stripe/dispute-created");

        importFirst(integration);

        assertEquals(1, order(integration, "A-1001").disputes().size());
    }
}
