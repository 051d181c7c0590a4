package org.orderevidence.json;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first place where a text is not JSON, and what is expected there. It is used only after a parser has
 * refused the text: the parser's own message names its internals and repeats the text. Not thread-safe.
 */
public final class JsonFault {
    private static final int UNICODE_DIGITS = 4;
    private static final int LEFT_QUOTE = 0x9c;
    private static final int RIGHT_QUOTE = 0x9d;
    private static final String A_VALUE = "a value, such as a string in double quotes, a number, true, false or null";
    private static final String A_NAME = "a name in double quotes";

    /** The tokens that may come next. */
    private enum State {
        VALUE,
        VALUE_OR_END,
        NAME,
        NAME_OR_END,
        COLON,
        COMMA,
        NOTHING
    }

    /**
     * The first fault.
     *
     * @param offset of the byte where it is; the length of the text if it ends too early
     */
    public record Found(int offset, String words) {}

    private final byte[] json;
    private final StringBuilder open = new StringBuilder();
    private State state = State.VALUE;
    private int at;

    private JsonFault(byte[] json) {
        this.json = json;
    }

    /** Returns the first fault of well-formed UTF-8, or null if none is found. */
    public static @Nullable Found find(byte[] json) {
        return new JsonFault(json).scan();
    }

    private @Nullable Found scan() {
        while (true) {
            while (at < json.length && isBlank(json[at])) {
                at++;
            }
            if (at == json.length) {
                return state == State.NOTHING ? null : new Found(at, "the text ends here, but it needs " + needed());
            }
            String fault = step((char) (json[at] & 0xff));
            if (fault != null) {
                return new Found(at, fault);
            }
        }
    }

    /** Takes what starts at the next character. Returns what is wrong with it, or null. */
    private @Nullable String step(char c) {
        return switch (state) {
            case VALUE, VALUE_OR_END -> c == ']' && state == State.VALUE_OR_END ? close() : value(c);
            case NAME, NAME_OR_END -> c == '}' && state == State.NAME_OR_END ? close() : name(c);
            case COLON -> take(c == ':', State.VALUE, "expected a colon after the name");
            case COMMA -> comma(c);
            case NOTHING ->
                c == ','
                        ? "there is a comma after the value; remove it"
                        : comment(c, "expected nothing after the value");
        };
    }

    private @Nullable String take(boolean isRight, State next, String otherwise) {
        if (!isRight) {
            return otherwise;
        }
        at++;
        state = next;
        return null;
    }

    private @Nullable String comma(char c) {
        boolean inObject = open.charAt(open.length() - 1) == '{';
        if (c == (inObject ? '}' : ']')) {
            return close();
        }
        return take(
                c == ',',
                inObject ? State.NAME : State.VALUE,
                comment(c, "expected a comma or " + (inObject ? "}" : "]")));
    }

    private @Nullable String close() {
        open.setLength(open.length() - 1);
        at++;
        state = open.isEmpty() ? State.NOTHING : State.COMMA;
        return null;
    }

    private @Nullable String name(char c) {
        if (c == '"') {
            return string(State.COLON);
        }
        if (c == '}') {
            return "expected " + A_NAME + " after the comma; remove the comma";
        }
        boolean isNumber = c >= '0' && c <= '9' && at > 1 && json[at - 1] == ',';
        return isNumber
                ? "expected " + A_NAME + " after the comma; a number must not contain a comma"
                : quotes(c, "expected " + A_NAME);
    }

    private @Nullable String value(char c) {
        return switch (c) {
            case '{' -> begin(c, State.NAME_OR_END);
            case '[' -> begin(c, State.VALUE_OR_END);
            case '"' -> string(afterValue());
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            case '+' -> "a number must not start with +";
            case '.' -> "a number needs a digit before the point";
            case ',' -> "expected a value before the comma";
            case ']', '}' ->
                state == State.VALUE && !open.isEmpty() && open.charAt(open.length() - 1) == '['
                        ? "expected a value after the comma; remove the comma"
                        : "expected " + A_VALUE;
            case 'T', 'F' -> "true and false are written in lower case";
            case 'N', 'I', 'u' -> "NaN, Infinity, None and undefined are not JSON; send a number or null";
            default -> quotes(c, "expected " + A_VALUE);
        };
    }

    private @Nullable String begin(char bracket, State next) {
        open.append(bracket);
        at++;
        state = next;
        return null;
    }

    private State afterValue() {
        return open.isEmpty() ? State.NOTHING : State.COMMA;
    }

    private @Nullable String word(String word) {
        byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i++) {
            if (at + i >= json.length || json[at + i] != bytes[i]) {
                return "expected " + A_VALUE;
            }
        }
        at += bytes.length;
        state = afterValue();
        return null;
    }

    private @Nullable String number() {
        if (json[at] == '-') {
            at++;
        }
        boolean startsWithZero = at < json.length && json[at] == '0';
        int digits = digits();
        if (digits == 0) {
            return "a minus must be followed by a digit";
        }
        if (startsWithZero && digits > 1) {
            at -= digits;
            return "a number must not start with 0; send it in quotes if it is an ID or a code";
        }
        if (at < json.length && json[at] == '.') {
            at++;
            if (digits() == 0) {
                return "the point of a number must be followed by a digit";
            }
        }
        if (at < json.length && (json[at] == 'e' || json[at] == 'E')) {
            at++;
            if (at < json.length && (json[at] == '+' || json[at] == '-')) {
                at++;
            }
            if (digits() == 0) {
                return "the exponent of a number needs a digit";
            }
        }
        state = afterValue();
        return null;
    }

    private int digits() {
        int start = at;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            at++;
        }
        return at - start;
    }

    private @Nullable String string(State next) {
        int start = at;
        at++;
        while (at < json.length && json[at] != '"') {
            int c = json[at] & 0xff;
            if (c < ' ') {
                return c == '\n' || c == '\r'
                        ? "a line break in a string must be written as \\n; or a double quote is missing before it"
                        : c == '\t'
                                ? "a tab in a string must be written as \\t"
                                : "a control character in a string must be written as \\u and four digits";
            }
            String fault = c == '\\' ? escape() : null;
            if (fault != null) {
                return fault;
            }
            at++;
        }
        if (at == json.length) {
            at = start;
            return "this string has no double quote at its end";
        }
        at++;
        state = next;
        return null;
    }

    /** Checks the escape at the backslash, and goes to its last character. */
    private @Nullable String escape() {
        at++;
        if (at < json.length && json[at] == 'u') {
            for (int i = 1; i <= UNICODE_DIGITS; i++) {
                if (at + i >= json.length || Character.digit(json[at + i], 16) < 0) {
                    return "expected four hexadecimal digits after \\u";
                }
            }
            at += UNICODE_DIGITS;
            return null;
        }
        return at < json.length && "\"\\/bfnrt".indexOf(json[at]) >= 0
                ? null
                : "unknown escape after a backslash; write a backslash as \\\\";
    }

    private String quotes(char c, String otherwise) {
        if (c == '\'') {
            return "strings and names need double quotes, not single quotes";
        }
        boolean isCurved = c == 0xe2
                && at + 2 < json.length
                && (json[at + 1] & 0xff) == 0x80
                && ((json[at + 2] & 0xff) == LEFT_QUOTE || (json[at + 2] & 0xff) == RIGHT_QUOTE);
        return isCurved ? "strings and names need straight double quotes" : comment(c, otherwise);
    }

    private static String comment(char c, String otherwise) {
        return c == '/' || c == '#' ? "JSON has no comments; remove this one" : otherwise;
    }

    private String needed() {
        return switch (state) {
            case VALUE, VALUE_OR_END -> A_VALUE;
            case NAME, NAME_OR_END -> A_NAME;
            case COLON -> "a colon and a value";
            case COMMA -> open.charAt(open.length() - 1) == '{' ? "a closing }" : "a closing ]";
            case NOTHING -> "nothing";
        };
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }
}
