package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.upload.CsvOptions.Answers;

/** Files and cells as spreadsheet programs, databases and shops of other countries write them. */
final class SpreadsheetFilesTest {
    private static final String HEADER = "id;amount;currency;transactionDate";

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+cmd", "-cmd", "@SUM(A1)", "\tx", "\rx", "=", "-", "--5"})
    void aFormulaIsGuarded(String cell) {
        assertEquals("'" + cell, SpreadsheetText.guarded(cell));
        assertEquals(cell.strip(), SpreadsheetText.text(SpreadsheetText.guarded(cell)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-5", "+5", "-19.99", "+1,999.00", "1999", "Tea", "'", "'s-Hertogenbosch", "'90s", "a=b"})
    void anyOtherTextStaysAsItIs(String cell) {
        assertEquals(cell, SpreadsheetText.guarded(cell));
        assertEquals(cell, SpreadsheetText.text(cell));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`=\"K21\"`,K21",
                "`'=\"0042\"`,0042",
                "'0042,0042",
                "'-5,-5",
                "'1011 AB,1011 AB",
                "`\u00a0 K21\u00a0`,K21"
            })
    void whatKeepsAProgramFromChangingATextIsLeftOut(String cell, String text) {
        assertEquals(text, SpreadsheetText.text(cell));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"Tea,`\"Tea\"`", "`say \"hi\"`,`\"say \"\"hi\"\"\"`", "=1,`\"'=1\"`"})
    void aCellOfCsvIsInQuotes(String cell, String quoted) {
        assertEquals(quoted + "\r\n", new String(SpreadsheetText.row(List.of(cell)), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"5.6E+12", "5,6E+12", "1E+15", "5.6e+12", "4.98765E11", "#N/A", "#REF!", "#NAME?", "########"})
    void aValueThatAProgramReplacedRejectsItsRow(String id) throws IOException {
        assertEquals(
                List.of(
                        "2 column \"id\" has a value that a spreadsheet program replaced, such as 5.6E+12 or #N/A; export"
                                + " the file again, and in a spreadsheet program read the column as text"),
                read(Answers.NONE, HEADER, id + ";1;USD;2026-11-01"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sep=|", "SEP=|", "\"sep=|\"", "sep=|;;;"})
    void theSeparatorThatTheFirstLineStatesIsUsed(String first) throws IOException {
        assertEquals(
                List.of("3 " + order("A;1", 1, "2026-11-01")),
                read(Answers.NONE, first, HEADER.replace(';', '|'), "A;1|1|USD|2026-11-01"));
    }

    @Test
    void aStatedSeparatorThatTheHeaderDoesNotHaveIsNotUsed() throws IOException {
        assertEquals(
                List.of("3 " + order("A|1", 1, "2026-11-01")),
                read(Answers.NONE, "sep=|", HEADER, "A|1;1;USD;2026-11-01"));
    }

    @Test
    void rowsWithoutValuesAreLeftOut() throws IOException {
        assertEquals(
                List.of("4 " + order("A", 1, "2026-11-01")),
                read(Answers.NONE, ";;;", HEADER, " ;;;", "A;1;USD;2026-11-01", ";;;"));
    }

    /** The third amount has no form of its own. */
    @ParameterizedTest
    @ValueSource(
            strings = {"1 234,50", "1\u202f234,50", "1\u00a0234,50", "1'234.50", "1\u2019234.50", "1.234,50", "1,234.50"
            })
    void thousandsMayBeSeparatedByBlanksAndApostrophes(String amount) throws IOException {
        assertEquals(
                List.of("2 " + order("A", 123450, "2026-11-01"), "3 " + order("B", 2000, "2026-11-01")),
                read(Answers.NONE, HEADER, "A;" + amount + ";USD;2026-11-01", "B;20;USD;2026-11-01"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$19.99", "19.99 \u20ac", "USD 19.99", "(19.99)"})
    void anAmountThatIsNotReadStillShowsTheFormOfTheOthers(String amount) throws IOException {
        assertEquals(
                List.of(
                        "2 column \"amount\" must be an amount such as 19.99, without a currency",
                        "3 " + order("B", 2000, "2026-11-01")),
                read(Answers.NONE, HEADER, "A;" + amount + ";USD;2026-11-01", "B;20;USD;2026-11-01"));
    }

    /** A date that another form reads as another day must not be shifted. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "dd/MM/yyyy, 01/11/2026, 2026-11-01",
                "dd/MM/yy, 28/02/26, 2026-02-28",
                "dd/MM/yyyy, 31/02/2026,",
                "MM/dd/yyyy, 31/02/2026,",
                "M/d/yyyy h:mm a, 11/1/2026 10:00 pm, 2026-11-01T22:00:00Z",
                "M/d/yyyy h:mm a, 11/1/2026 10:00\u202fPM, 2026-11-01T22:00:00Z",
                "d/M/yyyy HH'h'mm, 1/11/2026 10h05, 2026-11-01T10:05:00Z"
            })
    void aDayThatDoesNotExistIsNoOther(String form, String text, @Nullable String read) throws IOException {
        assertEquals(
                read == null
                        ? "2 column \"transactionDate\" must be a date such as 2026-11-01, or a time such as 2026-11-01"
                                + " 10:00:00; give another form with --date-format, such as dd/MM/yyyy HH:mm"
                        : "2 " + order("A", 1, read),
                read(Answers.of("", "UTC", form, ""), HEADER, "A;1;USD;" + text).getFirst());
    }

    @Test
    void hoursBeforeAndAfterNoonMustBeTold() {
        assertThrows(UnusableInput.class, () -> Answers.of("", "", "dd/MM/yyyy hh:mm", ""));
    }

    @ParameterizedTest
    @CsvSource({"2.0000, 2, 1000", "'2,0', 2, 1000", "0.5, 0.5, 250", "'0,333', 0.333, 167", "3, 3, 1500"})
    void aQuantityMayHaveAFraction(String text, String quantity, long price) throws IOException {
        String items = ";receipt.lineItems[].productName;receipt.lineItems[].quantity;receipt.lineItems[].unitPrice";
        String order = order("A", 1, "2026-11-01");
        assertEquals(
                "2 " + order.substring(0, order.length() - 1)
                        + ",\"receipt\":{\"lineItems\":[{\"productName\":\"Tea\",\"quantity\":" + quantity
                        + ",\"price\":" + price + "}]}}",
                read(Answers.NONE, HEADER + items, "A;1;USD;2026-11-01;Tea;" + text + ";500")
                        .getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "windows-1252", "UTF-16"})
    void aFileThatIsMarkedAsUtf8IsReadAsUtf8(String encoding) throws IOException {
        assertEquals(
                List.of("2 " + order("\u00c4", 1, "2026-11-01")),
                read(Answers.of("", "", "", encoding), "\ufeff" + HEADER, "\u00c4;1;USD;2026-11-01"));
    }

    @Test
    void aFileWithoutMarkIsReadInTheEncodingThatIsGiven() throws IOException {
        Charset encoding = Charset.forName("windows-1252");
        byte[] file = (HEADER + "\n\u00c4;1;USD;2026-11-01\n").getBytes(encoding);
        assertEquals(
                List.of("2 " + order("\u00c4", 1, "2026-11-01")), read(Answers.of("", "", "", encoding.name()), file));
    }

    /** An order cannot state a dispute: as an earlier order without one, it would be wrong evidence. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            Adyen  | Approved,Settled            | "amount":1050,                           | -
            Adyen  | Approved,Refunded           | "status":"succeeded",                    | "refunded":true
            Adyen  | Approved,SentForRefund      | "status":"succeeded",                    | "refunded":true
            Adyen  | Approved,RefundedReversed   | "status":"succeeded"                     | -
            Adyen  | Approved,Cancelled          | "status":"failed"                        | -
            Adyen  | Approved,CaptureFailed      | "status":"failed"                        | -
            Adyen  | Approved,Chargeback         | and the dispute to POST                  | -
            Adyen  | Approved,SecondChargeback   | is no status that a charge can end with  | -
            Stripe | Paid,                       | "status":"succeeded"                     | -
            Stripe | Paid,Warning Closed         | "status":"succeeded"                     | -
            Stripe | Paid,Prevented              | "status":"succeeded"                     | -
            Stripe | Paid,Accepted               | and the dispute to POST                  | -
            Stripe | Paid,Won                    | and the dispute to POST                  | -
            Stripe | Paid,Needs Response         | and the dispute to POST                  | -
            """)
    void whatCameAfterAPaymentCounts(String platform, String cells, String part, @Nullable String other)
            throws IOException {
        String export = platform.equals("Adyen")
                ? "Merchant Reference,Psp Reference,Creation Date,TimeZone,Amount,Currency,Acquirer Response,Type\n"
                        + "A,PSP1,2026-11-01T10:00:00Z,UTC,10.50,EUR,"
                : "id,Created (UTC),Amount,Currency,Status,Dispute Status\nch_1,2026-11-01 10:00,10.50,EUR,";

        String order = read(Answers.NONE, export + cells).getFirst();

        assertTrue(order.contains(part) && (other == null || order.contains(other)), order);
        assertEquals(other != null, order.contains("refunded\":true"), order);
    }

    /** Each row states its own zone, and the hour that a change of clocks repeats. */
    @ParameterizedTest
    @CsvSource({
        "2026-10-25 02:30:00, CEST, 2026-10-25T00:30:00Z",
        "2026-10-25 02:30:00, CET, 2026-10-25T01:30:00Z",
        "2024-02-29 23:59:59, America/Sao_Paulo, 2024-03-01T02:59:59Z",
        "2026-11-01 10:00:00, +02:00, 2026-11-01T08:00:00Z",
        "2026-11-01T10:00:00Z, CET, 2026-11-01T10:00:00Z",
        "2026-11-01 10:00:00, IST, write a name such as Europe/Amsterdam",
    })
    void aTimeInAReportOfAdyenIsInItsZone(String time, String zone, String expected) throws IOException {
        String header = "Merchant Reference,Psp Reference,Creation Date,TimeZone,Amount,Currency";

        String order = read(Answers.of("", "Asia/Tokyo", "", ""), header, "A,PSP1," + time + ',' + zone + ",10.50,EUR")
                .getFirst();

        assertTrue(order.contains(expected), order);
    }

    private static String order(String id, long amount, String date) {
        return "{\"id\":\"" + id + "\",\"amount\":" + amount + ",\"currency\":\"USD\",\"transactionDate\":\"" + date
                + "\"}";
    }

    @Test
    void eachColumnHasItsFieldAndTheFirstValues() throws IOException {
        CsvPreview preview = preview("Order ID,Note,E-Mail\nA-1,,a@example.com\nA-2,gift,\nA-3,x,\nA-4,y,\n");

        assertEquals(
                List.of(
                        new CsvPreview.Column("Order ID", "id", List.of("A-1", "A-2", "A-3")),
                        new CsvPreview.Column("Note", "", List.of("gift", "x")),
                        new CsvPreview.Column("E-Mail", "receipt.customerEmail", List.of("a@example.com"))),
                preview.columns());
    }

    @Test
    void theFormOfAmountsIsReadFromTheFirstRows() throws IOException {
        assertEquals(Amounts.AUTO, preview("id,amount\nA,1999\n").amounts());
        assertEquals(Amounts.DECIMAL, preview("id,amount\nA,19.99\n").amounts());
        assertEquals(Amounts.DECIMAL_COMMA, preview("id;amount\nA;19,99\n").amounts());
        assertEquals(Amounts.AUTO, preview("id,version\nA,1.2\n").amounts());
    }

    @Test
    void aRowThatIsCutOffShowsTheValuesThatItHas() throws IOException {
        assertEquals(
                List.of("A-1", "A-2"),
                preview("id,note\nA-1,x\nA-2,\"not closed").columns().getFirst().samples());
    }

    @Test
    void aMissingColumnIsNamedWithTheSelectionThatHelps() throws IOException {
        CsvPreview preview = preview("id,amount,currency,When\n");

        String fault = preview.fault(options(Map.of()));

        assertTrue(fault.startsWith("no column for transactionDate. Select the field transactionDate"), fault);
        assertEquals("", preview.fault(options(Map.of("When", "transactionDate"))));
    }

    @Test
    void onlySelectionsThatDifferFromTheNameCount() {
        assertEquals(
                Map.of("Note", "receipt.description", "ip", ""),
                CsvPreview.changed(List.of("id", "Note", "ip"), List.of("id", "receipt.description", "")));
    }

    private static CsvPreview preview(String csv) throws IOException {
        byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
        byte[] header = csv.lines().findFirst().orElse("").getBytes(StandardCharsets.UTF_8);
        return CsvPreview.read(new CsvRows(new ByteArrayInputStream(bytes), header, 0, 65_536));
    }

    private static CsvOptions options(Map<String, String> fields) {
        return new CsvOptions(fields, Amounts.MINOR, CsvOptions.Advice.PAGE);
    }

    private static List<String> read(Answers answers, String... lines) throws IOException {
        return read(answers, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns each record, or why it is rejected, after its line. */
    private static List<String> read(Answers answers, byte[] file) throws IOException {
        CsvOptions options = CsvOptions.of(List.of(), "auto", answers);
        List<String> records = new ArrayList<>();
        try (RecordReader reader = new RecordReader(new ByteArrayInputStream(file), options)) {
            for (Item item = reader.next(); item != null; item = reader.next()) {
                Outcome.Rejected fault = item.fault();
                records.add(item.end().number() + " "
                        + (fault == null
                                ? item.json().utf8()
                                : fault.errors().getFirst().get("detail")));
            }
        }
        return records;
    }
}
