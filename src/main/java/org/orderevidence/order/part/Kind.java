package org.orderevidence.order.part;

import java.util.Currency;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentAccountReference;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Texts;

/**
 * What a field can hold. How a value is read, written and stored follows from its kind: each form of an order (JSON, CSV,
 * stored document) has one {@code switch} over the kinds.
 *
 * @param <T> the type of the values
 */
public sealed interface Kind<T> {
    /** Returns the form of a value that is kept; empty if the value counts as not stated. */
    default @Nullable T kept(T value) {
        return value;
    }

    /** A text, whatever it must be like. */
    sealed interface OfText extends Kind<String> {}

    /** A text of a form and a length in characters. */
    record Text(TextForm form, int shortest, int longest) implements OfText {}

    /** A text by which others know something. A placeholder counts as not stated. */
    record Reference(TextForm form, int shortest, int longest, Predicate<String> placeholder) implements OfText {
        @Override
        public @Nullable String kept(String value) {
            return placeholder.test(value) ? null : value;
        }
    }

    /** One line that is left out if it is too long. */
    record ShortLine(int longest) implements OfText {}

    /** An e-mail address, valid or not, without invisible characters. */
    record EmailText() implements OfText {
        @Override
        public @Nullable String kept(String value) {
            String cleaned = Texts.cleaned(value);
            return cleaned.isEmpty() ? null : cleaned;
        }
    }

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

    /** The id of an order. */
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
     */
    record Choice<T>(List<T> values, List<String> names, MeantWords meant) implements Kind<T> {}

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
}
