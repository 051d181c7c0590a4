package org.orderevidence.http.server;

/** The preference in the header {@code Prefer} (RFC 7240). */
public final class Preference {
    /** Tells that strict handling was asked for and applied: name and value of a header. */
    public static final String[] STRICT_APPLIED = {"Preference-Applied", "handling=strict"};

    private static final String PREFER = "Prefer";

    private Preference() {}

    /** True when one bad field shall refuse the whole request. */
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
