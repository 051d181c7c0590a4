package org.orderevidence.console.order;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.receipt.DigitalReceipt;

/**
 * What the page of an order shows.
 *
 * @param id the merchant's ID
 * @param path of the page
 * @param facts amount, date, card and references
 * @param judged the verdict and what it is made of
 * @param receipt the digital receipt
 * @param sources which source each field comes from
 * @param disputes the disputes on record
 * @param fraudReports the fraud reports on record
 * @param forms what the session may record
 * @param receiptLink the link to the receipt that was just made; {@code null} for none
 */
public record OrderModel(
        String id,
        String path,
        OrderFacts facts,
        CaseModel judged,
        DigitalReceipt receipt,
        Sources sources,
        List<FactRow> disputes,
        List<FactRow> fraudReports,
        FactForms forms,
        @Nullable ReceiptLink receiptLink) {
    public OrderModel {
        disputes = List.copyOf(disputes);
        fraudReports = List.copyOf(fraudReports);
    }

    /**
     * A dispute or fraud report on record.
     *
     * @param id its ID
     * @param code condition or fraud type; empty if not known
     * @param day when it was raised
     * @param state its status; empty for a fraud report
     */
    public record FactRow(String id, String code, String day, String state) {}

    /**
     * A link that opens the receipt without a key.
     *
     * @param url with the token
     * @param expires until when it works
     */
    public record ReceiptLink(String url, String expires) {
        @Override
        public String toString() {
            return "ReceiptLink";
        }
    }

    /**
     * Where the values of the order come from.
     *
     * @param groups the fields of each source
     * @param mismatched sources whose amount or currency differs from the order's
     */
    public record Sources(List<Source> groups, List<String> mismatched) {
        public Sources {
            groups = List.copyOf(groups);
            mismatched = List.copyOf(mismatched);
        }
    }

    /**
     * The fields of a source.
     *
     * @param name of the source
     * @param fields names of the fields in an upload
     */
    public record Source(String name, List<String> fields) {
        public Source {
            fields = List.copyOf(fields);
        }
    }

    @Override
    public String toString() {
        return "OrderModel[" + id + "]";
    }
}
