package org.orderevidence.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Texts;

/** The query parameters of a request. An unknown parameter is refused, because ignoring it would change the answer. */
public final class QueryParameters {
    private static final QueryParameters NONE = new QueryParameters(Map.of(), false);

    /** Longest unknown name that an answer repeats. */
    private static final int LONGEST_NAMED = 64;

    private final Map<String, List<@Nullable String>> values;
    private final boolean hasUnreadableName;

    private QueryParameters(Map<String, List<@Nullable String>> values, boolean hasUnreadableName) {
        this.values = values;
        this.hasUnreadableName = hasUnreadableName;
    }

    /** Reads a query as it was sent, without its question mark. */
    public static QueryParameters parse(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return NONE;
        }
        Map<String, List<@Nullable String>> values = new LinkedHashMap<>();
        boolean unreadable = false;
        int start = 0;
        while (start <= raw.length()) {
            int end = raw.indexOf('&', start);
            if (end < 0) {
                end = raw.length();
            }
            if (end > start) {
                int equal = raw.indexOf('=', start);
                boolean hasValue = equal >= 0 && equal < end;
                String name = PercentText.decode(raw.substring(start, hasValue ? equal : end), ' ');
                unreadable |= name == null;
                if (name != null) {
                    values.computeIfAbsent(name, n -> new ArrayList<>())
                            .add(hasValue ? PercentText.decode(raw.substring(equal + 1, end), ' ') : "");
                }
            }
            start = end + 1;
        }
        return new QueryParameters(values, unreadable);
    }

    /** True if the parameter is given. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * The value of a parameter.
     *
     * @param faults receives a fault if the parameter is given twice or cannot be decoded
     * @return null if it is not there, or faulty
     */
    @Nullable
    public String single(String name, Faults faults) {
        List<@Nullable String> found = values.get(name);
        if (found == null) {
            return null;
        }
        String value = found.getFirst();
        if (found.size() > 1) {
            error(name, name + " is given more than once; give it once", faults);
            return null;
        }
        if (value == null) {
            error(name, name + " is not percent-encoded UTF-8", faults);
        }
        return value;
    }

    /** Refuses every parameter that the operation does not have. */
    public void refuseOthers(List<String> known, Faults faults) {
        if (hasUnreadableName) {
            error("", "the name of a parameter is not percent-encoded UTF-8", faults);
        }
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                refuse(name, known, faults);
            }
        }
    }

    /** Records a fault of a parameter. */
    public static void error(String name, String detail, Faults faults) {
        faults.error("?" + name, FaultCode.INVALID, detail);
    }

    private static void refuse(String name, List<String> known, Faults faults) {
        if (!faults.hasRoomForError()) {
            faults.errorLeftOut();
            return;
        }
        String allowed = known.isEmpty()
                ? "this path has no query parameters"
                : "the parameters of this path are " + String.join(", ", known);
        boolean isRepeatable = name.length() <= LONGEST_NAMED && Texts.isPrintable(name) && !CardNumbers.appearIn(name);
        if (!isRepeatable) {
            error("", "there is an unknown query parameter; " + allowed, faults);
            return;
        }
        String meant = DidYouMean.field(name, known);
        String likely = meant.isEmpty() ? DidYouMean.among(known, name) : meant;
        error(name, "there is no query parameter " + name + (likely.isEmpty() ? "; " + allowed : likely), faults);
    }

    /** Percent-encoded text (RFC 3986, 2.1). */
    public static final class PercentText {
        private PercentText() {}

        /** True if each character of a path may be in one, and each percent sign starts an encoded byte. */
        public static boolean isPath(String raw) {
            for (int i = 0; i < raw.length(); i++) {
                char c = raw.charAt(i);
                if (c <= ' ' || c >= 0x7f || (c == '%' && encodedByte(raw, i) < 0)) {
                    return false;
                }
            }
            return true;
        }

        /**
         * Returns the decoded text; {@code null} if it is not percent-encoded UTF-8.
         *
         * @param plus what a plus sign stands for: itself, or a blank in a query
         */
        public static @Nullable String decode(String encoded, char plus) {
            ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
            for (int i = 0; i < encoded.length(); i++) {
                char c = encoded.charAt(i);
                int one = c == '+' ? plus : c;
                if (c == '%') {
                    one = encodedByte(encoded, i);
                    if (one < 0) {
                        return null;
                    }
                    i += 2;
                }
                bytes.put((byte) one);
            }
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .decode(bytes.flip())
                        .toString();
            } catch (CharacterCodingException notUtf8) {
                return null;
            }
        }

        private static int encodedByte(String text, int percent) {
            if (percent + 2 >= text.length()) {
                return -1;
            }
            int high = Character.digit(text.charAt(percent + 1), 16);
            int low = Character.digit(text.charAt(percent + 2), 16);
            return high < 0 || low < 0 ? -1 : high * 16 + low;
        }
    }
}
