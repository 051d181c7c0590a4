package org.orderevidence.json;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes how to send a key that is missing or unknown. It never repeats a key. */
public final class KeyHint {
    private static final List<String> QUERY_NAMES =
            List.of("api_key=", "apikey=", "api-key=", "x-api-key=", "key=", "access_token=", "token=");

    private static final Pattern STRIPE = Pattern.compile("[srp]k_(live|test)_.*");

    /** What documentation and templates have in the place of a key. */
    private static final Pattern PLACEHOLDER =
            Pattern.compile("[$%<{\\[].*|(?i)(your|my|the)?[-_ ]?(x[-_])?api[-_ ]?key([-_ ]?here)?");

    private KeyHint() {}

    /**
     * Returns what to do about a request without a key.
     *
     * @param hasAuthorization whether it has an Authorization header
     * @param query as it was sent; null if there is none
     */
    public static String missing(boolean hasAuthorization, @Nullable String query) {
        if (hasAuthorization) {
            return "Send the key in X-API-Key, not in Authorization.";
        }
        if (query != null) {
            for (String parameter : query.toLowerCase(Locale.ROOT).split("&", -1)) {
                if (QUERY_NAMES.stream().anyMatch(parameter::startsWith)) {
                    return "Send the key in the header X-API-Key, not in the query. Rotate this key, because URLs are"
                            + " logged.";
                }
            }
        }
        return "Send your API key in the header X-API-Key.";
    }

    /** Returns what to do about a key that is not known. */
    public static String unknown(String presented) {
        if (isQuoted(presented)) {
            return "The key has quotes around it; send it without them.";
        }
        if (presented.toLowerCase(Locale.ROOT).startsWith("bearer ")) {
            return "X-API-Key must contain only the key; leave out the word Bearer.";
        }
        if (PLACEHOLDER.matcher(presented).matches()) {
            return "This is the name of a key, not a key. Replace it with your API key. A shell replaces $NAME only"
                    + " outside of single quotes.";
        }
        if (STRIPE.matcher(presented).matches()) {
            return "This looks like a Stripe key; send the key of this service, and replace the other one.";
        }
        return presented.indexOf(' ') >= 0
                ? "The key contains a space; copy it again."
                : "This key does not exist, has expired or was revoked.";
    }

    /** Returns what to do about a key that starts like a key of this service and is not one. */
    public static String malformed(String presented) {
        if (presented.indexOf(' ') >= 0) {
            return "The key contains a space; copy it again.";
        }
        return presented.contains("...") || presented.indexOf('*') >= 0
                ? "This is a shortened key; the complete key is shown only once, when it is created."
                : "This is not a complete key of this service: its length or checksum is wrong. Copy it again.";
    }

    private static boolean isQuoted(String text) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        return first == '"' || first == '\'';
    }
}
