package org.orderevidence.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The query of a request. Parameters that nobody asks for are ignored. */
final class QueryParameters {
    private static final QueryParameters NONE = new QueryParameters(Map.of());

    private final Map<String, List<@Nullable String>> values;

    private QueryParameters(Map<String, List<@Nullable String>> values) {
        this.values = values;
    }

    /** Reads a query as it was sent, without its question mark. */
    static QueryParameters parse(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return NONE;
        }
        Map<String, List<@Nullable String>> values = new HashMap<>();
        int start = 0;
        while (start <= raw.length()) {
            int end = raw.indexOf('&', start);
            if (end < 0) {
                end = raw.length();
            }
            int equal = raw.indexOf('=', start);
            if (equal >= 0 && equal < end) {
                String name = decode(raw.substring(start, equal));
                if (name != null) {
                    values.computeIfAbsent(name, n -> new ArrayList<>()).add(decode(raw.substring(equal + 1, end)));
                }
            } else if (end > start) {
                String name = decode(raw.substring(start, end));
                if (name != null) {
                    values.computeIfAbsent(name, n -> new ArrayList<>()).add("");
                }
            }
            start = end + 1;
        }
        return new QueryParameters(values);
    }

    /**
     * The value of a parameter.
     *
     * @param errors takes a fault when it is there twice, or cannot be decoded
     * @return absent when it is not there, or faulty
     */
    @Nullable
    String single(String name, List<FieldError> errors) {
        List<@Nullable String> found = values.get(name);
        if (found == null) {
            return null;
        }
        String value = found.getFirst();
        if (found.size() > 1) {
            errors.add(fault(name, name + " is given more than once; give it once"));
            return null;
        }
        if (value == null) {
            errors.add(fault(name, name + " is not percent-encoded UTF-8"));
        }
        return value;
    }

    /** A fault of a parameter. */
    static FieldError fault(String name, String detail) {
        return new FieldError("?" + name, "invalid", detail);
    }

    /** Absent when it is not percent-encoded UTF-8. */
    private static @Nullable String decode(String encoded) {
        ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                if (i + 2 >= encoded.length()) {
                    return null;
                }
                int high = Character.digit(encoded.charAt(i + 1), 16);
                int low = Character.digit(encoded.charAt(i + 2), 16);
                if (high < 0 || low < 0) {
                    return null;
                }
                bytes.put((byte) (high * 16 + low));
                i += 2;
            } else {
                bytes.put((byte) (c == '+' ? ' ' : c));
            }
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
}
