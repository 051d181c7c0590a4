package org.orderevidence.evidence;

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
        NETWORK("network", "Card network"),
        CARD("card", "Card presence"),
        CHARGE("charge", "Charge"),
        DISPUTE("dispute", "Dispute"),
        CREDENTIAL("credential", "Card identification"),
        DESCRIPTION("description", "Product description"),
        /** Profile {@link Profile#STRIPE} only. */
        CATEGORY("category", "Category"),
        /** Enough usable priors. */
        PRIORS("priors", "Earlier orders"),
        /** Enough elements that are equal on two of them. */
        ELEMENTS("elements", "Matching elements"),
        /** Profile {@link Profile#STRIPE} only: two such priors with a product description. */
        PRIOR_DESCRIPTIONS("prior_descriptions", "Descriptions of earlier orders");

        private final String wireName;
        private final String words;

        Code(String wireName, String words) {
            this.wireName = wireName;
            this.words = words;
        }

        /** Returns the test as the console and the evidence sheet name it. */
        public String words() {
            return words;
        }

        /** Returns its name in the HTTP interface. */
        public String wireName() {
            return wireName;
        }
    }
}
