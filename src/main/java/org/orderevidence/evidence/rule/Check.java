package org.orderevidence.evidence.rule;

/**
 * One test of the rule on one order. The strings contain no personal data.
 *
 * @param code which test
 * @param passed true when the order passes it
 * @param needed what passes, in a few words
 * @param found what the order has, in a few words
 */
public record Check(Code code, boolean passed, String needed, String found) {
    /** Which test, in the order in which the tests are listed. */
    public enum Code {
        NETWORK("network"),
        CARD("card"),
        CHARGE("charge"),
        DISPUTE("dispute"),
        CREDENTIAL("credential"),
        DESCRIPTION("description"),
        /** Profile {@link Profile#STRIPE} only. */
        CATEGORY("category"),
        /** Enough usable priors. */
        PRIORS("priors"),
        /** Enough elements that are equal on two of them. */
        ELEMENTS("elements"),
        /** Profile {@link Profile#STRIPE} only: two such priors with a product description. */
        PRIOR_DESCRIPTIONS("prior_descriptions");

        private final String wireName;

        Code(String wireName) {
            this.wireName = wireName;
        }

        /** Returns its name in the HTTP interface. */
        public String wireName() {
            return wireName;
        }
    }
}
