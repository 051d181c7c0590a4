package org.orderevidence.json;

import java.util.Locale;
import java.util.regex.Pattern;
import org.orderevidence.order.Email;
import org.orderevidence.order.Texts;

/** Why a text is not an e-mail address, to follow the name of the field. It never repeats the text. */
public final class EmailHint {
    private static final Pattern HASH = Pattern.compile("[0-9A-Fa-f]{32,128}");

    private EmailHint() {}

    /** Returns why a text is not an e-mail address. */
    public static String of(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return HASH.matcher(text).matches()
                    ? "looks like a hash: send the address in clear text"
                    : "has no @: send a complete e-mail address";
        }
        if (text.indexOf('<') >= 0 || text.indexOf('>') >= 0) {
            return "must be the address alone: leave out the name and the angle brackets";
        }
        if (text.toLowerCase(Locale.ROOT).startsWith("mailto:")) {
            return "must be the address alone: leave out mailto:";
        }
        if (text.indexOf('@', at + 1) >= 0) {
            return text.indexOf(',') >= 0 || text.indexOf(';') >= 0 || text.indexOf(' ') >= 0
                    ? "has more than one address: send one"
                    : "has more than one @: send a complete e-mail address";
        }
        if (text.chars().anyMatch(Texts::isBlank)) {
            return "contains a space: remove it";
        }
        return "must be an e-mail address of at most " + Email.MAX_LENGTH + " characters: a name, one @ and a domain";
    }
}
