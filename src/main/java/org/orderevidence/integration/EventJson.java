package org.orderevidence.integration;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.json.JsonBody;
import org.orderevidence.json.JsonBody.MalformedJson;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Texts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON object of an event. A field that is missing, has another type, or has a value that orders cannot have, is
 * empty: platforms add and change fields at any time, and one field must not cost an order.
 */
public final class EventJson {
    /** The longest text of which nothing else is said. */
    public static final int LONGEST_TEXT = 2_000;

    public static final int LONGEST_ID = 128;

    private static final int MAX_DEPTH = 64;

    /** A value of a large order has more bytes than this on average, with its name. */
    private static final int BYTES_OF_VALUE = 12;

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final int LONGEST_TIME = 40;

    private final JsonNode object;
    private final Map<String, Boolean> readings;

    private EventJson(JsonNode object, Map<String, Boolean> readings) {
        this.object = object;
        this.readings = readings;
    }

    /** Returns an object that was written in the form of an event for a row, which learns what cannot be used. */
    public static EventJson of(ObjectNode event, ExportRow row) {
        return new EventJson(event, row.readings);
    }

    /**
     * Reads the body of a webhook.
     *
     * @throws UnmappableEvent if it is not a JSON object, or larger or deeper than any event
     */
    public static EventJson parse(byte[] body) throws UnmappableEvent {
        if (body.length > Webhook.MAX_BODY_BYTES) {
            throw new UnmappableEvent(
                    Mapping.Reason.UNREADABLE, "the body is larger than " + Webhook.MAX_BODY_BYTES + " bytes");
        }
        try {
            JsonNode parsed = JsonBody.parse(body.clone(), MAX_DEPTH, body.length / BYTES_OF_VALUE);
            if (parsed.isObject()) {
                return new EventJson(parsed, new HashMap<>());
            }
            throw new UnmappableEvent(Mapping.Reason.UNREADABLE, "the body is not a JSON object");
        } catch (MalformedJson malformed) {
            throw new UnmappableEvent(Mapping.Reason.UNREADABLE, malformed.detail());
        }
    }

    /** Returns a value without which an event has no meaning. */
    public static <T> T required(@Nullable T value, String name) throws UnmappableEvent {
        if (value == null) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, name);
        }
        return value;
    }

    @SafeVarargs
    public static <T> @Nullable T first(@Nullable T... values) {
        for (T value : values) {
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    public String json() {
        return object.toString();
    }

    /** Returns the object of this name, or an object without fields if there is none. */
    public EventJson in(String name) {
        JsonNode value = object.path(name);
        return new EventJson(value.isObject() ? value : JsonNodeFactory.instance.objectNode(), readings);
    }

    /** Returns true if there is a value of this name, also {@code null}. */
    public boolean has(String name) {
        return object.has(name);
    }

    public boolean hasObject(String name) {
        return object.path(name).isObject();
    }

    public boolean hasList(String name) {
        return object.path(name).isArray();
    }

    /** Returns the objects of the list of this name, at most {@code most}; none if there is no list. */
    public List<EventJson> list(String name, int most) {
        return elements(name)
                .filter(JsonNode::isObject)
                .limit(most)
                .map(value -> new EventJson(value, readings))
                .toList();
    }

    /** Returns the texts of the list of this name that are one line of at most {@code longest} characters. */
    public List<String> texts(String name, int most, int longest) {
        return elements(name)
                .map(value -> accepted(value, longest, Texts::isPrintable))
                .filter(Objects::nonNull)
                .limit(most)
                .toList();
    }

    /** Returns all whole numbers of the list of this name; none if there is no list. */
    public List<Long> integers(String name) {
        return elements(name).map(EventJson::whole).filter(Objects::nonNull).toList();
    }

    private Stream<JsonNode> elements(String name) {
        JsonNode values = object.path(name);
        return values.isArray() ? values.valueStream() : Stream.empty();
    }

    /** Returns a text as it was sent, also a number or a truth value: signatures are made over it. Else empty text. */
    public String signedText(String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull() || value.isContainer()) {
            return "";
        }
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** Returns the id of an object: the field itself, or the {@code id} of the object that it was expanded to. */
    public @Nullable String id(String name) {
        JsonNode value = object.path(name);
        if (value.isObject()) {
            value = value.path("id");
        }
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return Long.toString(value.longValue());
        }
        return accepted(value, LONGEST_ID, Texts::isPrintable);
    }

    /** Returns the merchant's order id as it was sent, also one that no order can have. */
    public @Nullable String orderId(String name) {
        return accepted(name, LONGEST_TEXT, text -> true);
    }

    /** Returns a text of one line without card number. */
    public @Nullable String line(String name, int longest) {
        return accepted(name, longest, text -> Texts.isPrintable(text) && !CardNumbers.appearIn(text));
    }

    /** Returns a text of one line of at most {@value #LONGEST_ID} characters without card number. */
    public @Nullable String word(String name) {
        return line(name, LONGEST_ID);
    }

    /** Returns a text of one line that is a long number by nature: it is not searched for card numbers. */
    public @Nullable String longNumber(String name, int longest) {
        return accepted(name, longest, Texts::isPrintable);
    }

    /** Returns a text of several lines without card number. */
    public @Nullable String lines(String name) {
        return accepted(name, LONGEST_TEXT, text -> isLines(text) && !CardNumbers.appearIn(text));
    }

    public @Nullable String telephone(String name) {
        return accepted(name, LONGEST_TEXT, text -> isLines(text) && !CardNumbers.appearInTelephone(text));
    }

    /** Returns the text of an IP address, also one that cannot be used: the cause is shown, as for an upload. */
    public @Nullable String ip(String name) {
        String text = accepted(name, LONGEST_TEXT, sent -> !CardNumbers.appearIn(sent));
        return text == null ? null : Texts.brief(Texts.writable(text), LONGEST_ID - 1);
    }

    /** Returns a text of exactly this many digits. */
    public @Nullable String digits(String name, int count) {
        return accepted(
                name,
                count,
                text -> text.length() == count && DIGITS.matcher(text).matches());
    }

    /** Returns the first six or eight digits of a card. */
    public @Nullable String bin(String name) {
        return first(digits(name, 8), digits(name, 6));
    }

    public @Nullable CardFingerprint fingerprint(String name) {
        String token = accepted(name, CardFingerprint.MAX_LENGTH, Texts::isPrintable);
        return token == null || Texts.length(token) < CardFingerprint.MIN_LENGTH || Placeholders.isOne(token)
                ? null
                : new CardFingerprint(token);
    }

    public @Nullable PaymentAccountReference accountReference(String name) {
        String text = accepted(name, LONGEST_ID, Texts::isPrintable);
        return text == null ? null : PaymentAccountReference.parse(text).orElse(null);
    }

    /**
     * Returns the result of 3-D Secure.
     *
     * @param indicator the electronic commerce indicator; other texts, such as {@code N/A}, state none
     * @param transactionId the directory server's ID of the authentication
     */
    public Charge.@Nullable ThreeDs threeDs(String indicator, String transactionId) {
        return Charge.ThreeDs.of(
                first(digits(indicator, 2), digits(indicator, 1)), line(transactionId, Charge.References.MAX_LENGTH));
    }

    /** Returns a whole number, also one that was sent as a text. */
    public @Nullable Long integer(String name) {
        return whole(object.path(name));
    }

    /** Returns a truth value, also one that was sent as a text. */
    public @Nullable Boolean flag(String name) {
        JsonNode value = object.path(name);
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        return switch (value.isString() ? value.stringValue() : "") {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> null;
        };
    }

    /** Returns the condition of a network's code of a dispute, also of one that is empty or not known. */
    public static String condition(@Nullable String code) {
        return code == null
                ? Dispute.UNKNOWN_CONDITION
                : Dispute.parseCondition(code).orElse(Dispute.UNKNOWN_CONDITION);
    }

    /** Returns a moment that was sent as seconds since 1970. */
    public @Nullable Instant seconds(String name) {
        Long seconds = integer(name);
        return seconds == null ? null : ofAcceptedYear(seconds);
    }

    /** Returns a moment that was sent as a date and time with offset (RFC 3339). */
    public @Nullable Instant time(String name) {
        String text = line(name, LONGEST_TIME);
        if (text == null) {
            return null;
        }
        try {
            return ofAcceptedYear(OffsetDateTime.parse(text).toEpochSecond());
        } catch (DateTimeException notATime) {
            return null;
        }
    }

    /** Returns a moment, or a date without a time of day if it was sent so. */
    public @Nullable OrderTime orderTime(String name) {
        Instant time = time(name);
        if (time != null) {
            return OrderTime.at(time);
        }
        String text = line(name, LONGEST_TIME);
        if (text == null || !DAY.matcher(text).matches()) {
            return null;
        }
        try {
            LocalDate day = LocalDate.parse(text);
            return isAccepted(day) ? OrderTime.on(day) : null;
        } catch (DateTimeException noSuchDay) {
            return null;
        }
    }

    private static @Nullable Long whole(JsonNode value) {
        if (value.isString()) {
            String text = value.stringValue();
            return WHOLE_NUMBER.matcher(text).matches() ? Long.valueOf(text) : null;
        }
        return value.isIntegralNumber() && value.canConvertToLong() ? (Long) value.longValue() : null;
    }

    private static @Nullable Instant ofAcceptedYear(long seconds) {
        try {
            Instant moment = Instant.ofEpochSecond(seconds);
            return isAccepted(LocalDate.ofInstant(moment, ZoneOffset.UTC)) ? moment : null;
        } catch (DateTimeException outOfRange) {
            return null;
        }
    }

    private static boolean isAccepted(LocalDate day) {
        return day.getYear() >= OrderTime.MIN_YEAR && day.getYear() <= OrderTime.MAX_YEAR;
    }

    private @Nullable String accepted(String name, int longest, Predicate<String> accepts) {
        JsonNode value = object.path(name);
        String text = accepted(value, longest, accepts);
        if (value.isString()) {
            readings.merge(name, text != null, Boolean::logicalOr);
        }
        return text;
    }

    /** Returns the text without blanks at its ends if it is one, not blank, not too long, and accepted. */
    private static @Nullable String accepted(JsonNode value, int longest, Predicate<String> accepts) {
        if (!value.isString()) {
            return null;
        }
        String text = Texts.trim(value.stringValue());
        return !text.isEmpty() && Texts.length(text) <= longest && accepts.test(text) ? text : null;
    }

    private static boolean isLines(String text) {
        return Texts.isWellFormed(text)
                && text.chars().allMatch(c -> !Character.isISOControl(c) || c == '\n' || c == '\r' || c == '\t');
    }
}
