package org.orderevidence.evidence;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of a statement descriptor by which two are told apart. Sources B and C. */
final class DescriptorPrefix {
    /** How many letters and digits are compared. Sources B and C. */
    static final int COMPARED_CHARACTERS = 6;

    private DescriptorPrefix() {}

    /**
     * The first letters (L*) and digits (Nd) of the upper-cased text; absent when there is no text, or nothing is left
     * of it.
     */
    static @Nullable String of(@Nullable String descriptor) {
        if (descriptor == null) {
            return null;
        }
        StringBuilder prefix = new StringBuilder(COMPARED_CHARACTERS);
        descriptor
                .toUpperCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .limit(COMPARED_CHARACTERS)
                .forEach(prefix::appendCodePoint);
        return prefix.isEmpty() ? null : prefix.toString();
    }
}
