package org.orderevidence.console;

/** What a badge or an alert means. Each tone has a colour and a shape, so that the colour is never alone. */
public enum Tone {
    /** Passed, eligible, stored. */
    GOOD("good"),
    /** An action is possible or needed. */
    ACTION("action"),
    /** Failed, refused, not eligible. */
    BAD("bad"),
    /** No judgement. */
    NEUTRAL("neutral");

    private final String css;

    Tone(String css) {
        this.css = css;
    }

    /** Returns the name of its icon and of its CSS class. */
    public String css() {
        return css;
    }
}
