package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tests on the history of the card, with what was needed and found. */
public final class HistoryTests {
    private static final String NOT_SEARCHED = "not searched, because the card is not known";

    private HistoryTests() {}

    /**
     * Returns the tests of the profile.
     *
     * @param known false if the order has no credential to search by
     * @param reason why no two priors share enough, or null when two do or the history is not known
     * @param best the best pair that could be submitted, or null
     */
    public static List<Check> of(
            Profile profile,
            boolean known,
            List<JudgedPrior> usable,
            @Nullable HistoryReason reason,
            @Nullable PriorPair best) {
        List<Check> checks = new ArrayList<>(3);
        int required = RuleNumbers.REQUIRED_PRIORS;
        checks.add(new Check(
                Check.Code.PRIORS,
                known && usable.size() >= required,
                required + " earlier orders that count",
                known ? Integer.toString(usable.size()) : NOT_SEARCHED));
        boolean shared = known && reason == null;
        checks.add(new Check(
                Check.Code.ELEMENTS,
                shared,
                RuleNumbers.REQUIRED_SLOTS + " that are the same on three orders, with the IP address or device",
                known ? elements(reason, best) : NOT_SEARCHED));
        if (profile.asksForPriorDescriptions()) {
            checks.add(new Check(
                    Check.Code.PRIOR_DESCRIPTIONS,
                    shared && best != null,
                    "a product description on both earlier orders",
                    !shared ? "no two orders to compare" : best == null ? "missing" : "on both"));
        }
        return checks;
    }

    private static String elements(@Nullable HistoryReason reason, @Nullable PriorPair best) {
        if (reason != null) {
            return reason.found();
        }
        return best == null
                ? "enough"
                : best.equal().elements().stream().map(Element::wireName).collect(Collectors.joining(", "));
    }
}
