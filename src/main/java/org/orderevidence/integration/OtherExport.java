package org.orderevidence.integration;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of the platforms that have no payments or orders. Some of them have all columns of those that do. */
public enum OtherExport {
    PAYOUTS("payouts", "po", "Arrival Date (UTC)", "Arrival Date", "Payout Date", "Payout Status", "Payout ID"),
    REFUNDS("refunds", "re", "Refund ID", "Refund Reason", "Refund Date (UTC)"),
    FEES_AND_BALANCE(
            "fees or balance transactions",
            "txn",
            "Available On (UTC)",
            "Net Debit (NC)",
            "Gross Debit (GC)",
            "balance_transaction_id",
            "Record Type",
            "Main Amount"),
    CUSTOMERS("customers", "cus", "Delinquent", "Total Spend", "Total Spent", "Accepts Email Marketing"),
    PRODUCTS("products", "prod", "Handle", "Variant SKU", "Unit Label"),
    PRICES("prices", "price", "Price ID", "Billing Scheme"),
    INVOICES("invoices", "in", "Amount Due", "Amount Remaining", "Hosted Invoice URL"),
    SUBSCRIPTIONS("subscriptions", "sub", "Current Period Start (UTC)", "Current Period End (UTC)"),
    DISPUTES("disputes", "dp", "Dispute PSP Reference", "Dispute Amount"),
    TRANSFERS("transfers", "tr", "Transfer ID");

    /** Prefixes of Stripe's IDs that are those of no payment and of no kind above, by what they are. */
    private static final Map<String, String> OTHER_IDS = Map.ofEntries(
            Map.entry("pyr", "a refund"),
            Map.entry("du", "a dispute"),
            Map.entry("ii", "an invoice item"),
            Map.entry("seti", "a setup of a card"),
            Map.entry("fee", "a fee"),
            Map.entry("acct", "an account"),
            Map.entry("evt", "an event"),
            Map.entry("cs", "a checkout session"),
            Map.entry("pm", "a payment method"),
            Map.entry("card", "a card"),
            Map.entry("issfr", "a fraud report"));

    private final String words;
    private final String prefix;
    /** Immutable. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> columns;

    OtherExport(String words, String prefix, String... columns) {
        this.words = words;
        this.prefix = prefix;
        this.columns = List.of(columns);
    }

    /** Returns what the file has: the first kind of which it has a column that no export of payments or orders has. */
    static Optional<String> recognised(ExportHeader header) {
        return Arrays.stream(values())
                .filter(kind -> kind.columns.stream().anyMatch(header::has))
                .map(kind -> kind.words)
                .findFirst();
    }

    /** Returns what an ID of Stripe is the ID of if it is not that of a charge or payment; empty if it can be one. */
    public static Optional<String> ofId(String id) {
        int end = id.indexOf('_');
        String prefix = end < 0 ? "" : id.substring(0, end);
        if (OTHER_IDS.containsKey(prefix)) {
            return Optional.ofNullable(OTHER_IDS.get(prefix));
        }
        return prefix.isEmpty()
                ? Optional.empty()
                : Arrays.stream(values())
                        .filter(kind -> kind.prefix.equals(prefix))
                        .map(kind -> "one of the " + kind.words)
                        .findFirst();
    }
}
