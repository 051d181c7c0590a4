package org.orderevidence.order;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderReference.Kind;

/**
 * What a person typed into a search box, and what it can be.
 *
 * @param queries searches of which any can find the order; none if the text is not searched
 * @param unsearched what the text was not searched as, and what to enter instead; empty if it has no such meaning
 */
public record SearchText(List<OrderQuery> queries, String unsearched) {
    /** Longest text that is searched. */
    private static final int MAX_LENGTH = 256;

    private static final int ARN_DIGITS = 23;

    /** Marks that stand for hidden digits. */
    private static final String MASK = "[ .…·•*xX–-]";

    /** Six to eight digits, anything that stands for hidden digits, four digits. */
    private static final Pattern CARD = Pattern.compile("([0-9]{4} ?[0-9]{2})(?:[0-9]{2})?" + MASK + "+([0-9]{4})");

    private static final Pattern FIRST_FOUR = Pattern.compile("[0-9]{4}" + MASK + "+[0-9]{4}");

    /** Digits of a card that can also be an ID of another kind, such as 20261102-1001. */
    private static final Pattern CARD_OR_ID = Pattern.compile("([0-9]{6})(?:(?:[0-9]{2})?[.-])?([0-9]{4})");

    private static final Pattern PHONE = Pattern.compile("\\+(?:[ ()./-]*[0-9]){7,15}");
    private static final Pattern DIGITS_AND_BLANKS = Pattern.compile("[0-9][0-9\\s]+");
    private static final Pattern NAME = Pattern.compile("(?=.*\\p{L})[^0-9@]+");
    private static final Pattern LAST4 = Pattern.compile(MASK + "*([0-9]{4})");
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})(?:[.,]([0-9]{1,3}))?");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern BLANKS =
            Pattern.compile("\\s+|(?<=[0-9])(?=[A-Za-z]{3}(?:\\s|$)|[€£])|(?<=[€£])(?=[0-9])");

    private static final String NEEDS_MORE = "The last four digits, an amount or a date alone are not searched. "
            + "Enter the last four digits with the amount or the date, such as 4242 19.99 2026-11-02.";

    /** Reads a text. */
    public static SearchText read(String typed) {
        String text = Texts.withoutFormatCharacters(typed);
        if (CardNumbers.appearIn(text)) {
            return refused("This looks like a full card number, so it was not searched. "
                    + "Enter only the first six and last four digits, such as 424242 4242.");
        }
        if (Texts.length(text) > MAX_LENGTH || !Texts.isPrintable(text)) {
            return refused("Enter at most " + MAX_LENGTH + " printable characters.");
        }
        if (PHONE.matcher(text).matches()) {
            return refused("This looks like a phone number, and orders are not searched by it. Enter the e-mail address"
                    + " or the customer's name.");
        }
        if (!(IpAddress.parse(text) instanceof IpAddress.NotAnAddress)) {
            return refused("This looks like an IP address, and orders are not searched by it. Enter the e-mail address"
                    + " or the customer's name.");
        }
        Matcher card = CARD.matcher(text);
        if (card.matches() && !CARD_OR_ID.matcher(text).matches()) {
            return found(OrderQuery.of(Kind.CARD, card.group(1).replace(" ", "") + card.group(2)));
        }
        Optional<Email> email = Email.parse(text);
        if (email.isPresent()) {
            return found(OrderQuery.of(Kind.CUSTOMER, email.get().canonical()));
        }
        Together together = Together.read(text);
        return together != null && together.isEnough()
                ? new SearchText(together.queries(), "")
                : byId(text, together != null);
    }

    private static SearchText found(OrderQuery query) {
        return new SearchText(List.of(query), "");
    }

    private static SearchText refused(String reason) {
        return new SearchText(List.of(), reason);
    }

    /** An ID can be that of the order, of the charge, of a dispute, or of the acquirer. */
    private static SearchText byId(String text, boolean isPartOfMore) {
        if (text.isEmpty()) {
            return refused("");
        }
        List<OrderQuery> queries = new ArrayList<>();
        queries.add(OrderQuery.of(new TypedId(text)));
        if (Texts.length(text) <= Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH) {
            queries.add(OrderQuery.of(Kind.DISPUTE, text));
            queries.add(OrderQuery.of(Kind.GATEWAY_TRANSACTION_ID, text));
        }
        String digits = DIGITS_AND_BLANKS.matcher(text).matches() ? text.replaceAll("\\s", "") : text;
        String arn = digits.length() == ARN_DIGITS ? digits : text;
        if (Texts.length(arn) <= Charge.References.MAX_LENGTH) {
            queries.add(OrderQuery.of(Kind.ARN, arn));
        }
        Matcher card = CARD_OR_ID.matcher(text);
        if (card.matches()) {
            queries.add(OrderQuery.of(Kind.CARD, card.group(1) + card.group(2)));
        }
        String name = Receipt.PersonName.folded(text);
        if (NAME.matcher(text).matches() && !name.isEmpty()) {
            queries.add(OrderQuery.of(Kind.NAME, name));
        }
        return new SearchText(
                queries,
                isPartOfMore
                        ? NEEDS_MORE
                        : FIRST_FOUR.matcher(text).matches()
                                ? "A card is found by its first six and last four digits, such as 424242 4242."
                                : text.contains("@") ? "An e-mail address must be complete." : "");
    }

    /** Returns true if it can be the ID of an order, so that one order that has it is what the person wants. */
    public boolean isId() {
        return queries.getFirst().orderId() != null;
    }

    public String searched() {
        return queries.stream().map(OrderQuery::words).distinct().collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return "SearchText";
    }

    /**
     * The last four digits of a card, an amount and a date, in any order.
     *
     * @param alike the amount as it was typed, if it can be the last four digits too
     */
    private record Together(
            Map<Kind, String> values,
            @Nullable String alike,
            @Nullable Currency currency,
            @Nullable LocalDate date) {
        /** Returns what the words are; {@code null} if one of them is something else. */
        static @Nullable Together read(String text) {
            Map<Kind, String> values = new EnumMap<>(Kind.class);
            Currency currency = null;
            LocalDate date = null;
            String alike = null;
            // A dollar is of many currencies.
            boolean namesCurrency = text.indexOf('$') >= 0;
            String[] words = BLANKS.split(Texts.trim(text.replace('$', ' ')), -1);
            for (String word : words) {
                namesCurrency |= currency(word) != null;
            }
            for (String word : words) {
                Matcher last4 = LAST4.matcher(word);
                Matcher amount = AMOUNT.matcher(word);
                boolean isAmount = amount.matches() && (amount.group(2) != null || namesCurrency);
                if (date == null && day(word) != null) {
                    date = day(word);
                } else if (last4.matches() && !values.containsKey(Kind.LAST4)) {
                    values.put(Kind.LAST4, last4.group(1));
                } else if (isAmount && !values.containsKey(Kind.AMOUNT)) {
                    values.put(Kind.AMOUNT, Money.plain(new BigDecimal(word.replace(',', '.'))));
                    alike = last4.matches() ? word : null;
                } else if (currency == null && currency(word) != null) {
                    currency = currency(word);
                } else {
                    return null;
                }
            }
            if (currency != null && !values.containsKey(Kind.AMOUNT)) {
                String number = values.remove(Kind.LAST4);
                if (number == null) {
                    return null;
                }
                values.put(Kind.AMOUNT, Money.plain(new BigDecimal(number)));
            }
            return new Together(values, alike, currency, date);
        }

        private static @Nullable LocalDate day(String word) {
            try {
                return DAY.matcher(word).matches() ? LocalDate.parse(word) : null;
            } catch (DateTimeParseException noDay) {
                return null;
            }
        }

        private static @Nullable Currency currency(String word) {
            return switch (word) {
                case "€" -> Currency.getInstance("EUR");
                case "£" -> Currency.getInstance("GBP");
                default -> ofCode(word);
            };
        }

        private static @Nullable Currency ofCode(String word) {
            try {
                return word.length() == 3 ? Currency.getInstance(word.toUpperCase(Locale.ROOT)) : null;
            } catch (IllegalArgumentException none) {
                return null;
            }
        }

        boolean isEnough() {
            return values.size() + (date == null ? 0 : 1) >= 2;
        }

        /** Returns two readings if the last four digits and the amount look the same, such as 1000 JPY 4242. */
        List<OrderQuery> queries() {
            OrderQuery query = new OrderQuery(null, values, currency, date, null, null);
            String last4 = values.get(Kind.LAST4);
            if (last4 == null || alike == null) {
                return List.of(query);
            }
            Map<Kind, String> other = Map.of(Kind.LAST4, alike, Kind.AMOUNT, Money.plain(new BigDecimal(last4)));
            return List.of(query, new OrderQuery(null, other, currency, date, null, null));
        }
    }
}
