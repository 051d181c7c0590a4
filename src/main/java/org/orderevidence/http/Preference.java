package org.orderevidence.http;

/** The preference in the header {@code Prefer} (RFC 7240). */
public final class Preference {
    private static final String PREFER = "Prefer";

    private Preference() {}

    /**
     * Returns an answer that reports strict handling if it was requested and applied.
     *
     * @param strict what {@link #isStrict} said
     */
    public static Answer applied(int status, boolean strict) {
        return strict ? Answer.json(status, "Preference-Applied", "handling=strict") : Answer.json(status);
    }

    /** Returns true if one bad field refuses the whole request. */
    public static boolean isStrict(Exchange exchange) {
        for (String value : exchange.headers(PREFER)) {
            for (String preference : value.split("[,;]", -1)) {
                String plain = preference.replace(" ", "").replace("\"", "").replace("\t", "");
                if (plain.equalsIgnoreCase("handling=strict")) {
                    return true;
                }
            }
        }
        return false;
    }
}
