package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is shown of a CSV file before it is uploaded. */
class CsvPreviewTest {
    private static CsvPreview read(String csv) throws IOException {
        byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
        byte[] header = csv.lines().findFirst().orElse("").getBytes(StandardCharsets.UTF_8);
        return CsvPreview.read(new CsvRows(new ByteArrayInputStream(bytes), header, 0, 65_536));
    }

    private static CsvOptions options(Map<String, String> fields) {
        return new CsvOptions(fields, Amounts.MINOR, CsvOptions.Advice.PAGE);
    }

    @Test
    void eachColumnHasItsFieldAndTheFirstValues() throws IOException {
        CsvPreview preview = read("Order ID,Note,E-Mail\nA-1,,a@example.com\nA-2,gift,\nA-3,x,\nA-4,y,\n");

        assertEquals(
                List.of(
                        new CsvPreview.Column("Order ID", "id", List.of("A-1", "A-2", "A-3")),
                        new CsvPreview.Column("Note", "", List.of("gift", "x")),
                        new CsvPreview.Column("E-Mail", "receipt.customerEmail", List.of("a@example.com"))),
                preview.columns());
    }

    @Test
    void theFormOfAmountsIsReadFromTheFirstRows() throws IOException {
        assertEquals(Amounts.AUTO, read("id,amount\nA,1999\n").amounts());
        assertEquals(Amounts.DECIMAL, read("id,amount\nA,19.99\n").amounts());
        assertEquals(Amounts.DECIMAL_COMMA, read("id;amount\nA;19,99\n").amounts());
        assertEquals(Amounts.AUTO, read("id,version\nA,1.2\n").amounts());
    }

    @Test
    void aHeaderAloneIsAPreviewToo() throws IOException {
        assertEquals(
                List.of(new CsvPreview.Column("id", "id", List.of())),
                read("id").columns());
    }

    @Test
    void aRowThatIsCutOffShowsTheValuesThatItHas() throws IOException {
        assertEquals(
                List.of("A-1", "A-2"),
                read("id,note\nA-1,x\nA-2,\"not closed").columns().getFirst().samples());
    }

    @Test
    void aMissingColumnIsNamedWithTheSelectionThatHelps() throws IOException {
        CsvPreview preview = read("id,amount,currency,When\n");

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

    @Test
    void theFieldsThatCanBeSelectedAreThoseOfAnOrder() {
        assertTrue(
                CsvPreview.fields().containsAll(List.of("id", "receipt.customerEmail", "receipt.lineItems[0].price")),
                () -> CsvPreview.fields().toString());
    }
}
