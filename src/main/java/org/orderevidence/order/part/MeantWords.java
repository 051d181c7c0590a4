package org.orderevidence.order.part;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Words of processors and shops for a field that has a few fixed values, and the value to send for each. */
public final class MeantWords {
    /** Status of a charge. */
    public static final MeantWords CHARGE_STATUS = new MeantWords(
            "send succeeded: paid captured complete completed settled success successful approved ok processed",
            "send failed: declined denied error canceled cancelled voided void rejected expired failure",
            "send succeeded, and refunded as true: refunded reversed",
            "send succeeded, and the refunded part as refundedAmount: partially_refunded partial_refund",
            "send succeeded, and the dispute to POST /api/v2/orders/{id}/disputes: disputed chargeback charged_back",
            "upload the order when the charge has succeeded or failed: pending processing authorized authorised open"
                    + " requires_capture requires_action in_progress created on_hold holded uncaptured incomplete draft"
                    + " checkout_draft requires_payment_method requires_confirmation partially_paid payment_review");

    /** Type of a charge. */
    public static final MeantWords CHARGE_TYPE = new MeantWords(
            "send purchase: sale charge payment debit capture order",
            "send original_credit: credit payout oct",
            "send a refund as refundedAmount of the order that was paid: refund");

    /** What was sold. */
    public static final MeantWords CATEGORY = new MeantWords(
            "send merchandise: goods good physical product products ship shipping item",
            "send services: service digital subscription software download ticket",
            "send the one that is the larger part: both mixed");

    /** Status of a dispute. */
    public static final MeantWords DISPUTE_STATUS = new MeantWords(
            "send open: needs_response under_review warning_needs_response warning_under_review pending new received",
            "send lost: accepted expired charge_refunded",
            "send withdrawn: cancelled canceled warning_closed reversed",
            "send how it ended: closed resolved finished");

    /** A field whose values have no other words. */
    public static final MeantWords NONE = new MeantWords();

    private final Map<String, String> hints;

    private MeantWords(String... hints) {
        Map<String, String> byWord = new HashMap<>();
        for (String hint : hints) {
            int colon = hint.lastIndexOf(": ");
            Arrays.stream(hint.substring(colon + 2).split(" ", -1))
                    .forEach(word -> byWord.put(fold(word), "; " + hint.substring(0, colon)));
        }
        this.hints = Map.copyOf(byWord);
    }

    /** Returns what to send for a word, to append to a message; empty if the word is not known. */
    public String hint(String word) {
        return hints.getOrDefault(fold(word), "");
    }

    private static String fold(String word) {
        return word.toLowerCase(Locale.ROOT).replace(" ", "").replace("_", "").replace("-", "");
    }
}
