package org.orderevidence.receipt;

import org.orderevidence.evidence.Eligibility;

/** How an earlier order can be used as evidence.
 * Each has its own shape and colour on the timeline. */
public enum PriorUse {
    /** One of the two orders that serve as evidence. */
    SELECTED("selected", "serves as evidence"),
    /** Could serve as evidence. */
    USABLE("usable", "could serve as evidence"),
    /** Cannot serve as evidence. */
    EXCLUDED("excluded", "cannot serve as evidence");

    private final String code;
    private final String words;

    PriorUse(String code, String words) {
        this.code = code;
        this.words = words;
    }

    /** Returns the use of a prior. */
    public static PriorUse of(Eligibility.PriorTransaction prior) {
        if (prior.selected()) {
            return SELECTED;
        }
        return prior.reason() == null ? USABLE : EXCLUDED;
    }

    /** Returns its short name, which is also a part of the names of its style classes. */
    public String code() {
        return code;
    }

    /** Returns its meaning, in words that follow the name of an order. */
    public String words() {
        return words;
    }
}
