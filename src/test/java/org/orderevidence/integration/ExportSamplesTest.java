package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.adyen.Adyen;
import org.orderevidence.integration.shopify.Shopify;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Platforms;

/** What the rows of the sample exports state. */
class ExportSamplesTest {
    private static final Export STRIPE = new Stripe().export(Samples.settings(Platform.STRIPE));
    private static final Export SHOPIFY = new Shopify().export(Samples.settings(Platform.SHOPIFY));
    private static final Export ADYEN = new Adyen().export(Samples.settings(Platform.ADYEN));

    private static Export export(Platform platform) {
        return switch (platform) {
            case STRIPE -> STRIPE;
            case SHOPIFY -> SHOPIFY;
            case ADYEN -> ADYEN;
        };
    }

    private static List<EventStatement> statements(Export export, String csv, String key) throws RowFault {
        List<ExportRow> record = Exports.record(export.format(), csv, key);
        export.format().check(record);
        return export.statements(record);
    }

    private static List<EventStatement> statements(Platform platform, String key) throws RowFault {
        return statements(export(platform), Exports.text(platform.wireName()), key);
    }

    private static Composition.Complete order(List<EventStatement> statements) {
        List<Part> parts = new ArrayList<>();
        for (EventStatement statement : statements) {
            if (statement instanceof EventStatement.OfPart of) {
                parts.add(of.part());
            }
        }
        return assertInstanceOf(Composition.Complete.class, Composition.of(new OrderId("A-1"), parts));
    }

    @Test
    void columnsThatMeanAPaymentByTheMerchantOrInStoreAreRead() throws RowFault {
        String stripe =
                Exports.text("stripe").replace("Customer ID", "Invoice ID").replace("cus_ann", "in_1OfAnn");
        String adyen = Exports.text("adyen").replace("Reserved4", "Recurring Processing Model");
        String ofAnn = "74000000000000000000001,";

        assertTrue(charge(STRIPE, stripe, "ch_3MugsForAnn0001").recurring());
        assertFalse(charge(STRIPE, Exports.text("stripe"), "ch_3MugsForAnn0001").recurring());
        for (String model : List.of("Subscription", "UnscheduledCardOnFile", "CardOnFile", "")) {
            String csv = adyen.replace("Ecommerce,Ann Lee", "ContAuth,Ann Lee").replace(ofAnn, ofAnn + model);
            boolean isByMerchant = model.equals("Subscription") || model.equals("UnscheduledCardOnFile");
            assertEquals(isByMerchant, charge(ADYEN, csv, "PAYMENT0ANN00001").recurring(), model);
        }
        String inStore = adyen.replace("Ecommerce,Ann Lee", "POS,Ann Lee");
        assertTrue(charge(ADYEN, inStore, "PAYMENT0ANN00001").cardPresent());
        assertFalse(charge(ADYEN, adyen, "PAYMENT0ANN00001").cardPresent());
    }

    private static Charge charge(Export export, String csv, String key) throws RowFault {
        return order(statements(export, csv, key)).order().charge();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            STRIPE  | ch_3MugsForAnn0001  | SUCCEEDED | 4250 EUR   | 2026-01-01T00:00:00Z | 1000  | false
            STRIPE  | ch_3TrayForBoJpy001 | FAULT     |            |                      |       |
            STRIPE  | ch_3TeaForCyKwd0001 | SUCCEEDED | 12340 KWD  | 2026-01-02T08:31:07Z | 12340 | true
            STRIPE  | ch_3CupForDeFailed1 | FAILED    | 2000 EUR   | 2026-01-02T08:32:00Z |       | false
            STRIPE  | ch_3CupForEdUncapt1 | FAILED    | 2000 EUR   | 2026-01-02T08:33:00Z |       | false
            STRIPE  | ch_3JarForFlDispute | SUCCEEDED | 125000 EUR | 2026-01-02T08:34:00Z | 0     | false
            SHOPIFY | #1001               | SUCCEEDED | 4250 EUR   | 2026-01-01T10:59:58Z | 1000  | false
            SHOPIFY | #1002               | FAILED    | 1500 JPY   | 2026-01-02T00:00:00Z |       | false
            SHOPIFY | #1003               | FAILED    | 2000 EUR   | 2026-01-02T09:00:00Z |       | false
            ADYEN   | PAYMENT0ANN00001    | FAILED    | 4250 EUR   | 2026-01-01T11:00:00Z |       | false
            ADYEN   | PAYMENT0BO000002    | FAILED    | 1500 CLP   | 2026-07-01T10:00:00Z |       | false
            ADYEN   | PAYMENT0CY000003    | SUCCEEDED | 2000 USD   | 2026-07-01T16:00:00Z |       | false
            ADYEN   | PAYMENT0DE000004    | SUCCEEDED | 12340 KWD  | 2026-07-01T10:00:00Z |       | true
            ADYEN   | PAYMENT0ED000005    | SUCCEEDED | 1500 JPY   | 2026-07-01T10:00:00Z |       | false
            ADYEN   | PAYMENT0FL000006    | FAILED    | 500 EUR    | 2026-07-01T10:00:00Z |       | false
            """)
    void eachRowMakesAnOrder(
            Platform platform,
            String key,
            String status,
            @Nullable String money,
            @Nullable String time,
            @Nullable Long refunded,
            @Nullable Boolean inFull)
            throws RowFault {
        if (status.equals("FAULT")) {
            RowFault fault = assertThrows(RowFault.class, () -> statements(platform, key));
            assertEquals("Amount: the value is not an amount", fault.column() + ": " + fault.reason());
            return;
        }
        Charge charge = order(statements(platform, key)).order().charge();

        assertEquals(status, charge.status().name());
        assertEquals(money, Stated.money(charge.money()));
        assertEquals(time, String.valueOf(charge.transactionTime().instant()));
        assertEquals(refunded, charge.refundedAmountMinor());
        assertEquals(inFull, charge.refunded());
    }

    /** Each row states the parts, links and fields that a webhook states, except for what the export lacks. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            STRIPE  | ch_3MugsForAnn0001 | stripe/charge-refunded    | authCode network_id
            SHOPIFY | #1001              | shopify/orders-updated    | customerAccountId fulfillment ip refunded
            ADYEN   | PAYMENT0ANN00001   | adyen/authorisation       | descriptor network_id
            """)
    void aRowStatesWhatAWebhookStates(Platform platform, String key, String sample, String lacked) throws RowFault {
        Mapping row = new Mapping.Mapped(head(), statements(platform, key));
        Mapping event = Samples.map(platform, sample).getFirst();
        Map<String, Map<String, String>> ofRow = Stated.fields(row);
        Map<String, Map<String, String>> ofEvent = Stated.fields(event);
        Set<String> different = new TreeSet<>();
        ofEvent.forEach((object, fields) -> fields.forEach((field, value) -> {
            if (object.startsWith("OTHER fulfillment/")) {
                // The export has no ID of a fulfillment.
                different.add("fulfillment");
            } else if (!value.equals(ofRow.getOrDefault(object, Map.of()).get(field))) {
                different.add(field);
            }
        }));
        assertEquals(lacked, String.join(" ", different));
        assertEquals(links(event).hints(), links(row).hints());
        assertEquals(links(event).references(), links(row).references());
    }

    private static EventHead head() {
        return new EventHead("row", "row", null, null);
    }

    private static Links links(Mapping mapping) {
        return Stated.statements(mapping).getFirst().links();
    }

    @ParameterizedTest
    @CsvSource({
        "STRIPE,  ch_3MugsForAnn0001, stripe/charge-succeeded",
        "SHOPIFY, #1001,              shopify/orders-create",
        "ADYEN,   PAYMENT0ANN00001,   adyen/authorisation"
    })
    void theFirstWebhookIsNewerThanTheLastRow(Platform platform, String key, String sample) throws RowFault {
        Map<String, Long> rows = versions(statements(platform, key));
        Map<String, Long> events =
                versions(Stated.statements(Samples.map(platform, sample).getFirst()));
        assertFalse(events.isEmpty());
        events.forEach((part, version) -> assertTrue(rows.getOrDefault(part, Long.MIN_VALUE) < version, part));
        assertTrue(events.keySet().stream().anyMatch(rows::containsKey));
    }

    private static Map<String, Long> versions(List<EventStatement> statements) {
        Map<String, Long> versions = new HashMap<>();
        for (EventStatement statement : statements) {
            if (statement instanceof EventStatement.OfPart of) {
                versions.put(of.part().key().object(), of.part().version());
            }
        }
        return versions;
    }

    /** A later export of the same payment replaces what an earlier one stated. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            STRIPE  | ch_3MugsForAnn0001 | 10.00,eur,true | 0.00,eur,true
            STRIPE  | ch_3MugsForAnn0001 | eur,true       | eur,false
            SHOPIFY | #1001              | partially_refunded | pending
            SHOPIFY | #1001              | ,10.00,Mugs        | ,5.00,Mugs
            ADYEN   | PAYMENT0CY000003   | Settled            | Authorised
            ADYEN   | PAYMENT0DE000004   | Refunded           | Settled
            """)
    void ofTwoRowsThatOfTheLaterStageIsNewer(Platform platform, String key, String later, String earlier)
            throws RowFault {
        String csv = Exports.text(platform.wireName());
        assertTrue(csv.contains(later), later);
        Map<String, Long> before = versions(statements(export(platform), csv.replace(later, earlier), key));
        Map<String, Long> after = versions(statements(platform, key));
        before.forEach((part, version) -> assertTrue(version <= after.getOrDefault(part, 0L), part));
        assertTrue(
                before.entrySet().stream().anyMatch(part -> part.getValue() < after.getOrDefault(part.getKey(), 0L)));
    }

    @Test
    void aDisputeHasNoCodeAndAnIdOfItsPayment() throws RowFault {
        Dispute stripe = dispute(statements(Platform.STRIPE, "ch_3JarForFlDispute"));
        assertEquals("dispute-of-ch_3JarForFlDispute", stripe.disputeId());
        assertEquals(Dispute.UNKNOWN_CONDITION, stripe.condition());
        assertEquals(Dispute.Status.LOST, stripe.status());
        assertEquals("2026-02-03T10:00:00Z", String.valueOf(stripe.openedAt().instant()));

        Dispute adyen = dispute(statements(Platform.ADYEN, "PAYMENT0ED000005"));
        assertEquals("dispute-of-PAYMENT0ED000005", adyen.disputeId());
        assertEquals(Dispute.Status.OPEN, adyen.status());
    }

    private static Dispute dispute(List<EventStatement> statements) {
        return assertInstanceOf(EventStatement.OfDispute.class, statements.getLast())
                .dispute();
    }

    @Test
    void aPaymentThatWasNeverMadeStatesNothing() throws RowFault {
        assertEquals(List.of(), statements(Platform.STRIPE, "pi_3NeverPaid000001"));
    }

    /** An export with fewer columns in another sequence, with semicolons, quotes, CRLF and decimal commas. */
    @Test
    void columnsMayBeMissingAndInAnotherSequence() throws RowFault {
        String csv = """
                "Status";Amount;CURRENCY;Created (UTC);id\r
                "Paid";"1.250,50";EUR;2026-01-02 08:34;ch_3JarForFl000001\r
                """;
        Charge charge =
                order(statements(STRIPE, csv, "ch_3JarForFl000001")).order().charge();

        assertEquals("125050 EUR", Stated.money(charge.money()));
        assertEquals(Charge.Status.SUCCEEDED, charge.status());
        ExportHeader header =
                Exports.records(STRIPE.format(), csv).getFirst().getFirst().header();
        assertEquals(List.of(), STRIPE.format().missing(header));
        assertEquals(List.of(), STRIPE.format().ignored(header));
    }

    @Test
    void unknownColumnsAreNamed() {
        ExportHeader header = Exports.records(STRIPE.format(), Exports.text("stripe"))
                .getFirst()
                .getFirst()
                .header();

        assertEquals(
                List.of("Converted Amount", "Fee", "Card ID", "Card Exp Month", "Customer ID", "Dispute Reason"),
                STRIPE.format().ignored(header));
        for (Platform platform : Platform.values()) {
            Export export = export(platform);
            ExportHeader own = Exports.records(export.format(), Exports.text(platform.wireName()))
                    .getFirst()
                    .getFirst()
                    .header();
            assertEquals(List.of(), export.format().missing(own));
            assertEquals(List.of(platform), exporters(own));
        }
        assertEquals(List.of(), exporters(new ExportHeader(List.of("id", "amount"))));
    }

    private static List<Platform> exporters(ExportHeader header) {
        return Arrays.stream(Platform.values())
                .filter(platform -> Platforms.of(platform).exports(header))
                .toList();
    }
}
