package org.orderevidence.order;

import org.jspecify.annotations.Nullable;

/**
 * A text that says something about a person: an e-mail or IP address as it was sent, a login, a telephone number, a
 * name. Its {@link #toString} hides it, so that it cannot reach a log by accident.
 *
 * @param value the text, never blank
 */
public record PersonalText(String value) {
    /** Returns a text that is known, otherwise null. */
    public static @Nullable PersonalText of(@Nullable String value) {
        return value == null ? null : new PersonalText(value);
    }

    public PersonalText {
        if (Texts.isBlank(value)) {
            throw new IllegalArgumentException("a text is not blank");
        }
    }

    @Override
    public String toString() {
        return "[personal]";
    }
}
