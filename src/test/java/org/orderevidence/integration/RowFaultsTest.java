package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.adyen.Adyen;
import org.orderevidence.integration.shopify.Shopify;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.part.Platform;

/** Values of exports that are refused, the forms of times and amounts that are read, and files of another kind. */
class RowFaultsTest {
    private static final Export STRIPE = new Stripe().export(Samples.settings(Platform.STRIPE));
    private static final Export SHOPIFY = new Shopify().export(Samples.settings(Platform.SHOPIFY));
    private static final Export ADYEN = new Adyen().export(Samples.settings(Platform.ADYEN));

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
            Date   | 2026-01-01 00:00:00 | 2026-02-30 00:00:00 | Created date (UTC) | there is no such time
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
        assertEquals("Id: the value is not a whole number", shortened.column() + ": " + shortened.reason());

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
            id,Description,Email,Name,Created (UTC),Delinquent | customers
            Handle,Title,Body (HTML),Vendor,Variant SKU | products
            Payout Date,Status,Charges,Refunds | payouts
            First Name,Last Name,Email,Accepts Email Marketing,Total Spent | customers
            Psp Reference,Creation Date,Gross Debit (GC),Net Debit (NC) | fees or balance transactions
            Psp Reference,Dispute PSP Reference,Dispute Amount,CB Reason Code | disputes
            id,Created date (UTC),Amount,Currency,Status,Fee,Dispute Reason,Transfer |
            Name,Email,Financial Status,Paid at,Currency,Total,Lineitem name,Id,Payment References,Risk Level |
            Psp Reference,Merchant Reference,Creation Date,TimeZone,Currency,Amount,Type,Risk Scoring |
            """)
    void columnsShowWhatAFileHas(String columns, @Nullable String expected) {
        assertEquals(Optional.ofNullable(expected), new ExportHeader(List.of(columns.split(",", -1))).otherKind());
    }

    @ParameterizedTest
    @CsvSource({
        "po_1Payout, one of the payouts",
        "re_3Refund, one of the refunds",
        "pyr_1Refund, a refund",
        "txn_1Balance, one of the fees or balance transactions",
        "cus_Customer, one of the customers",
        "prod_Product, one of the products",
        "in_1Invoice, one of the invoices",
        "du_1Dispute, a dispute",
        "ch_3Charge,",
        "py_3Payment,",
        "pi_3Intent,"
    })
    void idsShowWhatARowIs(String id, @Nullable String expected) {
        ExportRow row = new ExportRow(new ExportHeader(List.of("id")), 2, List.of(id));
        Export export = new Stripe().export(Samples.settings(Platform.STRIPE));

        RowFault fault = assertThrows(RowFault.class, () -> export.statements(List.of(row)));

        assertEquals(
                expected == null ? "there is no value" : "the value is the ID of " + expected + ", not of a charge",
                fault.reason());
    }
}
