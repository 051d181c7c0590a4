package org.orderevidence.cli.order;

import java.util.Arrays;
import org.orderevidence.evidence.Element;

/** The words for names and codes of an answer. */
final class Words {
    private Words() {}

    /** Returns the words for an element, such as {@code customer account ID}. An unknown name stays as it is. */
    static String element(String wireName) {
        return Arrays.stream(Element.values())
                .filter(element -> element.wireName().equals(wireName))
                .map(Element::noun)
                .findFirst()
                .orElse(wireName);
    }

    /** Returns the state of an element on an earlier order, in words. */
    static String state(String code) {
        return switch (code) {
            case "equal" -> "same";
            case "differs" -> "different";
            case "order_missing" -> "missing on this order";
            case "order_unusable" -> "unusable on this order";
            default -> code.replace('_', ' ');
        };
    }

    /** Returns the reason why an earlier order does not count, in words, such as {@code too old}. */
    static String priorReason(String code) {
        return code.replaceFirst("^prior_", "").replace('_', ' ');
    }
}
