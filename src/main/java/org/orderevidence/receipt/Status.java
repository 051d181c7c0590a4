package org.orderevidence.receipt;

import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.WireNamed;

/** A status in words. */
public record Status(Tone tone, String text) {
    /** Returns the verdict, as a page about one order shows it. */
    public static Status of(Eligibility eligibility) {
        Tone tone = eligibility.date().isPast() ? Tone.NEUTRAL : Tone.of(eligibility.status());
        return new Status(tone, eligibility.headline());
    }

    /** The meaning of a status. Each has a colour, and a sign so that the colour is not needed. */
    public enum Tone implements WireNamed {
        GOOD("\u2713"),
        NOTICE("!"),
        BAD("\u2715"),
        NEUTRAL("\u25CB");

        private final String sign;

        Tone(String sign) {
            this.sign = sign;
        }

        public static Tone of(Eligibility.Status verdict) {
            return switch (verdict) {
                case QUALIFIED -> GOOD;
                case REQUIRES_ACTION -> NOTICE;
                case NOT_QUALIFIED -> BAD;
            };
        }

        public String sign() {
            return sign;
        }
    }
}
