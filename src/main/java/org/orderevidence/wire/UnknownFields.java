package org.orderevidence.wire;

import java.util.List;
import org.orderevidence.json.FieldNames;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Texts;
import tools.jackson.databind.JsonNode;

/**
 * Checks unknown fields. They are not stored, but the answer names them, so that a typo is
 * noticed. A card number in one (in a name, a string or a number, at any depth) is always an error. An ill-formed name
 * or string is an error too.
 */
final class UnknownFields {
    /** Longest name that a pointer repeats. */
    private static final int LONGEST_NAMED = 200;

    /** Least number of 13 digits: no card number has fewer. */
    private static final long LEAST_CARD_NUMBER = 1_000_000_000_000L;

    private UnknownFields() {}

    /** Reports the fields of {@code object} that are not among {@code known}. */
    static void report(JsonNode object, List<String> known, String pointer, Faults faults) {
        object.forEachEntry((name, value) -> {
            if (!known.contains(name)) {
                reportOne(name, value, known, pointer, faults);
            }
        });
    }

    /** Returns true if a whole number has the digits of a card number. */
    static boolean looksLikeCard(JsonNode node) {
        return node.isIntegralNumber()
                && node.canConvertToLong()
                && node.longValue() >= LEAST_CARD_NUMBER
                && CardNumbers.appearIn(Long.toString(node.longValue()));
    }

    private static void reportOne(String name, JsonNode value, List<String> known, String pointer, Faults faults) {
        boolean nameHasCard = CardNumbers.appearIn(name);
        boolean isCard = nameHasCard || holdsCard(value);
        boolean isError = isCard || !Texts.isWellFormed(name) || !isWellFormed(value);
        if (isError && !faults.hasRoomForError()) {
            faults.errorLeftOut();
            return;
        }
        if (!isError && !faults.hasRoomForUnknown()) {
            faults.unknownFieldLeftOut();
            return;
        }
        boolean repeatable = !nameHasCard && name.length() <= LONGEST_NAMED && Texts.isPrintable(name);
        String at = repeatable ? pointer + '/' + escape(name) : pointer;
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
            faults.unknownField(at, name, FieldNames.didYouMean(name, known));
        }
    }

    private static boolean holdsCard(JsonNode value) {
        if (value.isString()) {
            return CardNumbers.appearIn(value.stringValue());
        }
        if (value.isNumber()) {
            return looksLikeCard(value);
        }
        for (String name : value.propertyNames()) {
            if (CardNumbers.appearIn(name)) {
                return true;
            }
        }
        for (JsonNode child : value) {
            if (holdsCard(child)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWellFormed(JsonNode value) {
        if (value.isString()) {
            return Texts.isWellFormed(value.stringValue());
        }
        for (String name : value.propertyNames()) {
            if (!Texts.isWellFormed(name)) {
                return false;
            }
        }
        for (JsonNode child : value) {
            if (!isWellFormed(child)) {
                return false;
            }
        }
        return true;
    }

    /** RFC 6901, 3. */
    private static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
