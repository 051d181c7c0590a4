package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.terminal.Json;
import tools.jackson.databind.JsonNode;

class CsvOrdersTest {
    private static final String HEADER = "id,amount,currency,transactionDate";
    private static final int MAX_ROW = 1_000;
    private static final List<String> REQUIRED = List.of("id", "amount", "currency", "transactionDate");
    private static final int FILES = 200;
    private static final String LETTERS = "ab,;\t\"'\r\n \u00fc\u20ac{}[]=#\\0\uD83D\uDE00";

    @Test
    void aRowIsAnOrderWithTheTypesOfItsFields() throws IOException {
        String order = rows(
                        "minor",
                        HEADER + ",revision,refunded,last4,receipt.customerEmail,receipt.name.givenName,"
                                + "receipt.lineItems[0].productName,receipt.lineItems[0].quantity,"
                                + "receipt.lineItems[1].price,receipt.totals.tax,Notes",
                        "7,1999,usd,2026-11-01,3,Yes,0042,ann@example.com,Ann,\"Tea, \"\"green\"\"\",2,-100,300,x")
                .getFirst();

        assertEquals(
                "2 {\"id\":\"7\",\"amount\":1999,\"currency\":\"usd\",\"transactionDate\":\"2026-11-01\","
                        + "\"revision\":3,\"refunded\":true,\"last4\":\"0042\",\"receipt\":{"
                        + "\"customerEmail\":\"ann@example.com\",\"name\":{\"givenName\":\"Ann\"},"
                        + "\"totals\":{\"tax\":300},"
                        + "\"lineItems\":[{\"productName\":\"Tea, \\\"green\\\"\",\"quantity\":2},{\"price\":-100}]}}",
                order);
    }

    @Test
    void anEmptyValueIsNoField() throws IOException {
        assertEquals(
                "2 {\"id\":\"A\",\"amount\":1,\"currency\":\"USD\"}",
                rows("minor", HEADER, "A, 1 ,USD,  ").getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void theSeparatorIsWhatSeparatesOutsideOfQuotes(String separator) throws IOException {
        List<String> rows = rows(
                "minor",
                HEADER.replace(",", separator)
                        + separator
                        + '"'
                        + ",;\t".replace(separator, "").repeat(9)
                        + '"',
                "A,1,USD,2026-11-01,".replace(",", separator) + "\"x;y\tz,\"");

        assertEquals(
                List.of("2 {\"id\":\"A\",\"amount\":1,\"currency\":\"USD\",\"transactionDate\":\"2026-11-01\"}"), rows);
    }

    @Test
    void aRowHasTheLineOfTheFileInWhichItStarts() throws IOException {
        List<String> rows = rows(
                "minor",
                HEADER + ",descriptor",
                "A,1,USD,2026-11-01,\"two\r\nlines\"",
                "",
                "B,x,USD,2026-11-01,",
                "C,1,USD,2026-11-01,");

        assertEquals("2 {\"id\":\"A\"", rows.get(0).substring(0, 11));
        assertEquals("5 B /amount invalid_type column \"amount\" must be an integer", rows.get(1));
        assertEquals("6 {\"id\":\"C\"", rows.get(2).substring(0, 11));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            decimal       | 19.99  | USD | 1999
            decimal       | 0.07   | EUR | 7
            decimal       | -1.00  | EUR | -100
            decimal       | 1999   | JPY | 1999
            decimal       | 1999.00 | JPY | 1999
            decimal       | 0.00   | JPY | 0
            decimal       | 1.999  | KWD | 1999
            decimal       | 999999999999999 | KWD | 999999999999999000
            decimal       | 4503599627370.49 | USD | 450359962737049
            decimal       | 1,999.00 | USD | 199900
            decimal       | 1,500  | JPY | 1500
            decimal       | 29.0000 | USD | 2900
            decimal-comma | 1.234,56 | EUR | 123456
            decimal-comma | 19,99  | USD | 1999
            auto          | 1.234,56 | EUR | 123456
            auto          | 1,234.56 | USD | 123456
            auto          | 19,9   | EUR | 1990
            minor         | 1999   | USD | 1999
            """)
    void anAmountBecomesExactMinorUnits(String amounts, String text, String currency, String minor) throws IOException {
        String row = rows(amounts, "amount;id;transactionDate;currency", text + ";A;2026-11-01;" + currency)
                .getFirst();

        assertTrue(row.startsWith("2 {\"amount\":" + minor + ",\"id\":\"A\","), row);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            decimal       | 19.999   | USD | more decimal digits than the currency, which has 2
            decimal       | 19.9     | JPY | more decimal digits than the currency, which has 0
            decimal       | 1.000    | JPY | more decimal digits than the currency, which has 0
            decimal       | 1.000    | USD | more decimal digits than the currency, which has 2
            decimal       | 19,99    | USD | must be an amount such as 19.99,
            decimal       | 1,999    | KWD | must be an amount such as 19.99,
            decimal       | 1,99.00  | USD | must be an amount such as 19.99,
            decimal       | 1e3      | USD | must be an amount such as 19.99,
            decimal       | $19.99   | USD | must be an amount such as 19.99,
            decimal       | 19.      | USD | must be an amount such as 19.99,
            decimal-comma | 19.99    | USD | must be an amount such as 19,99,
            decimal       | 19.99    |     | needs the row's currency
            decimal       | 19.99    | XAU | needs the row's currency
            decimal       | 19.99    | US  | needs the row's currency
            minor         | 1e3      | USD | must be an integer
            minor         | $19      | USD | must be an integer
            minor         | 9999999999999999999 | USD | must be an integer
            """)
    void anInexactAmountRejectsItsRowAlone(String amounts, String text, String currency, String detail)
            throws IOException {
        List<String> rows = rows(
                amounts,
                "amount;id;transactionDate;currency",
                text + ";A;2026-11-01;" + (currency == null ? "" : currency),
                "1;B;2026-11-01;USD");

        assertTrue(rows.getFirst().startsWith("2 A /amount inv"), rows.getFirst());
        assertTrue(rows.getFirst().contains(detail), rows::toString);
        assertTrue(rows.getLast().contains("\"id\":\"B\""), rows::toString);
    }

    /** The amounts before it may be wrong as well: 20 may be 20.00. */
    @ParameterizedTest
    @ValueSource(strings = {"19.99", "\"19,99\"", "\"1,999\"", "-0.5", "\"1,999.00\"", ".99"})
    void anAmountWithAFractionEndsAnUploadInMinorUnits(String amount) {
        UnusableInput ended = assertThrows(
                UnusableInput.class,
                () -> rows("minor", HEADER, "A,1,USD,2026-11-01", "B," + amount + ",USD,2026-11-01"));

        assertTrue(
                String.valueOf(ended.getMessage()).startsWith("line 3, column \"amount\": the amount has a point or"),
                ended::toString);
        assertTrue(String.valueOf(ended.getMessage()).contains("--amounts decimal"), ended::toString);
    }

    @Test
    void aLineItemIsInItsOwnCurrency() throws IOException {
        String row = rows(
                        "decimal",
                        HEADER + ",line_items_0_price,line_items_0_currency,line_items_1_price",
                        "A,1.50,USD,2026-11-01,150,JPY,2.50")
                .getFirst();

        assertTrue(row.contains("\"lineItems\":[{\"price\":150,\"currency\":\"JPY\"},{\"price\":250}]"), row);
    }

    @Test
    void allFaultsOfARowAreReportedTogether() throws IOException {
        assertEquals(
                "2 A /amount invalid_type column \"amount\" must be an integer"
                        + " /refunded invalid_type column \"Refunded\" must be true or false, yes or no, 1 or 0",
                rows("minor", HEADER + ",Refunded", "A,x,USD,2026-11-01,maybe").getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"A,1,USD", "A,1,USD,2026-11-01,x"})
    void aRowWithMoreOrFewerValuesThanTheHeaderIsRejected(String row) throws IOException {
        String rejected = rows("minor", HEADER, row).getFirst();

        assertTrue(rejected.startsWith("2 A  malformed_csv the row has "), rejected);
    }

    @Test
    void aRowThatWouldReplaceTheOneBeforeIsRejected() throws IOException {
        List<String> rows = rows("minor", HEADER, "A,1,USD,2026-11-01", "A,2,USD,2026-11-01", "B,2,USD,2026-11-01");

        assertTrue(rows.get(1).startsWith("3 A /id invalid the row before has the same id"), rows::toString);
        assertTrue(rows.get(2).contains("\"id\":\"B\""), rows::toString);
    }

    @Test
    void rowsOfOneOrderAreItsLineItems() throws IOException {
        List<String> rows = rows(
                "minor",
                HEADER + ",Item name,Qty,Unit price",
                "A,500,USD,2026-11-01,Mug,2,150",
                "A,500,USD,,Tea,1,200",
                ",,,,Cup,1,0",
                "B,7,USD,2026-11-01,,,",
                "C,500,USD,2026-11-01,Mug,1,500",
                "C,600,USD,2026-11-01,Tea,1,600");

        assertTrue(
                rows.get(0)
                        .endsWith("\"lineItems\":[{\"productName\":\"Mug\",\"quantity\":2,\"price\":300},"
                                + "{\"productName\":\"Tea\",\"quantity\":1,\"price\":200},"
                                + "{\"productName\":\"Cup\",\"quantity\":1,\"price\":0}]}}"),
                rows::toString);
        assertTrue(rows.get(1).startsWith("5 {\"id\":\"B\""), rows::toString);
        assertEquals(
                "6 C /amount invalid column \"amount\" has several values in the rows of the same order", rows.get(2));
        assertEquals(3, rows.size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-11-01 10:00       | must not be read | a time without zone; give it with --zone
            01/11/2026 10:00       | must not be read | give another form with --date-format
            2026-13-01 10:00:00 Z  | must not be read | must be a date such as
            2026-11-01 10:00 +0100 | 2026-11-01T09:00:00Z |
            2026-11-01 10:00:00 UTC | 2026-11-01T10:00:00Z |
            2026-11-01T10:00:00+01:00 | 2026-11-01T10:00:00+01:00 |
            """)
    void aTimeIsReadIfItsZoneIsKnown(String text, String time, String refusal) throws IOException {
        String row = rows("minor", HEADER, "A,1,USD," + text).getFirst();

        assertEquals(refusal == null, row.contains("\"transactionDate\":\"" + time + "\""), row);
        assertTrue(refusal == null || row.contains(refusal), row);
    }

    @ParameterizedTest
    @CsvSource({
        "wc-completed, succeeded",
        "Cancelled, failed",
        "Paid, succeeded",
        "pending, has succeeded or failed",
        "Disputed, /disputes",
        "blue, no status"
    })
    void wordsOfShopsAreAStatusOrRejectTheirOrder(String word, String expected) throws IOException {
        String row =
                rows("minor", HEADER + ",status", "A,1,USD,2026-11-01," + word).getFirst();

        assertTrue(row.contains(expected), row);
    }

    @Test
    void textOfAnotherEncodingIsRejectedAndNotStoredWrong() throws IOException {
        String csv = HEADER + ",receipt.name.givenName\nA,1,USD,2026-11-01,J\u00fcrgen\nB,1,USD,2026-11-01,Ann\n";

        List<String> rows = read("minor", csv.getBytes(StandardCharsets.ISO_8859_1));

        assertEquals(
                "2 A  malformed_csv the row is not UTF-8; save the file as \"CSV UTF-8\", or give its encoding with"
                        + " --encoding, such as windows-1252.",
                rows.get(0));
        assertTrue(rows.get(1).contains("\"givenName\":\"Ann\""), rows::toString);
        assertTrue(read("minor", csv.getBytes(StandardCharsets.UTF_8)).get(0).contains("\"J\u00fcrgen\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"B,\"1\"x,USD,2026-11-01", "B,\"1,USD,2026-11-01", "B,\"1\nUSD"})
    void aQuoteThatIsNotClosedEndsTheFile(String row) {
        List<String> read = new ArrayList<>();
        String csv = HEADER + "\nA,1,USD,2026-11-01\n" + row + "\n" + "x,".repeat(MAX_ROW);

        IOException broken =
                assertThrows(IOException.class, () -> readInto(read, "minor", csv.getBytes(StandardCharsets.UTF_8)));

        assertEquals(1, read.size());
        assertTrue(
                String.valueOf(broken.getMessage()).startsWith("the CSV is broken in the row after line 2: "),
                broken::toString);
    }

    @Test
    void aRowThatIsTooLongEndsTheFile() {
        String csv = HEADER + "\n" + "x".repeat(MAX_ROW + 1) + ",1,USD,2026-11-01\n";

        IOException tooLong =
                assertThrows(IOException.class, () -> read("minor", csv.getBytes(StandardCharsets.UTF_8)));
        assertTrue(String.valueOf(tooLong.getMessage()).contains("after line 1"), tooLong::toString);
    }

    @Test
    void aHeaderInAnotherEncodingIsRefused() {
        Charset latin = StandardCharsets.ISO_8859_1;

        UnusableInput refused =
                assertThrows(UnusableInput.class, () -> read("minor", (HEADER + ",Stra\u00dfe\n").getBytes(latin)));
        assertEquals(
                "the header row is not UTF-8. Save the file as \"CSV UTF-8\", or give its encoding with --encoding, such"
                        + " as windows-1252.",
                refused.getMessage());
    }

    @Test
    void allRowsOfAnOrderAreKeptForItsCorrection() throws IOException {
        byte[] csv = """
                order_id,order_total,order_date,order_currency,item_name
                A-1,19.99,2026-01-01,USD,Mug
                A-1,,,,Tray
                A-2,5.00,2026-01-01,USD,Cup
                """.getBytes(StandardCharsets.UTF_8);
        CsvRecords orders = orders(csv, CsvOptions.of(List.of(), "auto", CsvOptions.Answers.NONE));

        assertEquals(
                List.of(List.of("A-1", "19.99", "2026-01-01", "USD", "Mug"), List.of("A-1", "", "", "", "Tray")),
                cells(orders.next()));
        assertEquals(List.of(List.of("A-2", "5.00", "2026-01-01", "USD", "Cup")), cells(orders.next()));
    }

    @Test
    void anExportOfAdyenIsRecognisedWithTheCommandThatReadsIt() throws IOException {
        byte[] csv = """
                Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Currency,Amount,Acquirer Response
                PAYMENT0ANN00001,A-1,visa,2026-01-01T12:00:00Z,CET,EUR,42.50,Refused
                """.getBytes(StandardCharsets.UTF_8);
        CsvRecords orders = orders(csv, CsvOptions.of(List.of(), "auto", CsvOptions.Answers.NONE));

        assertTrue(
                orders.columns()
                        .notes()
                        .contains(
                                "this is an export of Adyen; with an integration, ./evidence import adyen also reads it"),
                orders.columns().notes()::toString);
        String order = shown(Objects.requireNonNull(orders.next()));
        assertTrue(order.contains("\"id\":\"A-1\"") && order.contains("\"status\":\"failed\""), order);
    }

    private static List<String> rows(String amounts, String... lines) throws IOException {
        return read(amounts, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> read(String amounts, byte[] csv) throws IOException {
        List<String> rows = new ArrayList<>();
        readInto(rows, amounts, csv);
        return rows;
    }

    private static void readInto(List<String> rows, String amounts, byte[] csv) throws IOException {
        CsvOptions options = CsvOptions.of(List.of(), amounts, CsvOptions.Answers.NONE);
        CsvRecords orders = orders(csv, options);
        for (Item row = orders.next(); row != null; row = orders.next()) {
            rows.add(orders.place().number() + " " + shown(row));
        }
    }

    private static CsvRecords orders(byte[] csv, CsvOptions options) throws IOException {
        CsvRows rows = new CsvRows(new ByteArrayInputStream(csv), firstLine(csv), 0, MAX_ROW);
        return CsvRecords.orders(rows, MAX_ROW, () -> 0, options);
    }

    private static byte[] firstLine(byte[] csv) {
        return new String(csv, StandardCharsets.ISO_8859_1)
                .lines()
                .findFirst()
                .orElse("")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String shown(Item row) {
        Outcome.Rejected fault = row.fault();
        if (fault == null) {
            return new String(row.json().toArray(), StandardCharsets.UTF_8);
        }
        StringBuilder all = new StringBuilder(String.valueOf(fault.id()));
        fault.errors()
                .forEach(error -> error.values().forEach(part -> all.append(' ').append(part)));
        return all.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "ip, ip",
        "network_id, network_id",
        "networkId, network_id",
        "AuthCode, authCode",
        "last-4, last4",
        "RECEIPT.CUSTOMER_EMAIL, receipt.customerEmail",
        "E-Mail, receipt.customerEmail",
        "billing_address_line1, receipt.billingAddress.line1",
        "Billing Zip, receipt.billingAddress.postalCode",
        "IP address, ip",
        "receipt.lineItems[12].price, receipt.lineItems[12].price",
        "line_items_1_price, receipt.lineItems[1].price",
        "Receipt Description, receipt.description",
        "totals.tax, receipt.totals.tax",
        "delivery.status, receipt.delivery.status",
        "Status, status"
    })
    void aColumnIsFoundByTheNameOfItsField(String column, String field) {
        assertEquals(field, field(column));
    }

    /** Each could also mean something else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "description",
                "name",
                "price",
                "date",
                "transaction id",
                "customer id",
                "country",
                "created at",
                "receipt.lineItems[500].price",
                "receipt.lineItems[0].size",
                "receipt.lineItems.price",
                "",
                "%"
            })
    void aColumnThatCouldMeanAnotherFieldIsIgnored(String column) {
        assertEquals("ignored", field(column));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id,Created (UTC),Amount,Currency,Payment Source Type             | A,2026-11-01T10:00:00Z,5.00,EUR,%s       | card_present
            id,Created (UTC),Amount,Currency,Payment Source Type             | A,2026-11-01T10:00:00Z,5.00,EUR,%s       | interac_present
            Name,Financial Status,Created at,Total,Currency,Source           | A,paid,2026-11-01T10:00:00Z,5.00,EUR,%s  | pos
            Merchant Reference,Psp Reference,Creation Date,TimeZone,Amount,Currency,Shopper Interaction | A,PSP1,2026-11-01T10:00:00Z,UTC,5.00,EUR,%s | POS
            """)
    void aPaymentInAShopIsNotCardAbsent(String header, String row, String word) throws IOException {
        assertTrue(read("auto", (header + "\n" + row.formatted(word)).getBytes(StandardCharsets.UTF_8))
                .getFirst()
                .contains("\"cardPresent\":true"));
        assertFalse(read("auto", (header + "\n" + row.formatted("web")).getBytes(StandardCharsets.UTF_8))
                .getFirst()
                .contains("cardPresent"));
    }

    /** The columns are read as the import of the same file reads them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            Adyen   | ContAuth,Subscription         | true
            Adyen   | contauth,UnscheduledCardOnFile | true
            Adyen   | ContAuth,CardOnFile           | false
            Adyen   | Ecommerce,Subscription        | false
            Adyen   | ContAuth,N/A                  | false
            Adyen   | ContAuth,                     | false
            Stripe  | in_1Ann,Subscription update   | true
            Stripe  | in_1Ann,Tea                   | true
            Stripe  | in_1Ann,Subscription creation | false
            Stripe  | ,Subscription update          | true
            Stripe  | ,Tea                          | false
            Shopify | subscription_contract_checkout_one,paid | true
            Shopify | web,paid                      | false
            """)
    void aPaymentByTheMerchantIsRecurring(String platform, String cells, boolean isRecurring) throws IOException {
        String export = switch (platform) {
            case "Adyen" ->
                "Merchant Reference,Psp Reference,Creation Date,TimeZone,Amount,Currency,"
                        + "Shopper Interaction,Recurring Processing Model\n"
                        + "A,PSP1,2026-11-01T10:00:00Z,UTC,5.00,EUR,";
            case "Stripe" -> "id,Created (UTC),Amount,Currency,Invoice ID,Description\nch_1,2026-11-01 10:00,5.00,EUR,";
            default -> "Name,Created at,Total,Currency,Source,Financial Status\nA,2026-11-01T10:00:00Z,5.00,EUR,";
        };

        String order =
                read("auto", (export + cells).getBytes(StandardCharsets.UTF_8)).getFirst();

        assertEquals(isRecurring, order.contains("\"recurring\":true"), order);
        assertTrue(order.contains("\"amount\":500"), order);
    }

    @ParameterizedTest
    @CsvSource({"Test, false, true", "test, false, true", "Live, false, false", "Test, true, false", "Live, true, false"
    })
    void aTestPaymentOfStripeIsRefusedWithALiveKey(String mode, boolean isTestKey, boolean isRefused)
            throws IOException {
        byte[] csv = ("id,Created (UTC),Amount,Currency,Mode\nch_1,2026-11-01 10:00,5.00,EUR," + mode)
                .getBytes(StandardCharsets.UTF_8);
        CsvOptions options =
                CsvOptions.of(List.of(), "auto", CsvOptions.Answers.NONE).ofTest(isTestKey);
        CsvRecords orders = orders(csv, options);

        String row = shown(Objects.requireNonNull(orders.next()));

        assertEquals(
                isRefused,
                row.equals("ch_1  invalid the row is a test payment, as its column Mode states; remove it, or upload it"
                        + " with a test key"),
                row);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shipping Province", "shipping_state", "Shipping Address State", "Ship State"})
    void aStateOfAnAddressIsRead(String column) {
        assertEquals("receipt.shippingAddress.countrySubdivision", field(column));
    }

    /** Each customer of Stripe has one, also without an account at the shop. */
    @Test
    void aCustomerOfStripeIsNoLogin() {
        assertEquals(
                List.of("id", "transactionDate", "amount", "currency", "ignored"),
                fields(List.of("id", "Created date (UTC)", "Amount", "Currency", "Customer ID")));
    }

    @Test
    void aFieldsOwnNameWinsOverASimilarOneAndThatOverASynonym() {
        assertEquals(
                List.of("id", "amount", "currency", "transactionDate", "ignored", "ignored", "receipt.customerEmail"),
                fields(List.of("id", "amount", "currency", "transactionDate", "Total", "E-Mail", "Customer_Email")));
    }

    @Test
    void anOptionWinsAndCanIgnoreAColumn() {
        List<String> header = List.of("Order no", "id", "Total", "currency", "transactionDate", "ip");

        assertEquals(
                List.of("id", "ignored", "amount", "currency", "transactionDate", "ignored"),
                fields(header, "Order no=id", "ip="));
    }

    @Test
    void theNameOfAColumnMayHaveAnEqualsSign() {
        assertEquals("ip", fields(with("a=b"), "a=b=ip").getLast());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id,amount,currency          |                  | no column for transactionDate. Name it with --map
            foo,bar                     |                  | the input is not JSON, and its first line is not
            Total,Order total,id        |                  | the columns Total and Order total both mean amount
            id,ID                       | x=ip             | --map: the file has no column x. Its columns are: id
            id,x,x                      | x=ip             | --map: the file has two columns x
            id,x                        | x=ipp            | --map: an order has no field ipp
            x,y                         | x=id;y=id        | both mean id
            id,x                        | x                | --map must be COLUMN=FIELD
            id,x                        | =ip              | --map must be COLUMN=FIELD
            """)
    void aWrongHeaderOrOptionIsRefused(String header, String maps, String message) {
        List<String> options = maps == null ? List.of() : Arrays.asList(maps.split(";", -1));

        UnusableInput refused = assertThrows(
                UnusableInput.class,
                () -> CsvMapping.of(
                        Arrays.asList(header.split(",", -1)),
                        CsvOptions.of(options, "minor", CsvOptions.Answers.NONE)));
        assertFalse(refused.isStarted());
        assertTrue(String.valueOf(refused.getMessage()).contains(message), refused::toString);
    }

    @Test
    void theSummaryNamesWhatIsMappedAndWhatIsIgnored() {
        CsvMapping mapping = CsvMapping.of(
                List.of("Order ID", "Total", "Notes\u0007", "currency", "transactionDate"),
                CsvOptions.of(List.of(), "decimal", CsvOptions.Answers.NONE));

        assertEquals(
                "Order ID -> id, Total -> amount (with a decimal point), currency -> currency,"
                        + " transactionDate -> transactionDate",
                mapping.summary());
        assertEquals("Notes?", mapping.ignored());
        assertEquals(
                "Total           -> amount (with a decimal point)",
                mapping.lines().get(1));
    }

    private static String field(String column) {
        return fields(with(column)).getLast();
    }

    private static List<String> with(String column) {
        List<String> header = new ArrayList<>(REQUIRED);
        header.add(column);
        return header;
    }

    private static List<String> fields(List<String> header, String... maps) {
        CsvMapping mapping = CsvMapping.of(header, CsvOptions.of(List.of(maps), "minor", CsvOptions.Answers.NONE));
        List<String> fields = new ArrayList<>();
        for (ColumnField field : mapping.fields) {
            fields.add(field == null ? "ignored" : field.name());
        }
        return fields;
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void everyValueIsRead(String separator) throws IOException {
        Random random = new Random(20_261_123);
        for (int file = 0; file < FILES; file++) {
            List<String> header = header(random);
            List<Map<String, String>> orders = new ArrayList<>();
            StringBuilder csv = new StringBuilder(line(header, separator, random));
            for (int row = random.nextInt(5); row >= 0; row--) {
                Map<String, String> order = new LinkedHashMap<>();
                header.forEach(column -> order.put(column, value(column, random)));
                order.put("id", "A-" + row);
                orders.add(order);
                csv.append(line(List.copyOf(order.values()), separator, random));
            }

            read(csv.toString(), header, orders);
        }
    }

    private static void read(String csv, List<String> header, List<Map<String, String>> orders) throws IOException {
        byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
        byte[] firstLine = csv.lines().findFirst().orElse("").getBytes(StandardCharsets.UTF_8);
        CsvRecords read = CsvRecords.orders(
                new CsvRows(new ByteArrayInputStream(bytes), firstLine, 0, 100_000),
                100_000,
                () -> 0,
                CsvOptions.of(List.of(), "minor", CsvOptions.Answers.NONE));
        for (Map<String, String> order : orders) {
            Item item = Objects.requireNonNull(read.next());
            JsonNode json =
                    Json.read(item.fault() == null ? item.json().toArray() : "{}".getBytes(StandardCharsets.UTF_8));
            for (String column : header) {
                String sent = SpreadsheetText.text(order.getOrDefault(column, ""));
                JsonNode value = json.at("/" + column.replace("[0]", "/0").replace('.', '/'));
                assertEquals(sent, value.asString(""), () -> column + " of " + csv);
                assertEquals(!sent.isEmpty() && column.equals("amount"), value.isNumber(), column);
            }
        }
        assertNull(read.next());
    }

    private static List<String> header(Random random) {
        List<String> optional = new ArrayList<>(ColumnField.all().stream()
                .filter(field -> field.item() == ColumnField.NO_ITEM && field.kind() == ColumnField.Cell.TEXT)
                .map(ColumnField::name)
                .filter(name -> !REQUIRED.contains(name))
                .toList());
        optional.add("receipt.lineItems[0].productName");
        Collections.shuffle(optional, random);
        List<String> header = new ArrayList<>(optional.subList(0, random.nextInt(optional.size())));
        header.addAll(REQUIRED);
        Collections.shuffle(header, random);
        return header;
    }

    private static String value(String column, Random random) {
        if (column.equals("amount")) {
            return String.valueOf(random.nextInt(1_000_000));
        }
        if (column.equals("transactionDate")) {
            return "2026-11-01";
        }
        return random.ints(random.nextInt(12), 0, LETTERS.codePointCount(0, LETTERS.length()))
                .map(i -> LETTERS.codePointAt(LETTERS.offsetByCodePoints(0, i)))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** Quotes what must be quoted, and at random what need not be. */
    private static String line(List<String> values, String separator, Random random) {
        return values.stream()
                        .map(value -> random.nextInt(3) == 0 || value.matches("(?s).*[,;\t\"\r\n].*")
                                ? '"' + value.replace("\"", "\"\"") + '"'
                                : value)
                        .collect(Collectors.joining(separator))
                + (random.nextBoolean() ? "\n" : "\r\n");
    }

    private static List<List<String>> cells(@Nullable Item item) {
        return Objects.requireNonNull(item).rows().stream()
                .map(CsvRecords.Row::cells)
                .toList();
    }
}
