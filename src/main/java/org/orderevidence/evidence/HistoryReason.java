package org.orderevidence.evidence;

/** Why the history of the card has no two priors that are evidence. Sources A, B. */
public enum HistoryReason implements ReasonCode {
    NO_PRIORS(
            "no_priors",
            "No other order of the same card is known in the period that is read.",
            "no two orders to compare"),
    TOO_FEW_PRIORS(
            "too_few_priors", "Fewer than two earlier orders of the same card count.", "no two orders to compare"),
    NO_COMMON_ELEMENTS(
            "no_common_elements",
            "No two of the earlier orders that count share enough elements with the order: two are needed, and a device ID"
                    + " and a device fingerprint count as one.",
            "not enough"),
    NO_ANCHOR(
            "no_anchor",
            "Two earlier orders share two elements with the order, but neither an IP address nor a device.",
            "2 or more, but neither the IP address nor a device");

    private final ReasonWords words;
    private final String found;

    HistoryReason(String code, String detail, String found) {
        this.words = new ReasonWords(code, detail, "Upload the card's other orders, if some are missing.");
        this.found = found;
    }

    @Override
    public ReasonWords words() {
        return words;
    }

    /**
     * Returns what to do.
     *
     * @param canBeFixed true if missing data of the orders that are known makes the order eligible
     * @param atOneProcessor true if the card is known by a processor's token alone. It is private to the processor, so the
     *     orders of the card at another one are not found
     */
    public String remedy(boolean canBeFixed, boolean atOneProcessor) {
        if (canBeFixed) {
            return "Add the missing data that other reasons list, or upload the card's other orders.";
        }
        return switch (this) {
            case NO_PRIORS, TOO_FEW_PRIORS ->
                words.remedy()
                        + (atOneProcessor
                                ? " Orders at another processor count when both have the card's payment account"
                                        + " reference."
                                : "");
            case NO_COMMON_ELEMENTS, NO_ANCHOR -> String.valueOf(words.remedy());
        };
    }

    /** Returns what the test {@link Check.Code#ELEMENTS} found, in a few words. */
    String found() {
        return found;
    }
}
