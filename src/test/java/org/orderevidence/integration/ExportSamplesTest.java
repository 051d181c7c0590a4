package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.orderevidence.upload.CsvMapping;
import org.orderevidence.webhook.Platforms;

/** What the rows of the sample exports state, values that are refused, and files of another kind. */
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

    /** The export of Shopify may not state the sum of the refunds. */
    @ParameterizedTest
    @CsvSource({"refunded, 0.00, true", "refunded, '', true", "refunded, 10.00, false", "paid, 0.00, false"})
    void anOrderOfShopifyIsRefundedByItsStatusIfNoSumIsStated(String status, String sum, boolean refunded)
            throws RowFault {
        String csv = Exports.text("shopify")
                .replace("partially_refunded", status)
                .replace(",10.00,Mugs", "," + sum + ",Mugs");

        assertEquals(refunded, charge(SHOPIFY, csv, "#1001").refundedInFull());
    }

    /** Each row states the parts, links and fields that a webhook states, except for what the export lacks. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            STRIPE  | ch_3MugsForAnn0001 | stripe/charge-refunded    | authCode network_id
            SHOPIFY | #1001              | shopify/orders-updated    | customerAccountId fulfillment ip refunded
            ADYEN   | PAYMENT0ANN00001   | adyen/authorisation       | descriptor network_id
            """)
    void aRowStatesWhatAWebhookStates(Platform platform, String key, String sample, String lacked) throws RowFault {
        Mapping row = new Mapping.Mapped(new EventHead("row", "row", null, null), statements(platform, key));
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

    private static RowFault fault(Export export, String csv) {
        return assertThrows(RowFault.class, () -> {
            for (List<ExportRow> record : Exports.records(export.format(), csv)) {
                export.format().check(record);
                export.statements(record);
            }
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Mode   | Live       | Test     | null | the row is a test event in a live integration
            Mode   | Live       | Alive    | Mode | the value is not Live or Test
            Amount | 42.50      | 42.505   | Amount | the amount has more decimal digits than its currency
            Amount | 42.50      | EUR 42   | Amount | the value is not an amount
            Amount | 42.50      | -42.50   | Amount | an amount is less than 0
            Curr   | eur,true,  | xxz,true, | Currency | the value is not a currency
            Status | ,Paid,     | ,Owed,   | Status | the status is not known
            Capt   | eur,true   | eur,yes  | Captured | the value is not true or false
            Date   | 2026-01-01 00:00:00 | 1/1/26 0:00 | Created date (UTC) | the value is not a time
            Date   | 2026-01-01 00:00:00 | 2026-02-30 00:00:00 | Created date (UTC) | the value is not a time
            Date   | 2026-01-01 00:00:00 | 1926-01-01 00:00:00 | Created date (UTC) | the year is not from
            Id     | ch_3MugsForAnn0001  | pi_3MugsForAnn0001 | id | the value is the ID of a PaymentIntent
            Id     | ch_3MugsForAnn0001  | '' | id | there is no value
            Card   | Two mugs   | 4242 4242 4242 4242 | Description | the value contains what looks like a card number
            Card   | card_1     | 4242424242424242 | Card ID | none
            Utf    | Two mugs   | Two m\uFFFDgs | Description | the value is not UTF-8
            Width  | Two mugs   | Two, mugs | null | the row has 39 values, and the header row has 38
            """)
    void aRowOfStripeIsRefused(String what, String from, String to, String column, String reason) {
        List<String> lines = Exports.text("stripe").lines().limit(2).toList();
        String csv = lines.get(0) + "\n" + lines.get(1).replaceFirst("\\Q" + from.strip() + "\\E", to) + "\n";
        if (reason.equals("none")) {
            assertFalse(Exports.records(STRIPE.format(), csv).isEmpty());
            return;
        }
        RowFault fault = fault(STRIPE, csv);

        assertEquals(2, fault.line());
        assertEquals(
                reason,
                fault.reason()
                        .substring(0, Math.min(reason.length(), fault.reason().length())));
        if (!what.equals("Mode") || !column.equals("null")) {
            assertEquals(column, String.valueOf(fault.column()));
        }
        assertFalse(fault.remedy().isBlank());
        assertFalse((fault.reason() + fault.remedy()).contains("4242"));
    }

    @Test
    void aRowOfShopifyIsRefused() {
        String csv = Exports.text("shopify");
        RowFault shortened = fault(SHOPIFY, csv.replace("5501000000001", "5.501E+12"));
        assertEquals(
                "Id: a spreadsheet program has replaced the value, as with 5.6E+12 or #N/A",
                shortened.column() + ": " + shortened.reason());

        // The rows of an order are not one after the other.
        List<String> lines = csv.lines().toList();
        RowFault apart = fault(SHOPIFY, lines.get(0) + "\n" + lines.get(2) + "\n");
        assertEquals(2, apart.line());
        assertEquals("Id", apart.column());

        RowFault ofSecondRow = fault(SHOPIFY, csv.replace("1,Tea,13.50", "x,Tea,13.50"));
        assertEquals(3, ofSecondRow.line());
        assertEquals("Lineitem quantity", ofSecondRow.column());

        RowFault card = fault(SHOPIFY, csv.replace("1,Tea,13.50", "1,Tea 4242424242424242,13.50"));
        assertEquals(3, card.line());
        assertEquals("Lineitem name", card.column());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CET       | IST      | TimeZone          | the value is not one known time zone
            CET       | Mars     | TimeZone          | the value is not one known time zone
            Received  | Refund   | Type              | the type is not that of a payment
            Approved  | ''       | Acquirer Response | neither this column nor Type states
            424242******4242 | 4242424242424242 | Shopper PAN | the value contains what looks like a card number
            42.50     | 42.501   | Amount            | the amount has more decimal digits than its currency
            """)
    void aRowOfAdyenIsRefused(String from, String to, String column, String reason) {
        List<String> lines = Exports.text("adyen").lines().limit(2).toList();
        String csv = lines.get(0) + "\n" + lines.get(1).replace(from, to) + "\n";
        RowFault fault = fault(ADYEN, csv);

        assertEquals(column, fault.column());
        assertEquals(
                reason,
                fault.reason()
                        .substring(0, Math.min(reason.length(), fault.reason().length())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-01-01 12:00:00 | CET                 | 2026-01-01T11:00:00Z
            2026-07-01 12:00:00 | CET                 | 2026-07-01T10:00:00Z
            2026-07-01 12:00:00 | CEST                | 2026-07-01T10:00:00Z
            2026-10-25 02:30:00 | CEST                | 2026-10-25T00:30:00Z
            2026-10-25 02:30:00 | CET                 | 2026-10-25T01:30:00Z
            2026-11-01 01:30:00 | EDT                 | 2026-11-01T05:30:00Z
            2026-11-01 01:30:00 | EST                 | 2026-11-01T06:30:00Z
            2026-07-01 12:00:00 | America/Los_Angeles | 2026-07-01T19:00:00Z
            2026-07-01 12:00    | +05:30              | 2026-07-01T06:30:00Z
            2026-07-01 12:00:00 | UTC                 | 2026-07-01T12:00:00Z
            2026-07-01 12:00:00.123 | GMT             | 2026-07-01T12:00:00Z
            """)
    void aTimeIsReadInItsZone(String time, String zone, Instant expected) throws RowFault {
        ExportRow row = new ExportRow(new ExportHeader(List.of("Time", "Zone")), 2, List.of(time, zone));

        assertEquals(expected, row.inZone("Time", "Zone"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-01-01 12:00:00 +0100     | 2026-01-01T11:00:00Z
            2026-01-01 12:00:00 -03:00    | 2026-01-01T15:00:00Z
            2026-01-01T12:00:00Z          | 2026-01-01T12:00:00Z
            2026-01-01 12:00:00 UTC       | 2026-01-01T12:00:00Z
            2026-01-01 12:00              | 2026-01-01T12:00:00Z
            """)
    void aTimeWithoutZoneIsInUtc(String time, Instant expected) throws RowFault {
        ExportRow row = new ExportRow(new ExportHeader(List.of("Time")), 2, List.of(time));

        assertEquals(expected, row.utc("Time"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'75008     | 75008",
                "'=1+1      | =1+1",
                "'+353 1    | +353 1",
                "'t Hooft   | 't Hooft",
                "'          | '",
                "  Ann      | Ann",
            },
            quoteCharacter = '`')
    void theApostropheOfASpreadsheetIsLeftOut(String cell, String expected) {
        ExportRow row = new ExportRow(new ExportHeader(List.of("A")), 2, List.of(cell));

        assertEquals(expected, row.text("a"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id,Amount,Created (UTC),Currency,Arrival Date (UTC),Status | payouts
            id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC) | fees or balance transactions
            Handle,Title,Body (HTML),Vendor,Variant SKU | products
            First Name,Last Name,Email,Accepts Email Marketing,Total Spent | customers
            Psp Reference,Dispute PSP Reference,Dispute Amount,CB Reason Code | disputes
            id,Created date (UTC),Amount,Currency,Status,Fee,Dispute Reason,Transfer |
            Name,Email,Financial Status,Paid at,Currency,Total,Lineitem name,Id,Payment References,Risk Level |
            Psp Reference,Merchant Reference,Creation Date,TimeZone,Currency,Amount,Type,Risk Scoring |
            """)
    void columnsShowWhatAFileHas(String columns, @Nullable String expected) {
        assertEquals(Optional.ofNullable(expected), CsvMapping.otherKind(List.of(columns.split(",", -1))));
    }

    @ParameterizedTest
    @CsvSource({
        "po_1Payout, false",
        "re_3Refund, false",
        "4711, false",
        "CH_3Charge, false",
        "ch_3Charge, true",
        "py_3Payment, true",
        "pi_3Intent, true"
    })
    void onlyIdsOfPaymentsAreRead(String id, boolean isRead) {
        ExportRow row = new ExportRow(new ExportHeader(List.of("id")), 2, List.of(id));

        RowFault fault = assertThrows(RowFault.class, () -> STRIPE.statements(List.of(row)));

        assertEquals(
                isRead ? "there is no value" : "the value is not the ID of a charge, which starts with ch_ or py_",
                fault.reason());
    }
}
