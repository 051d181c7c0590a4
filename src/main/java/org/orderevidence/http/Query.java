package org.orderevidence.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Texts;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;

/**
 * The query of a request, or a form, which has the same form. An unknown parameter is refused, because ignoring it would
 * change the answer.
 */
public final class Query {
    private static final int MAX_DIGITS = 9;

    /** Longest unknown name that an answer repeats. */
    private static final int LONGEST_NAMED = 64;

    private final List<String> known;
    private final Map<String, List<@Nullable String>> values = new LinkedHashMap<>();
    private final Faults faults = new Faults(Faults.Unknown.REFUSED);
    private boolean hasUnreadableName;
    private boolean isFinished;

    /**
     * Reads a query as it was sent, without its question mark.
     *
     * @param known the names of all parameters, in the sequence in which an answer lists them
     */
    public Query(@Nullable String raw, List<String> known) {
        this.known = known;
        int start = 0;
        while (raw != null && start < raw.length()) {
            int next = raw.indexOf('&', start);
            int end = next < 0 ? raw.length() : next;
            if (end > start) {
                int equal = raw.indexOf('=', start);
                boolean hasValue = equal >= 0 && equal < end;
                String name = PercentText.decode(raw.substring(start, hasValue ? equal : end), ' ');
                hasUnreadableName |= name == null;
                if (name != null) {
                    values.computeIfAbsent(name, _ -> new ArrayList<>())
                            .add(hasValue ? PercentText.decode(raw.substring(equal + 1, end), ' ') : "");
                }
            }
            start = end + 1;
        }
    }

    public Query(Exchange exchange, List<String> known) {
        this(exchange.uri().getQuery(), known);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns a parameter; {@code null} if it is not sent, or faulty. */
    public @Nullable String text(String name) {
        List<@Nullable String> found = values.get(name);
        if (found == null) {
            return null;
        }
        if (found.size() > 1) {
            error(name, name + " is given more than once; give it once");
            return null;
        }
        String value = found.getFirst();
        if (value == null) {
            error(name, name + " is not percent-encoded UTF-8");
        }
        return value;
    }

    public int number(String name, int otherwise, int least, int most) {
        String text = text(name);
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        boolean isNumber = text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = isNumber ? Integer.parseInt(text) : -1;
        if (number >= least && number <= most) {
            return number;
        }
        error(name, name + " must be an integer from " + least + " to " + most + "; default " + otherwise);
        return otherwise;
    }

    /**
     * Reads a value in one of several forms.
     *
     * @param read returns empty if the text has none of them
     */
    public <T> @Nullable T value(String name, Function<String, Optional<T>> read, String rule) {
        String text = text(name);
        T value = text == null ? null : read.apply(text).orElse(null);
        if (text != null && value == null) {
            error(name, rule);
        }
        return value;
    }

    public @Nullable String matching(String name, String form, String rule) {
        return value(name, text -> text.matches(form) ? Optional.of(text) : Optional.empty(), rule);
    }

    public void error(String name, String detail) {
        faults.error("?" + name, FaultCode.INVALID, detail);
    }

    /** Refuses the parameters that are not known; true if anything is wrong. */
    public boolean isRefused() {
        if (!isFinished) {
            isFinished = true;
            if (hasUnreadableName) {
                error("", "the name of a parameter is not percent-encoded UTF-8");
            }
            for (String name : values.keySet()) {
                if (!known.contains(name)) {
                    refuse(name);
                }
            }
        }
        return faults.refuse();
    }

    private void refuse(String name) {
        if (!faults.hasRoomForError()) {
            faults.errorLeftOut();
            return;
        }
        String allowed = known.isEmpty()
                ? "this path has no query parameters"
                : "the parameters of this path are " + String.join(", ", known);
        boolean isRepeatable = name.length() <= LONGEST_NAMED && Texts.isPrintable(name) && !CardNumbers.appearIn(name);
        if (!isRepeatable) {
            error("", "there is an unknown query parameter; " + allowed);
            return;
        }
        String meant = DidYouMean.field(name, known);
        String likely = meant.isEmpty() ? DidYouMean.among(known, name) : meant;
        error(name, "there is no query parameter " + name + (likely.isEmpty() ? "; " + allowed : likely));
    }

    /** Answers what is wrong with the query, or the request if nothing is. */
    public Answer answer(Exchange exchange, Supplier<Answer> operation) {
        return isRefused() ? exchange.invalidParameters(faults) : operation.get();
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
