package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvMappingTest {
    private static final List<String> REQUIRED = List.of("id", "amount", "currency", "transactionDate");

    @ParameterizedTest
    @CsvSource({
        "ip, ip",
        "network_id, network_id",
        "networkId, network_id",
        "NETWORK ID, network_id",
        "AuthCode, authCode",
        "auth_code, authCode",
        "last-4, last4",
        "receipt.customerEmail, receipt.customerEmail",
        "RECEIPT.CUSTOMER_EMAIL, receipt.customerEmail",
        "customer_email, receipt.customerEmail",
        "E-Mail, receipt.customerEmail",
        "billing_address_line1, receipt.billingAddress.line1",
        "Billing Zip, receipt.billingAddress.postalCode",
        "IP address, ip",
        "receipt.lineItems[0].productName, receipt.lineItems[0].productName",
        "receipt.lineItems[12].price, receipt.lineItems[12].price",
        "line_items_1_price, receipt.lineItems[1].price",
        "receipt.description, receipt.description",
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
        for (int i = 0; i < mapping.size(); i++) {
            OrderField field = mapping.field(i);
            fields.add(field == null ? "ignored" : field.name());
        }
        return fields;
    }
}
