package org.orderevidence.evidence;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of a statement descriptor that is compared. Sources B and C. */
final class DescriptorPrefix {
    private DescriptorPrefix() {}

    /**
     * The first letters (L*) and digits (Nd) of the upper-cased text; null if there is no text, or nothing is left
     * of it.
     */
    static @Nullable String of(@Nullable String descriptor) {
        if (descriptor == null) {
            return null;
        }
        StringBuilder prefix = new StringBuilder(RuleNumbers.DESCRIPTOR_CHARACTERS);
        descriptor
                .toUpperCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .limit(RuleNumbers.DESCRIPTOR_CHARACTERS)
                .forEach(prefix::appendCodePoint);
        return prefix.isEmpty() ? null : prefix.toString();
    }
}
