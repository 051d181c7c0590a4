package org.orderevidence.console;

import java.util.Arrays;
import java.util.List;

/**
 * Why a typed profile has no preview.
 *
 * @param texts what is wrong, each with the label of its field
 */
public record PreviewFaults(List<String> texts) {
    public PreviewFaults {
        texts = List.copyOf(texts);
    }

    /** Returns what is wrong with a value, after the label of its field. */
    static String text(String pointer, String detail) {
        return Arrays.stream(ProfileField.values())
                .filter(field -> field.pointer().equals(pointer))
                .findFirst()
                .map(field -> field.label() + ": " + detail)
                .orElse(detail);
    }
}
