package org.orderevidence.json;

import java.util.Locale;
import java.util.regex.Pattern;
import org.orderevidence.order.Email;
import org.orderevidence.order.Texts;

/**
 * Why a text is not an IP address. It never repeats the text, which may be personal data.
 *
 * @param fault what is wrong, to follow the name of the field
 */
public record IpHint(String fault, String cure) {
    private static final int LONGEST = 400;
    private static final String V4 = "[0-9]{1,3}(?:\\.[0-9]{1,3}){3}";

    private static final Pattern V4_PORT = Pattern.compile(V4 + ":[0-9]{1,5}");
    private static final Pattern V4_ONLY = Pattern.compile(V4);
    private static final Pattern BRACKETS = Pattern.compile("\\[[0-9A-Fa-f:.]+](?<port>:[0-9]{1,5})?");
    private static final Pattern NETWORK = Pattern.compile("[0-9A-Fa-f:.]+/[0-9]{1,3}");
    private static final Pattern ZONE = Pattern.compile("[0-9A-Fa-f:.]+%[^%]+");
    private static final Pattern HASH = Pattern.compile("[0-9A-Fa-f]{32,128}");
    private static final Pattern MASKED = Pattern.compile("[0-9xX*]{1,3}(?:\\.[0-9xX*]{1,3}){3}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}");

    public static IpHint of(String text) {
        if (text.length() > LONGEST) {
            return other();
        }
        if (text.indexOf(',') >= 0 || text.indexOf(';') >= 0 || text.indexOf(' ') >= 0) {
            return new IpHint(
                    "has more than one address",
                    "send only the shopper's own: in X-Forwarded-For, the last one that is not one of your proxies");
        }
        var brackets = BRACKETS.matcher(text);
        if (V4_PORT.matcher(text).matches() || (brackets.matches() && brackets.group("port") != null)) {
            return new IpHint("has a port", "send the address alone, without port and brackets");
        }
        if (brackets.matches()) {
            return new IpHint("has brackets", "send the address alone, without brackets");
        }
        if (NETWORK.matcher(text).matches()) {
            return new IpHint(
                    "is a network instead of an address", "send the one address of the shopper, without the slash");
        }
        if (ZONE.matcher(text).matches()) {
            return new IpHint("has a zone", "send the address alone, without % and what follows it");
        }
        if (V4_ONLY.matcher(text).matches()) {
            return new IpHint(
                    "has a number that is not valid in an IPv4 address",
                    "send four numbers from 0 to 255, without leading zeros");
        }
        if (MASKED.matcher(text).matches()) {
            return new IpHint("is masked", "send the whole address");
        }
        if (HASH.matcher(text).matches()) {
            return new IpHint("looks like a hash", "send the address in clear text");
        }
        return HOST.matcher(text).matches()
                ? new IpHint("is a host name", "send the shopper's IP address, not a name")
                : other();
    }

    /** Returns that a value is not an IP address, without a reason. */
    public static IpHint other() {
        return new IpHint("is not an IP address", "send IPv4 or IPv6 text in quotes, such as \"198.51.100.7\"");
    }

    /** Why a text is not an e-mail address, to follow the name of the field. It never repeats the text. */
    public static final class EmailHint {
        private static final Pattern HASH = Pattern.compile("[0-9A-Fa-f]{32,128}");

        private EmailHint() {}

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
            if (Texts.has(text, Texts::isBlank)) {
                return "contains a space: remove it";
            }
            return "must be an e-mail address of at most " + Email.MAX_LENGTH
                    + " characters: a name, one @ and a domain";
        }
    }
}
