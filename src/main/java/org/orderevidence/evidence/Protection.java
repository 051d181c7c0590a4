package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.OrderSources;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;

/**
 * A fact that helps against a fraud dispute in another way than the rule. It never changes the verdict.
 *
 * @param source the name of the source that stated the fact, such as {@code upload}
 */
public record Protection(Code code, String source) {
    /** Source of a fact of which no source is known. */
    private static final String ORDER = "order";

    /** Electronic commerce indicators of Visa for an authentication, or an attempt of one. */
    private static final Set<String> AUTHENTICATED = Set.of("05", "5", "06", "6");

    /** Codes of the address verification for a match of the complete address. */
    private static final Set<String> ADDRESS_MATCHES = Set.of("Y", "X", "D", "M", "F");

    /** Which fact. */
    public enum Code {
        VISA_SECURE(
                "visa_secure",
                "The cardholder was authenticated with Visa Secure. A fraud dispute is usually invalid: check with the"
                        + " acquirer."),
        AVS_MATCH("avs_match", "The address verification of the issuer found the billing address to be right.");

        private final String wireName;
        private final String detail;

        Code(String wireName, String detail) {
            this.wireName = wireName;
            this.detail = detail;
        }

        /** Returns its name in the HTTP interface. */
        public String wireName() {
            return wireName;
        }

        /** Returns what it means, in one or two sentences. */
        public String detail() {
            return detail;
        }
    }

    /** Returns the protections of an order, whatever its verdict. */
    public static List<Protection> of(StoredOrder stored) {
        Charge charge = stored.order().charge();
        Charge.ThreeDs threeDs = charge.verification().threeDs();
        List<Protection> protections = new ArrayList<>(2);
        if (RuleNumbers.NETWORK.equals(charge.credential().network())
                && threeDs != null
                && isOne(AUTHENTICATED, threeDs.eci())) {
            protections.add(new Protection(Code.VISA_SECURE, source(stored, "threeDs")));
        }
        if (isOne(ADDRESS_MATCHES, charge.verification().avsResult())) {
            protections.add(new Protection(Code.AVS_MATCH, source(stored, "avsResult")));
        }
        return protections;
    }

    private static boolean isOne(Set<String> codes, @Nullable String text) {
        return text != null && codes.contains(Texts.trim(text));
    }

    private static String source(StoredOrder stored, String field) {
        return stored.sources().fields().stream()
                .filter(stated -> stated.field().equals(field))
                .map(OrderSources.OfField::source)
                .findFirst()
                .orElse(ORDER);
    }
}
