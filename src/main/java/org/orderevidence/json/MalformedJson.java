package org.orderevidence.json;

/**
 * The bytes are not one JSON text as this interface takes it. The message is for people: it names the rule and the
 * place, and repeats nothing of the input.
 */
public final class MalformedJson extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedJson(String detail) {
        super(detail, null, false, false);
    }

    /** Returns what is wrong and where. */
    public String detail() {
        String detail = getMessage();
        return detail == null ? "" : detail;
    }
}
