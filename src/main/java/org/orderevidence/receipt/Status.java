package org.orderevidence.receipt;

import java.util.Locale;

/**
 * A status in words.
 *
 * @param tone its meaning
 * @param text the words, such as {@code Paid}
 */
public record Status(Tone tone, String text) {

    /** The meaning of a status. Each has a colour, and a sign so that the colour is not needed. */
    public enum Tone {
        GOOD("\u2713"),
        NOTICE("!"),
        BAD("\u2715"),
        NEUTRAL("\u25CB");

        private final String sign;

        Tone(String sign) {
            this.sign = sign;
        }

        /** Returns its name in style classes. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns its sign. */
        public String sign() {
            return sign;
        }
    }
}
