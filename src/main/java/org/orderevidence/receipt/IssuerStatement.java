package org.orderevidence.receipt;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.receipt.EvidenceSheet.Comparison;
import org.orderevidence.receipt.Fact.DateText;
import org.orderevidence.receipt.Fact.Facts;
import org.orderevidence.receipt.TransactionFact.Transaction;

/**
 * The document that a merchant sends to the issuer: the dispute, the disputed transaction, the two earlier ones, and the
 * data that is the same on all three. It contains nothing else, because anything else could help the other side.
 *
 * @param merchant name of the merchant; {@code null} if not known
 * @param contact of the merchant, one line each
 * @param matches the data that is the same on all three transactions
 * @param rows the facts of the transactions, each with one cell for each
 * @param isDense true if the texts are so long that they need small letters
 */
public record IssuerStatement(
        String title,
        @Nullable String merchant,
        List<String> contact,
        List<Fact> dispute,
        List<Match> matches,
        List<String> headings,
        List<Row> rows,
        boolean isDense) {
    /** Most items that describe a transaction. */
    private static final int MOST_ITEMS = 3;

    /** Longest name of an item or line of contact, in characters. */
    private static final int LONGEST_NAME = 60;

    /** Longest ID, in characters: that of an order, a charge or a dispute. */
    private static final int LONGEST_ID = 128;

    /** Longest line of a matched value, in characters. A device fingerprint has at most 256. */
    private static final int LONGEST_VALUE = 256;

    /** A page with more characters needs small letters. */
    private static final int MOST_IN_LARGE_LETTERS = 800;

    private static final String NONE = "\u2013";

    /**
     * Data that is the same on all three transactions.
     *
     * @param value in the form in which it was compared
     * @param notes where a value comes from if it was not sent with the transaction
     */
    public record Match(String label, String value, List<String> notes) {}

    /**
     * One kind of fact.
     *
     * @param cells the lines of each transaction
     */
    public record Row(String label, List<List<String>> cells) {}

    /**
     * Returns the statement.
     *
     * @throws IllegalArgumentException if an order lacks something for a submission
     */
    public static IssuerStatement of(DisputeEvidence evidence, MerchantInfo profile) {
        if (!evidence.eligibility().ready()) {
            throw new IllegalArgumentException("a statement needs a verdict that is ready");
        }
        Order disputed = evidence.disputed();
        Dispute dispute = evidence.dispute();
        MerchantInfo merchant = disputed.receipt().merchant().orElse(profile);
        List<Row> rows = rows(evidence.transactions());
        List<Match> matches = evidence.same().stream()
                .map(element -> new Match(
                        element.label(),
                        brief(String.valueOf(evidence.same(element)), LONGEST_VALUE),
                        element == Element.IP ? evidence.ipNotes() : List.of()))
                .toList();
        String name = merchant.name();
        return new IssuerStatement(
                dispute == null
                        ? "Evidence for order " + disputed.id().value()
                        : "Evidence for dispute " + brief(dispute.disputeId(), LONGEST_ID),
                name == null ? null : brief(name, LONGEST_NAME),
                contact(merchant),
                ofDispute(dispute),
                matches,
                List.of("Disputed transaction", "Earlier transaction 1", "Earlier transaction 2"),
                rows,
                length(rows, matches) > MOST_IN_LARGE_LETTERS);
    }

    private static List<String> contact(MerchantInfo merchant) {
        List<String> lines = new ArrayList<>();
        String reached = Stream.of(merchant.phoneForReceipt(), merchant.emailForReceipt(), merchant.websiteForReceipt())
                .filter(Objects::nonNull)
                .map(text -> brief(text, LONGEST_NAME))
                .collect(Collectors.joining(" \u00b7 "));
        if (!reached.isEmpty()) {
            lines.add(reached);
        }
        if (merchant.receiptAddress() != null) {
            List<String> address = merchant.receiptAddress().lines();
            if (!address.isEmpty()) {
                lines.add(
                        address.stream().map(line -> brief(line, LONGEST_NAME)).collect(Collectors.joining(", ")));
            }
        }
        return lines;
    }

    private static List<Fact> ofDispute(@Nullable Dispute dispute) {
        Facts facts = new Facts();
        if (dispute != null) {
            facts.add("Dispute ID", brief(dispute.disputeId(), LONGEST_ID));
        }
        facts.add("Condition", Dispute.FRAUD_CARD_ABSENT + " (fraud, card absent)");
        if (dispute != null) {
            facts.add("Date of the dispute", DateText.of(dispute.openedAt()));
        }
        return facts.list();
    }

    /** Returns the facts that at least one transaction has. */
    private static List<Row> rows(List<Transaction> transactions) {
        return Stream.of(TransactionFact.values())
                .filter(fact ->
                        transactions.stream().anyMatch(each -> !fact.lines(each).isEmpty()))
                .map(fact -> new Row(
                        fact.label(),
                        transactions.stream().map(each -> cell(fact, each)).toList()))
                .toList();
    }

    private static List<String> cell(TransactionFact fact, Transaction transaction) {
        if (fact == TransactionFact.BOUGHT
                && !transaction.order().receipt().lineItems().isEmpty()) {
            return Comparison.boughtItems(transaction.order(), MOST_ITEMS, name -> brief(name, LONGEST_NAME));
        }
        int longest = fact == TransactionFact.BOUGHT ? MOST_ITEMS * LONGEST_NAME : LONGEST_ID;
        List<String> lines = fact.lines(transaction).stream()
                .map(line -> brief(line, longest))
                .toList();
        return lines.isEmpty() ? List.of(NONE) : lines;
    }

    private static int length(List<Row> rows, List<Match> matches) {
        int ofRows = rows.stream()
                .flatMap(row -> row.cells().stream())
                .flatMap(List::stream)
                .mapToInt(String::length)
                .sum();
        // A line of a match is three times as wide.
        int ofMatches = matches.stream()
                .mapToInt(match -> match.value().length()
                        + match.notes().stream().mapToInt(String::length).sum())
                .sum();
        return ofRows + ofMatches / 3;
    }

    private static String brief(String text, int most) {
        int length = text.codePointCount(0, text.length());
        return length <= most ? text : text.substring(0, text.offsetByCodePoints(0, most)) + "\u2026";
    }
}
