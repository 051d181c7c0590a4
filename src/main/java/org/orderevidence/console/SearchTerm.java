package org.orderevidence.console;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Email;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Texts;

/** What a person typed into the search box, by its form. */
sealed interface SearchTerm {
    /** Nothing. */
    record Nothing() implements SearchTerm {}

    /** The customer's e-mail address. */
    record OfCustomer(Email email) implements SearchTerm {}

    /** The first six and the last four digits of a card. */
    record OfCard(PersonalText digits) implements SearchTerm {}

    /** An ID of the order, of the charge at the processor, or of the acquirer. */
    record OfId(String text) implements SearchTerm {
        @Override
        public String toString() {
            return "OfId";
        }
    }

    /**
     * A text that is not searched.
     *
     * @param reason why, and what to enter
     */
    record Refused(String reason) implements SearchTerm {}

    /** Longest text that can be an ID. */
    int MAX_LENGTH = 256;

    /** Six to eight digits, anything that stands for hidden digits, four digits. */
    Pattern CARD = Pattern.compile("([0-9]{4} ?[0-9]{2})(?:[0-9]{2})?[ .…·•*xX–-]+([0-9]{4})");

    /** Ten digits without a separator: as the HTTP interface shows a card. */
    int CARD_DIGITS = 10;

    /** Reads the text of the search box. */
    static SearchTerm read(String typed) {
        String text = Texts.trim(typed);
        if (text.isEmpty()) {
            return new Nothing();
        }
        if (CardNumbers.appearIn(text)) {
            return new Refused("This looks like a full card number, so it was not searched. "
                    + "Enter only the first six and last four digits, such as 424242 4242.");
        }
        if (Texts.length(text) > MAX_LENGTH || !Texts.isPrintable(text)) {
            return new Refused("Enter at most " + MAX_LENGTH + " printable characters.");
        }
        Matcher card = CARD.matcher(text);
        if (card.matches()) {
            return new OfCard(new PersonalText(card.group(1).replace(" ", "") + card.group(2)));
        }
        Optional<Email> email = Email.parse(text);
        return email.isPresent() ? new OfCustomer(email.get()) : new OfId(text);
    }

    /** True if the text can also be ten digits of a card, without a separator. */
    static boolean isTenDigits(String text) {
        return text.length() == CARD_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
