package org.orderevidence.integration;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.orderevidence.order.Texts;

/** The names of the columns of an export, in the sequence of the file. Upper and lower case are the same. */
public final class ExportHeader {
    /** Of a column that does not exist. */
    static final int NONE = -1;

    /** Columns that no export of payments or orders has, by what the files that have them contain. */
    private static final List<Map.Entry<String, List<String>>> OTHERS = List.of(
            Map.entry(
                    "payouts",
                    List.of("Arrival Date (UTC)", "Arrival Date", "Payout Date", "Payout Status", "Payout ID")),
            Map.entry("refunds", List.of("Refund ID", "Refund Reason", "Refund Date (UTC)")),
            Map.entry(
                    "fees or balance transactions",
                    List.of(
                            "Available On (UTC)",
                            "Net Debit (NC)",
                            "Gross Debit (GC)",
                            "balance_transaction_id",
                            "Record Type",
                            "Main Amount")),
            Map.entry("customers", List.of("Delinquent", "Total Spend", "Total Spent", "Accepts Email Marketing")),
            Map.entry("products", List.of("Handle", "Variant SKU", "Unit Label")),
            Map.entry("prices", List.of("Price ID", "Billing Scheme")),
            Map.entry("invoices", List.of("Amount Due", "Amount Remaining", "Hosted Invoice URL")),
            Map.entry("subscriptions", List.of("Current Period Start (UTC)", "Current Period End (UTC)")),
            Map.entry("disputes", List.of("Dispute PSP Reference", "Dispute Amount")),
            Map.entry("transfers", List.of("Transfer ID")));

    private final List<String> names;
    private final Map<String, Integer> columns = new HashMap<>();

    /**
     * @param names of two columns with one name, the first counts
     */
    public ExportHeader(List<String> names) {
        this.names = names.stream().map(Texts::trim).toList();
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(key(this.names.get(i)), i);
        }
    }

    /** Returns the names as they are in the file, without blanks at their ends. */
    public List<String> names() {
        return names;
    }

    /** Returns true if there is a column of one of these names. */
    public boolean has(String... oneOf) {
        return List.of(oneOf).stream().anyMatch(name -> columns.containsKey(key(name)));
    }

    /** Returns what a file without payments and orders has, such as {@code payouts}; empty if it can have them. */
    public Optional<String> otherKind() {
        return OTHERS.stream()
                .filter(kind -> kind.getValue().stream().anyMatch(this::has))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the index of a column, or {@link #NONE}. */
    int column(String name) {
        return columns.getOrDefault(key(name), NONE);
    }

    /** Returns the form in which names are compared. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
