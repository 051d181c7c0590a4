package org.orderevidence.receipt;

import org.orderevidence.evidence.Eligibility;

/**
 * A status in words.
 *
 * @param tone its meaning
 * @param text the words, such as {@code Paid}
 */
public record Status(Tone tone, String text) {

    /** The meaning of a status. Each has a colour, and a sign so that the colour is not needed. */
    public enum Tone {
        GOOD("good", "\u2713"),
        NOTICE("notice", "!"),
        BAD("bad", "\u2715"),
        NEUTRAL("neutral", "\u25CB");

        private final String code;
        private final String sign;

        Tone(String code, String sign) {
            this.code = code;
            this.sign = sign;
        }

        /** Returns the tone of a verdict. */
        public static Tone of(Eligibility.Status verdict) {
            return switch (verdict) {
                case QUALIFIED -> GOOD;
                case REQUIRES_ACTION -> NOTICE;
                case NOT_QUALIFIED -> BAD;
            };
        }

        /** Returns its name in style classes. */
        public String code() {
            return code;
        }

        /** Returns its sign. */
        public String sign() {
            return sign;
        }
    }
}
