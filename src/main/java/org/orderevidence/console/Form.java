package org.orderevidence.console;

import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/** The fields of a form that was sent. Values can be personal data or secrets, so {@link #toString} hides them. */
public final class Form {
    /** Largest form without files, in bytes. */
    public static final int MAX_BYTES = 64 * 1024;

    public static final Form EMPTY = new Form(QueryParameters.parse(null));

    private final QueryParameters fields;

    private Form(QueryParameters fields) {
        this.fields = fields;
    }

    static Form parse(String body) {
        return new Form(QueryParameters.parse(body));
    }

    /** Returns a value without surrounding blanks; empty if the field is missing, sent twice or unreadable. */
    public String text(String name) {
        String value = fields.single(name, new Faults(Faults.Unknown.IGNORED));
        return value == null ? "" : value.strip();
    }

    /** True if a check box is selected. */
    public boolean isChecked(String name) {
        return !text(name).isEmpty();
    }

    @Override
    public String toString() {
        return "Form";
    }
}
