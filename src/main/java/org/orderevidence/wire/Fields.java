package org.orderevidence.wire;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.AmountHint;
import org.orderevidence.json.CurrencyCodes;
import org.orderevidence.json.DateHint;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.json.IpHint.EmailHint;
import org.orderevidence.json.ObjectShape;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Email;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.order.part.Kind.TextForm;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one JSON object, read by name. Each method returns the value of a field, or null if the field is
 * missing or wrong. Errors go to the {@link Faults}. A null and an empty or blank string count as a missing field.
 * After all fields were read, {@link #finish} finds the unknown ones.
 */
public final class Fields {
    /** How far a date may be in the future: other time zones have tomorrow already, and clocks differ. */
    static final Duration MAX_AHEAD = Duration.ofHours(24);

    private final JsonNode object;
    private final String pointer;
    private final Faults faults;
    private final List<String> known = new ArrayList<>();
    private int present;

    private Fields(JsonNode object, String pointer, Faults faults) {
        this.object = object;
        this.pointer = pointer;
        this.faults = faults;
    }

    /** The fields of an object; null, and an error, when the node is none. */
    public static @Nullable Fields of(JsonNode node, String pointer, Faults faults) {
        if (!node.isObject()) {
            String shape = ObjectShape.at(pointer);
            String expected = shape.isEmpty() ? " here" : shape;
            faults.error(
                    pointer, FaultCode.WRONG_TYPE, "send a JSON object" + expected + ", not " + ObjectShape.kind(node));
            return null;
        }
        return new Fields(node, pointer, faults);
    }

    /**
     * Reads an object, which is refused if it breaks a rule.
     *
     * @param unknown what becomes of unknown fields
     * @param reader returns what the fields state; {@code null} only if it recorded an error
     */
    public static <T> Read<T> read(JsonNode body, Faults.Unknown unknown, Function<Fields, @Nullable T> reader) {
        return read(body, "", new Faults(unknown), reader);
    }

    /** The same of an object within a request, with what receives its faults. */
    public static <T> Read<T> read(
            JsonNode object, String pointer, Faults faults, Function<Fields, @Nullable T> reader) {
        Fields fields = of(object, pointer, faults);
        if (fields == null) {
            return faults.refusal();
        }
        T value = reader.apply(fields);
        fields.finish();
        return faults.refuse() || value == null ? faults.refusal() : faults.acceptance(value);
    }

    /** Pointer to a field of the interface; no such name needs escaping. */
    String pointerTo(String name) {
        return pointer + '/' + name;
    }

    Faults faults() {
        return faults;
    }

    public void require(String name) {
        if (isAbsent(name)) {
            error(name, FaultCode.REQUIRED, "is required");
        }
    }

    /** Returns the field as it was sent, or null if it is missing or JSON null. */
    @Nullable
    JsonNode field(String name) {
        JsonNode node = object.get(name);
        known.add(name);
        present += node == null ? 0 : 1;
        return isAbsent(node) ? null : node;
    }

    /** Returns the field as it was sent, without counting it as read; null if the object does not have it. */
    @Nullable
    JsonNode peek(String name) {
        return object.get(name);
    }

    /** Returns true if the object does not have the field, or it is null or blank. */
    public boolean isAbsent(String name) {
        return isAbsent(object.get(name));
    }

    /** Returns true if the object has the field, even if it is null or blank. */
    boolean mentions(String name) {
        return object.has(name);
    }

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
        String text = cleaned(name, node, rule.form());
        TextRule.Broken broken = rule.judge(text);
        if (broken != null) {
            error(name, broken.code(), broken.words());
        }
        return broken == null ? text : null;
    }

    /** Returns a string as it is stored. Warns if more than blanks at its ends were removed. */
    String cleaned(String name, JsonNode string, TextForm form) {
        String sent = string.stringValue();
        if (form != TextForm.LINES && Texts.visible(sent).length() < sent.length()) {
            String words = " has invisible characters, such as a zero-width space; they were left out";
            warning(name, FaultCode.INVISIBLE_CHARACTERS, () -> name + words);
        }
        return form.cleaned(sent);
    }

    /** An id of an order. An error of one that is not {@link Texts#cleaned} names the cleaned form. */
    @Nullable
    String orderId(String name, TextRule rule) {
        JsonNode node = object.get(name);
        if (node == null || !node.isString() || isAbsent(node)) {
            return text(name, rule);
        }
        String sent = node.stringValue();
        String cleaned = Texts.cleaned(sent);
        boolean isMeant = !cleaned.equals(sent) && OrderId.isValid(cleaned) && rule.judge(cleaned) == null;
        if (!isMeant) {
            return text(name, rule);
        }
        field(name);
        FaultCode code = Texts.isPrintable(sent) ? FaultCode.INVALID_FORMAT : FaultCode.CONTROL_CHARACTER;
        error(
                name,
                code,
                () -> "must not have blanks at its ends or invisible characters; without them, it is \"" + cleaned
                        + "\"");
        return null;
    }

    /** A text of exactly this many ASCII digits, one or the other. */
    @Nullable
    String digits(String name, int count, int otherCount) {
        String counts = count == otherCount ? count + " digits" : count + " or " + otherCount + " digits";
        JsonNode node = object.get(name);
        if (node != null && node.isNumber()) {
            field(name);
            error(name, FaultCode.WRONG_TYPE, "must be " + counts + " in quotes: a number loses its leading zeros");
            return null;
        }
        String text = text(name, TextRule.LINE);
        if (text == null) {
            return null;
        }
        boolean fits = text.length() == count || text.length() == otherCount;
        boolean hasOnlyDigits = Texts.isDigits(text);
        if (fits && hasOnlyDigits) {
            return text;
        }
        boolean isMasked = Texts.has(text, c -> c == '*' || c == 'x' || c == 'X' || c == '\u2022');
        error(
                name,
                FaultCode.INVALID_FORMAT,
                "must be " + counts
                        + (hasOnlyDigits
                                ? ", not " + text.length()
                                : isMasked
                                        ? ": of a masked card number, send the first 6 digits as bin and the last 4 as last4"
                                        : ", and nothing else"));
        return null;
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
            error(name, FaultCode.NOT_AN_INTEGER, "must be an integer, without a fraction or an exponent");
            return null;
        }
        boolean inRange = node.canConvertToLong() && node.longValue() >= least && node.longValue() <= most;
        if (!inRange) {
            boolean tooSmall =
                    node.bigIntegerValue().signum() < 0 || (node.canConvertToLong() && node.longValue() < least);
            error(name, FaultCode.OUT_OF_RANGE, tooSmall ? "must be " + least + " or more" : "must be at most " + most);
            return null;
        }
        if (looksLikeCard(node)) {
            error(name, TextRule.CARD_NUMBER.code(), TextRule.CARD_NUMBER.words());
            return null;
        }
        return node.longValue();
    }

    /**
     * An amount in minor units, of a range.
     *
     * @param currency of the amount, for the message; null if it is not known
     */
    @Nullable
    Long amount(String name, long least, long most, @Nullable Currency currency) {
        JsonNode node = object.get(name);
        if (node == null || isAbsent(node) || node.isIntegralNumber()) {
            return integer(name, least, most);
        }
        field(name);
        if (node.isNumber()) {
            boolean canBeMeant =
                    node.isBigDecimal() && (least < 0 || node.decimalValue().signum() >= 0);
            BigDecimal value = canBeMeant ? node.decimalValue() : null;
            error(name, FaultCode.NOT_AN_INTEGER, () -> AmountHint.ofNumber(value, currency));
        } else if (node.isString()) {
            error(name, FaultCode.WRONG_TYPE, () -> AmountHint.ofText(node.stringValue(), currency));
        } else {
            error(name, FaultCode.WRONG_TYPE, () -> AmountHint.ofOther(ObjectShape.kind(node), currency));
        }
        return null;
    }

    /** The currency that a field names, without a fault if it names none. */
    @Nullable
    Currency currencyIfValid(String name) {
        JsonNode node = object.get(name);
        return node != null && node.isString() ? CurrencyCodes.find(Texts.trim(node.stringValue())) : null;
    }

    /** Returns true or false; false if the field is missing. */
    public boolean flag(String name) {
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
        boolean value = flag(name);
        return isAbsent(name) ? null : (Boolean) value;
    }

    /**
     * One of the names of an enumeration, in any case.
     *
     * @param meant other words for them, for the message
     */
    public <E extends Enum<E>> @Nullable E choice(String name, E[] choices, MeantWords meant) {
        int found = choice(
                name,
                Arrays.stream(choices)
                        .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                        .toList(),
                meant);
        return found < 0 ? null : choices[found];
    }

    /** The number of one of these names, in any case; negative if it is missing or wrong. */
    int choice(String name, List<String> choices, MeantWords meant) {
        String text = text(name, TextRule.LINE);
        if (text == null) {
            return -1;
        }
        for (int i = 0; i < choices.size(); i++) {
            if (choices.get(i).equalsIgnoreCase(text)) {
                return i;
            }
        }
        error(name, FaultCode.UNKNOWN_VALUE, "must be " + alternatives(choices) + meant.hint(text));
        return -1;
    }

    /** Returns names as a sentence has them: {@code a, b or c}. */
    static String alternatives(List<String> names) {
        return String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
    }

    /** A currency that has minor units, by its ISO 4217 code in any case. */
    @Nullable
    Currency currency(String name) {
        JsonNode node = object.get(name);
        if (node != null && node.isIntegralNumber() && node.canConvertToLong()) {
            field(name);
            error(name, FaultCode.WRONG_TYPE, () -> CurrencyCodes.hint(node.longValue()));
            return null;
        }
        return parsed(
                name,
                TextRule.LINE,
                text -> Optional.ofNullable(CurrencyCodes.find(text)),
                FaultCode.UNKNOWN_CURRENCY,
                CurrencyCodes::hint);
    }

    /** A link. A text that is none costs a warning and never the order. */
    @Nullable
    String link(String name) {
        String text = text(name, TextRule.LINE);
        if (text != null && !TextRule.isWebLink(text)) {
            leftOut(
                    name,
                    FaultCode.NOT_A_URL,
                    "must be a link that starts with https:// or http://, with a host and without spaces; it was left out");
            return null;
        }
        return text;
    }

    /** A date or moment, not more than {@link #MAX_AHEAD} ahead of {@code now}. */
    @Nullable
    OrderTime time(String name, Instant now) {
        OrderTime time = timeAlsoAhead(name);
        return time == null ? null : notAhead(name, time, now);
    }

    @Nullable
    OrderTime timeAlsoAhead(String name) {
        JsonNode node = object.get(name);
        if (node != null && node.isNumber()) {
            field(name);
            error(name, FaultCode.WRONG_TYPE, () -> DateHint.of(node.doubleValue()));
            return null;
        }
        String text = text(name, TextRule.LINE);
        return text == null
                ? null
                : switch (WireDate.parse(text)) {
                    case WireDate.Valid(OrderTime time) -> time;
                    case WireDate.Unreadable() -> {
                        error(name, FaultCode.INVALID_DATE, () -> DateHint.of(text));
                        yield null;
                    }
                    case WireDate.OutOfYears() -> {
                        error(name, FaultCode.OUT_OF_RANGE, () -> DateHint.tooEarly(text, OrderTime.MIN_YEAR));
                        yield null;
                    }
                };
    }

    /**
     * What a text means.
     *
     * @param parse returns empty for a text without a meaning
     * @param rule what is then wrong, to follow the name of the field
     */
    public <T> @Nullable T parsed(
            String name,
            TextRule form,
            Function<String, Optional<T>> parse,
            FaultCode code,
            Function<String, String> rule) {
        String text = text(name, form);
        Optional<T> value = text == null ? Optional.empty() : parse.apply(text);
        if (text != null && value.isEmpty()) {
            error(name, code, () -> rule.apply(text));
        }
        return value.orElse(null);
    }

    public @Nullable Email email(String name) {
        return parsed(name, TextRule.LINE, Email::parse, FaultCode.EMAIL_INVALID, EmailHint::of);
    }

    /** A day that a transaction can have, without a time. */
    @Nullable
    LocalDate day(String name) {
        String rule = "must be a day that exists, from " + OrderTime.MIN_YEAR + "-01-01 on, such as 2026-11-20";
        return parsed(
                name,
                TextRule.LINE,
                text -> Optional.ofNullable(WireDate.day(text)),
                FaultCode.INVALID_DATE,
                _ -> rule);
    }

    @Nullable
    Fields object(String name) {
        JsonNode node = field(name);
        if (node != null && !node.isObject()) {
            wrongType(name, node, "an object" + ObjectShape.at(pointerTo(name)));
        }
        return node == null || !node.isObject() ? null : of(node, pointerTo(name), faults);
    }

    /** Returns the elements of a list. There are none if it is missing, longer than {@code most}, or not a list. */
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

    List<String> texts(String name, int most, TextRule rule) {
        List<JsonNode> sent = list(name, most);
        List<String> texts = new ArrayList<>(sent.size());
        for (int i = 0; i < sent.size(); i++) {
            JsonNode node = sent.get(i);
            TextRule.Broken broken = node.isString() ? rule.judge(node.stringValue()) : null;
            if (!node.isString()) {
                faults.error(
                        pointerTo(name) + '/' + i,
                        FaultCode.WRONG_TYPE,
                        name + " must contain strings, not " + ObjectShape.kind(node));
            } else if (broken != null) {
                faults.error(pointerTo(name) + '/' + i, broken.code(), name + ' ' + broken.words());
            } else {
                texts.add(node.stringValue());
            }
        }
        return texts;
    }

    /** Checks the fields that were not read. */
    public void finish() {
        if (present < object.size()) {
            object.forEachEntry((name, value) -> {
                if (!known.contains(name)) {
                    reportUnknown(name, value);
                }
            });
        }
    }

    private @Nullable OrderTime notAhead(String name, OrderTime time, Instant now) {
        if (time.start().isAfter(now.plus(MAX_AHEAD))) {
            error(
                    name,
                    FaultCode.OUT_OF_RANGE,
                    "must not be more than 24 hours ahead of now; check the year and the time zone");
            return null;
        }
        return time;
    }

    /**
     * Records an error of a field.
     *
     * @param rule the words that follow the field's name in the message
     */
    public void error(String name, FaultCode code, String rule) {
        error(name, code, () -> rule);
    }

    /** The same with words that are only made if the answer has room for them. */
    public void error(String name, FaultCode code, Supplier<String> rule) {
        if (faults.hasRoomForError()) {
            faults.error(pointerTo(name), code, name + ' ' + rule.get());
        } else {
            faults.errorLeftOut();
        }
    }

    /**
     * Records a warning about a field inside this object, or in objects inside of it.
     *
     * @param at its name with those of the objects, with slashes
     */
    void warning(String at, FaultCode code, Supplier<String> detail) {
        faults.warning(pointerTo(at), code, detail);
    }

    /** Records a warning about a value that is not stored, with the words that follow the name of the field. */
    void leftOut(String name, FaultCode code, String words) {
        faults.leftOut(pointerTo(name), code, name + ' ' + words);
    }

    private void wrongType(String name, JsonNode node, String wanted) {
        error(name, FaultCode.WRONG_TYPE, "must be " + wanted + ", not " + ObjectShape.kind(node));
    }

    private static boolean isAbsent(@Nullable JsonNode node) {
        return node == null || node.isNull() || (node.isString() && Texts.isInvisible(node.stringValue()));
    }

    private static final int LONGEST_NAMED = 200;

    /** Least number of 13 digits: no card number has fewer. */
    private static final long LEAST_CARD_NUMBER = 1_000_000_000_000L;

    /** Returns true if a whole number has the digits of a card number. */
    static boolean looksLikeCard(JsonNode node) {
        return node.isIntegralNumber()
                && node.canConvertToLong()
                && node.longValue() >= LEAST_CARD_NUMBER
                && CardNumbers.appearIn(Long.toString(node.longValue()));
    }

    /**
     * Records an unknown field. It is not stored, but the answer names it, so that a typo is noticed. A card number in it (in
     * a name, a string or a number, at any depth) is always an error. An ill-formed name or string is an error too.
     */
    private void reportUnknown(String name, JsonNode value) {
        boolean nameHasCard = CardNumbers.appearIn(name);
        boolean isCard = nameHasCard || hasText(value, CardNumbers::appearIn, Fields::looksLikeCard);
        boolean isError =
                isCard || !Texts.isWellFormed(name) || hasText(value, text -> !Texts.isWellFormed(text), _ -> false);
        if (isError && !faults.hasRoomForError()) {
            faults.errorLeftOut();
            return;
        }
        if (!isError && !faults.hasRoomForUnknown()) {
            faults.unknownFieldLeftOut();
            return;
        }
        boolean repeatable = !nameHasCard && name.length() <= LONGEST_NAMED && Texts.isPrintable(name);
        // RFC 6901, 3.
        String at = repeatable ? pointerTo(name.replace("~", "~0").replace("/", "~1")) : pointer;
        if (isCard) {
            faults.error(
                    at,
                    FaultCode.CARD_NUMBER,
                    "an unknown field contains what looks like a full card number; never send one, in any field");
        } else if (isError) {
            faults.error(
                    at,
                    FaultCode.NOT_WELL_FORMED,
                    "an unknown field has half of a surrogate pair in its name or value; remove the field");
        } else {
            faults.unknownField(at, name, DidYouMean.field(name, known));
        }
    }

    /** Returns true if a string or a name in a value passes a test, or a number passes another one. */
    private static boolean hasText(JsonNode value, Predicate<String> text, Predicate<JsonNode> number) {
        if (value.isString()) {
            return text.test(value.stringValue());
        }
        for (String name : value.propertyNames()) {
            if (text.test(name)) {
                return true;
            }
        }
        for (JsonNode child : value) {
            if (hasText(child, text, number)) {
                return true;
            }
        }
        return number.test(value);
    }
}
