package org.orderevidence.wire;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.Kind.TextForm;
import org.orderevidence.order.part.OrderFields;

/**
 * The rule for a string field. Lengths are in code points, as in JSON Schema. What the form removes is removed before.
 */
public record TextRule(int shortest, int longest, TextForm form) {
    /** Longest text of which nothing else is said. */
    static final int LONGEST_TEXT = OrderFields.LONGEST_TEXT;

    /** Something looks like a full card number. */
    static final Broken CARD_NUMBER = new Broken(
            FaultCode.CARD_NUMBER,
            "contains what looks like a full card number; send only bin and last4, never the number");

    static final TextRule KEY = new TextRule(1, LONGEST_TEXT, TextForm.KEY);
    static final TextRule TELEPHONE = new TextRule(1, LONGEST_TEXT, TextForm.TELEPHONE);
    public static final TextRule LINE = line(LONGEST_TEXT);

    public static TextRule line(int longest) {
        return new TextRule(1, longest, TextForm.LINE);
    }

    /** One line of at most {@code longest} characters, a long number by nature. */
    static TextRule longNumber(int longest) {
        return new TextRule(1, longest, TextForm.LONG_NUMBER);
    }

    /**
     * The rule that a string breaks.
     *
     * @param words what is wrong and what to do, to follow the name of the field
     */
    record Broken(FaultCode code, String words) {}

    /** Returns what a text breaks first, or null if it keeps to the rule. */
    @Nullable
    Broken judge(String text) {
        if (holdsCardNumber(text)) {
            return CARD_NUMBER;
        }
        int length = Texts.length(text);
        if (length > longest) {
            return new Broken(FaultCode.TOO_LONG, "must have at most " + longest + " characters");
        }
        if (length < shortest) {
            return new Broken(FaultCode.TOO_SHORT, "must have at least " + shortest + " characters");
        }
        return Texts.isPrintable(text) ? null : judgeControls(text);
    }

    private @Nullable Broken judgeControls(String text) {
        if (!Texts.isWellFormed(text)) {
            return new Broken(FaultCode.NOT_WELL_FORMED, "has half of a surrogate pair; send whole characters");
        }
        return Texts.has(text, this::refuses)
                ? new Broken(FaultCode.CONTROL_CHARACTER, "must not have control characters; remove them")
                : null;
    }

    /** Returns true if a text of this rule may not hold what looks like a card number, and {@code text} does. */
    private boolean holdsCardNumber(String text) {
        return switch (form) {
            case LINE, LINES, KEY -> CardNumbers.appearIn(text);
            case TELEPHONE -> CardNumbers.appearInTelephone(text);
            case LONG_NUMBER -> false;
        };
    }

    /** Returns true if {@code c} is a control character that a text of this rule may not have. */
    private boolean refuses(int c) {
        return Character.isISOControl(c) && !(form != TextForm.LINE && (c == '\n' || c == '\r' || c == '\t'));
    }

    /** Excluded from URLs (RFC 3986, 2), and the ones that break out of markup. */
    private static final String REFUSED = "\"<>\\^`{|}";

    /** A host, which can be in brackets, and perhaps a port. */
    private static final Pattern FORM = Pattern.compile(
            "(?i:https?)://(?:\\[[^\\]/?#@]*\\][^:/?#@]*|[^:/?#@]+)(?::(?<port>[0-9]{1,5}))?(?:[/?#].*)?",
            Pattern.DOTALL);

    /**
     * True for {@code http://} or {@code https://} in any case, a host, perhaps a port, and the rest, without blanks,
     * control characters and user names. Letters of any script are allowed, as browsers show them.
     */
    static boolean isWebLink(String text) {
        Matcher link = FORM.matcher(text);
        return link.matches()
                && (link.group("port") == null || Integer.parseInt(link.group("port")) <= 65_535)
                && !Texts.has(text, c -> Texts.isBlank(c) || Character.isISOControl(c) || REFUSED.indexOf(c) >= 0);
    }
}
