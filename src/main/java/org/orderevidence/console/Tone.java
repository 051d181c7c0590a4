package org.orderevidence.console;

import java.util.Locale;

/** What a badge or an alert means. Each tone has a colour and a shape, so that the colour is never alone. */
public enum Tone {
    /** Passed, eligible, stored. */
    GOOD,
    /** An action is possible or needed. */
    ACTION,
    /** Failed, refused, not eligible. */
    BAD,
    /** No judgement. */
    NEUTRAL;

    /** Returns its CSS class. */
    public String css() {
        return name().toLowerCase(Locale.ROOT);
    }
}
