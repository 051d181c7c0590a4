package org.orderevidence.http.wire;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Email;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Texts;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one JSON object, read by name. Each method returns the value of a field, or null if the field is
 * missing or wrong. Errors go to the {@link Faults}. A null and an empty or blank string count as a missing field.
 * After all fields were read, {@link #finish} finds the unknown ones.
 */
public final class Fields {
    /** How far ahead of now a date may lie: somewhere it is tomorrow already, and clocks differ. */
    static final Duration MAX_AHEAD = Duration.ofHours(24);

    private static final Map<String, Currency> CURRENCIES = currencies();

    private final JsonNode object;
    private final String pointer;
    private final Faults faults;
    private final List<String> taken = new ArrayList<>();

    private Fields(JsonNode object, String pointer, Faults faults) {
        this.object = object;
        this.pointer = pointer;
        this.faults = faults;
    }

    /** The fields of an object; null, and an error, when the node is none. */
    public static @Nullable Fields of(JsonNode node, String pointer, Faults faults) {
        if (!node.isObject()) {
            faults.error(pointer, FaultCode.WRONG_TYPE, "send a JSON object here, not " + kind(node));
            return null;
        }
        return new Fields(node, pointer, faults);
    }

    /** Pointer to a field that the interface knows; no such name needs escaping. */
    String pointerTo(String name) {
        return pointer + '/' + name;
    }

    Faults faults() {
        return faults;
    }

    /** Records an error when the field is absent. */
    public void require(String name) {
        if (isAbsent(name)) {
            error(name, FaultCode.REQUIRED, "is required");
        }
    }

    /** The field as it came, null when absent. */
    @Nullable
    JsonNode field(String name) {
        JsonNode node = object.get(name);
        if (node != null) {
            taken.add(name);
        }
        return isAbsent(node) ? null : node;
    }

    /** True when the object does not have the field, or it is null or blank. */
    public boolean isAbsent(String name) {
        return isAbsent(object.get(name));
    }

    /** True when the object has the field, be it null or blank. */
    boolean mentions(String name) {
        return object.has(name);
    }

    /** A text that keeps to a rule. */
    @Nullable
    public String text(String name, TextRule rule) {
        JsonNode node = field(name);
        if (node == null) {
            return null;
        }
        if (!node.isString()) {
            wrongType(name, node, "a string in quotes");
            return null;
        }
        String text = rule.trimmed() ? Texts.trim(node.stringValue()) : node.stringValue();
        return keeps(name, text, rule) ? text : null;
    }

    /** A text of exactly so many ASCII digits, one or the other. */
    @Nullable
    String digits(String name, int count, int otherCount) {
        String text = text(name, TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        boolean right = text.length() == count || text.length() == otherCount;
        for (int i = 0; right && i < text.length(); i++) {
            right = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        if (!right) {
            String counts = count == otherCount ? Integer.toString(count) : count + " or " + otherCount;
            error(name, FaultCode.INVALID_FORMAT, "must be " + counts + " digits, and nothing else");
            return null;
        }
        return text;
    }

    /** A whole number of a range, both ends included. */
    @Nullable
    public Long integer(String name, long least, long most) {
        JsonNode node = field(name);
        if (node == null) {
            return null;
        }
        if (!node.isNumber()) {
            wrongType(name, node, "an integer without quotes");
            return null;
        }
        if (!node.isIntegralNumber()) {
            error(name, FaultCode.NOT_AN_INTEGER, "must be an integer, written without fraction and exponent");
            return null;
        }
        boolean inRange = node.canConvertToLong() && node.longValue() >= least && node.longValue() <= most;
        if (!inRange) {
            boolean tooSmall =
                    node.bigIntegerValue().signum() < 0 || (node.canConvertToLong() && node.longValue() < least);
            error(name, FaultCode.OUT_OF_RANGE, tooSmall ? "must be " + least + " or more" : "must be at most " + most);
            return null;
        }
        if (UnknownFields.looksLikeCard(node)) {
            cardNumber(name);
            return null;
        }
        return node.longValue();
    }

    /** True or false; false when absent. */
    boolean flag(String name) {
        JsonNode node = field(name);
        if (node != null && !node.isBoolean()) {
            wrongType(name, node, "true or false without quotes");
            return false;
        }
        return node != null && node.booleanValue();
    }

    /** The same, or null if it was not sent. */
    @Nullable
    Boolean flagIfSent(String name) {
        boolean isSent = !isAbsent(name);
        boolean value = flag(name);
        return isSent ? (Boolean) value : null;
    }

    /** One of the names of an enumeration, in any case. */
    public <E extends Enum<E>> @Nullable E choice(String name, E[] choices) {
        String text = text(name, TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        for (E choice : choices) {
            if (choice.name().equalsIgnoreCase(text)) {
                return choice;
            }
        }
        StringBuilder detail = new StringBuilder("must be ");
        for (int i = 0; i < choices.length; i++) {
            detail.append(i == 0 ? "" : i == choices.length - 1 ? " or " : ", ");
            detail.append(choices[i].name().toLowerCase(Locale.ROOT));
        }
        error(name, FaultCode.UNKNOWN_VALUE, detail.toString());
        return null;
    }

    /** A currency that has minor units, by its ISO 4217 code in any case. */
    @Nullable
    Currency currency(String name) {
        String text = text(name, TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        Currency currency = CURRENCIES.get(text.toUpperCase(Locale.ROOT));
        if (currency == null) {
            error(name, FaultCode.UNKNOWN_CURRENCY, "must be the ISO 4217 code of a currency, such as USD");
        }
        return currency;
    }

    /** A link. */
    @Nullable
    String link(String name) {
        String text = text(name, TextRule.TRIMMED);
        if (text != null && !WebLink.isOne(text)) {
            error(
                    name,
                    FaultCode.NOT_A_URL,
                    "must be a link that starts with https:// or http://, with a host and without blanks");
            return null;
        }
        return text;
    }

    /** A date or moment, not more than {@link #MAX_AHEAD} ahead of {@code now}. */
    @Nullable
    OrderTime time(String name, Instant now) {
        String text = text(name, TextRule.line(TextRule.LONGEST_TEXT));
        return text == null
                ? null
                : switch (WireDate.parse(text)) {
                    case WireDate.Valid(OrderTime time) -> notAhead(name, time, now);
                    case WireDate.Unreadable() -> {
                        error(name, FaultCode.INVALID_DATE, "is not a date that exists; " + WireDate.FORMS);
                        yield null;
                    }
                    case WireDate.OutOfYears() -> {
                        error(name, FaultCode.OUT_OF_RANGE, "must be of the year " + OrderTime.MIN_YEAR + " or later");
                        yield null;
                    }
                };
    }

    /** An e-mail address. */
    @Nullable
    Email email(String name) {
        String text = text(name, TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        Optional<Email> email = Email.parse(text);
        if (email.isEmpty()) {
            error(
                    name,
                    FaultCode.EMAIL_INVALID,
                    "must be an e-mail address of at most " + Email.MAX_LENGTH
                            + " characters: a name, one @ and a domain");
        }
        return email.orElse(null);
    }

    /** A day that a transaction can have, without a time. */
    @Nullable
    LocalDate day(String name) {
        String text = text(name, TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        LocalDate day = DayText.read(text);
        if (day == null) {
            error(
                    name,
                    FaultCode.INVALID_DATE,
                    "must be a day that exists, from " + OrderTime.MIN_YEAR + "-01-01 on, such as 2026-11-20");
        }
        return day;
    }

    /** The fields of an object inside this one. */
    @Nullable
    Fields object(String name) {
        JsonNode node = field(name);
        return node == null ? null : of(node, pointerTo(name), faults);
    }

    /** The elements of a list; none when it is absent, longer than {@code most}, or no list. */
    public List<JsonNode> list(String name, int most) {
        JsonNode node = field(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            wrongType(name, node, "a list");
            return List.of();
        }
        if (node.size() > most) {
            error(name, FaultCode.TOO_MANY, "must have at most " + most + " entries");
            return List.of();
        }
        return List.copyOf(node.values());
    }

    /** Looks at what was not asked for. */
    public void finish() {
        if (taken.size() < object.size()) {
            UnknownFields.report(object, taken, pointer, faults);
        }
    }

    private @Nullable OrderTime notAhead(String name, OrderTime time, Instant now) {
        Instant start = time.instant() != null
                ? time.instant()
                : time.day().atStartOfDay(ZoneOffset.UTC).toInstant();
        if (start.isAfter(now.plus(MAX_AHEAD))) {
            error(name, FaultCode.OUT_OF_RANGE, "must not be more than 24 hours ahead of now");
            return null;
        }
        return time;
    }

    private boolean keeps(String name, String text, TextRule rule) {
        if (rule.holdsCardNumber(text)) {
            cardNumber(name);
            return false;
        }
        int length = Texts.length(text);
        if (length > rule.longest()) {
            error(name, FaultCode.TOO_LONG, "must have at most " + rule.longest() + " characters");
            return false;
        }
        if (length < rule.shortest()) {
            error(name, FaultCode.TOO_SHORT, "must have at least " + rule.shortest() + " characters");
            return false;
        }
        if (!Texts.isPrintable(text)) {
            return keepsDespiteControls(name, text, rule);
        }
        return true;
    }

    private boolean keepsDespiteControls(String name, String text, TextRule rule) {
        if (!Texts.isWellFormed(text)) {
            error(name, FaultCode.NOT_WELL_FORMED, "has half of a surrogate pair; send whole characters");
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (rule.refuses(text.charAt(i))) {
                error(name, FaultCode.CONTROL_CHARACTER, "must not have control characters; remove them");
                return false;
            }
        }
        return true;
    }

    /**
     * Records an error of a field.
     *
     * @param rule the words that follow the field's name in the message
     */
    public void error(String name, FaultCode code, String rule) {
        if (faults.hasRoomForError()) {
            faults.error(pointerTo(name), code, name + ' ' + rule);
        } else {
            faults.errorLeftOut();
        }
    }

    private void cardNumber(String name) {
        error(
                name,
                FaultCode.CARD_NUMBER,
                "contains what looks like a full card number; send only bin and last4, never the number");
    }

    private void wrongType(String name, JsonNode node, String wanted) {
        error(name, FaultCode.WRONG_TYPE, "must be " + wanted + ", not " + kind(node));
    }

    private static boolean isAbsent(@Nullable JsonNode node) {
        return node == null || node.isNull() || (node.isString() && Texts.isBlank(node.stringValue()));
    }

    private static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "this";
        };
    }

    /** By code. What has no minor units (metals, funds, "no currency") has no amounts either. */
    private static Map<String, Currency> currencies() {
        Map<String, Currency> byCode = new HashMap<>();
        for (Currency currency : Currency.getAvailableCurrencies()) {
            if (currency.getDefaultFractionDigits() >= 0) {
                byCode.put(currency.getCurrencyCode(), currency);
            }
        }
        return Map.copyOf(byCode);
    }
}
