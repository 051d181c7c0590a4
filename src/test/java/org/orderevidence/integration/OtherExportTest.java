package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.part.Platform;

/** Files and rows that have no payments, by the columns of public exports. */
class OtherExportTest {
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
