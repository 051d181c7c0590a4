package org.orderevidence.evidence;

/** The value that an order has of one element. */
public sealed interface ElementValue {
    /** Nothing. */
    record Missing() implements ElementValue {}

    /**
     * Something that cannot be used.
     *
     * @param fault why
     */
    record Unusable(ElementFault fault) implements ElementValue {}

    /**
     * Something that can be compared. {@link #toString} hides it.
     *
     * @param canonical the form in which two are compared, never empty
     * @param shown the form in which people read it
     */
    record Usable(String canonical, String shown) implements ElementValue {
        @Override
        public String toString() {
            return "Usable[personal]";
        }
    }

    Missing MISSING = new Missing();
}
