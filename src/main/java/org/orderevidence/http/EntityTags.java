package org.orderevidence.http;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.orderevidence.json.JsonWriter.JsonBuffer;

/**
 * The value of a header {@code If-Match} or {@code If-None-Match} (RFC 9110, 13.1.1 and 13.1.2).
 *
 * @param tags the characters between the quotes of each, if they are listed
 */
public record EntityTags(Form form, List<String> tags) {
    /** The next tag of a list, which may have empty elements. */
    private static final Pattern TAG =
            Pattern.compile("\\G[ \\t,]*(?:W/)?\"([^\\x00-\\x20\"\\x7f]*)\"[ \\t]*(?=,|\\z)");

    public enum Form {
        NOT_SENT,
        /** {@code *}: matches any version. */
        ANY,
        LISTED,
        /** Neither {@code *} nor a list of entity tags. */
        MALFORMED
    }

    private EntityTags(Form form) {
        this(form, List.of());
    }

    public boolean isMalformed() {
        return form == Form.MALFORMED;
    }

    /** Returns true if the header is not sent, is {@code *}, or lists a tag that fits. */
    public boolean allows(Predicate<String> fits) {
        return form == Form.NOT_SENT || form == Form.ANY || tags.stream().anyMatch(fits);
    }

    /** Returns true if a tag of {@code If-None-Match} names this answer, compared weakly (RFC 9110, 13.1.2). */
    public static boolean isKnown(Exchange exchange, String tag) {
        EntityTags known = parse(exchange.headers("If-None-Match"));
        return known.form != Form.NOT_SENT && known.allows(t -> tag.equals('"' + t + '"'));
    }

    /** Reads all values of a header; several are one list (RFC 9110, 5.3). */
    public static EntityTags parse(List<String> values) {
        if (values.isEmpty()) {
            return new EntityTags(Form.NOT_SENT);
        }
        String text = String.join(",", values);
        if (text.strip().equals("*")) {
            return new EntityTags(Form.ANY);
        }
        List<String> tags = new ArrayList<>();
        int end = 0;
        for (Matcher tag = TAG.matcher(text); tag.find(); end = tag.end()) {
            tags.add(tag.group(1));
        }
        boolean isList = !tags.isEmpty() && text.substring(end).matches("[ \\t,]*");
        return isList ? new EntityTags(Form.LISTED, tags) : new EntityTags(Form.MALFORMED);
    }

    /**
     * The entity tag of an answer: the version of what it shows and a hash of the bytes. The hash is needed because a
     * verdict also changes with time and with other orders.
     */
    public static final class VersionTag {
        private VersionTag() {}

        /**
         * Returns the tag of an answer, with the quotes. Two 32-bit checksums with different polynomials distinguish
         * answers as reliably as one of 64 bits, at a tenth of the cost of a digest. A forged collision does not reveal an
         * answer to another client.
         *
         * @param version of the order
         * @param body of the answer
         */
        public static String of(long version, JsonBuffer body) {
            return '"' + Long.toString(version) + '-' + hash(body) + '"';
        }

        /** Returns the tag of an answer whose object has no version: equal bytes have equal tags. */
        public static String of(JsonBuffer body) {
            return '"' + hash(body) + '"';
        }

        private static String hash(JsonBuffer body) {
            Checksum first = new CRC32();
            Checksum second = new CRC32C();
            body.addTo(first);
            body.addTo(second);
            long hash = first.getValue() << Integer.SIZE | second.getValue();
            return HexFormat.of().toHexDigits(hash);
        }

        /**
         * Returns true if a tag in {@code If-Match} names this version: the tag of an answer, or the version alone. A weak
         * tag does too: a proxy that compresses makes the tag weak, and the version in it is still exact.
         */
        public static boolean names(String tag, long version) {
            String text = Long.toString(version);
            return tag.startsWith(text) && (tag.length() == text.length() || tag.charAt(text.length()) == '-');
        }
    }
}
