package org.orderevidence.order.part;

import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.Texts;

/**
 * What a field can hold. How a value is read, written and stored follows from its kind: each form of an order (JSON, CSV,
 * stored document) has one {@code switch} over the kinds.
 */
public sealed interface Kind<T> {
    /** Returns the form of a value that is kept; empty if the value counts as not stated. */
    default @Nullable T kept(T value) {
        return value;
    }

    /** A text of any form, stored without invisible characters and without blanks at its ends. */
    sealed interface OfText extends Kind<String> {
        @Override
        default @Nullable String kept(String value) {
            String stored = TextForm.LINE.cleaned(value);
            return stored.isEmpty() ? null : stored;
        }
    }

    /**
     * A text of a form and a length in characters.
     *
     * @param placeholder true for a text that counts as not stated; {@code null} if each counts
     */
    record Text(
            TextForm form,
            int shortest,
            int longest,
            @Nullable Predicate<String> placeholder) implements OfText {
        public Text(TextForm form, int shortest, int longest) {
            this(form, shortest, longest, null);
        }

        @Override
        public @Nullable String kept(String value) {
            String cleaned = form.cleaned(value);
            return Texts.isBlank(cleaned) || (placeholder != null && placeholder.test(cleaned)) ? null : cleaned;
        }
    }

    /** One line that is left out if it is too long. */
    record ShortLine(int longest) implements OfText {}

    /** An e-mail address, valid or not. */
    record EmailText() implements OfText {}

    /** An IP address, usable or not. */
    record IpText() implements OfText {}

    /** A link to a web page; anything else is left out. */
    record Link() implements OfText {}

    /** A text of one or another number of digits. */
    record Digits(int count, int otherCount, UnaryOperator<@Nullable String> checked) implements OfText {
        @Override
        public @Nullable String kept(String value) {
            return checked.apply(value);
        }
    }

    record Id() implements Kind<OrderId> {}

    /** The name of a card network. */
    record BrandName() implements Kind<Brand> {}

    /** A token of a card that identifies it; never stored. */
    record Token() implements Kind<CardFingerprint> {}

    /** The payment account reference of a card; never stored. */
    record AccountReference() implements Kind<PaymentAccountReference> {}

    /** The hash of a token or reference; never sent. */
    record Hash() implements Kind<KeyedHash> {}

    /** An amount in minor units. */
    record Amount(long least, long most) implements Kind<Long> {}

    /** A whole number. */
    record Whole(long least, long most) implements Kind<Long> {}

    /** How many; less than 1 is left out. */
    record Quantity(long most) implements Kind<Long> {}

    /** A currency that has minor units. */
    record CurrencyCode() implements Kind<Currency> {}

    /** A date or a moment. */
    record Time() implements Kind<OrderTime> {}

    /** True or false. */
    record Flag() implements Kind<Boolean> {}

    /**
     * One of a few values.
     *
     * @param values in the sequence of their stored numbers, which start with 1
     * @param names of the first values, as they are sent; a value without name cannot be sent
     * @param meant other words for them
     * @param schema names them in the description of the interface
     */
    record Choice<T>(List<T> values, List<String> names, MeantWords meant, String schema) implements Kind<T> {}

    /** The line items of a receipt. */
    record Items() implements Kind<List<LineItem>> {
        @Override
        public @Nullable List<LineItem> kept(List<LineItem> value) {
            if (value.size() > Receipt.MAX_LINE_ITEMS) {
                throw new IllegalArgumentException("a receipt has at most " + Receipt.MAX_LINE_ITEMS + " line items");
            }
            return value.isEmpty() ? null : List.copyOf(value);
        }
    }

    /**
     * Which characters a text may contain. All forms refuse unpaired surrogates and control characters. Line breaks and tabs
     * are allowed where no form says otherwise, because data from web forms often contains them.
     *
     * <p>All but {@link #LINES} lose invisible characters, so that two values that look the same are the same.
     */
    public enum TextForm {
        /** No line breaks or tabs either, no card number: ids and references. */
        LINE,
        /** No card number: free text. */
        LINES,
        /** No card number: logins, names and addresses, which are compared without the blanks at their ends. */
        KEY,
        /** No card number; a telephone number is none. */
        TELEPHONE,
        /** A long number by nature: not looked at for card numbers. */
        LONG_NUMBER;

        /** Returns the text as it is stored. */
        public String cleaned(String text) {
            return switch (this) {
                case LINES -> text;
                case KEY -> Texts.visible(text);
                case LINE, TELEPHONE, LONG_NUMBER -> Texts.trim(Texts.visible(text));
            };
        }
    }

    /** Words of processors and shops for a field that has a few fixed values, and the value to send for each. */
    public static final class MeantWords {
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
                "send open: needs_response under_review pending new received chargeback",
                "send won: chargeback_reversed prearbitration_won",
                "send lost: accepted expired charge_refunded second_chargeback prearbitration_lost",
                "send withdrawn: cancelled canceled reversed",
                "send nothing, because it is no dispute: inquiry warning_needs_response warning_under_review warning_closed"
                        + " request_for_information notification_of_chargeback notification_of_fraud",
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
            return word.toLowerCase(Locale.ROOT)
                    .replace(" ", "")
                    .replace("_", "")
                    .replace("-", "");
        }
    }
}
