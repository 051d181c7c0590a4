package org.orderevidence.order;

import java.util.Arrays;
import java.util.List;

/**
 * Which first digits and how many digits the numbers of a card network have.
 *
 * @param name of the network
 * @param prefixes first digits
 * @param lengths how many digits a number may have
 */
record CardNetwork(String name, List<Prefix> prefixes, List<Integer> lengths) {
    /**
     * The networks. Sources: ISO/IEC 7812-1 (numbers of up to 19 digits, Luhn), Wikipedia "Payment card number" (table
     * of issuer identification numbers), Vantiv "Credit Card Number Formats" 2.2 (2016). Maestro's 12 digits are left
     * out: telephone numbers have as many. Visa's 13 digits are no longer issued.
     */
    static final List<CardNetwork> ALL = List.of(
            network("Visa", "4", 16, 19),
            network("Mastercard", "51-55 2221-2720", 16),
            network("American Express", "34 37", 15),
            network("Discover", "6011 644-649 65", 16, 17, 18, 19),
            network("Diners Club", "300-305 3095 36 38-39", 14, 15, 16, 17, 18, 19),
            network("JCB", "3528-3589", 16, 17, 18, 19),
            network("UnionPay", "62", 16, 17, 18, 19),
            network("Maestro", "5018 5020 5038 5893 6304 6759 6761-6763", 13, 14, 15, 16, 17, 18, 19),
            network("Mir", "2200-2204", 16, 17, 18, 19),
            network("RuPay", "60 81-82 508", 16));

    /**
     * A range of first digits, as the least and greatest four digits that start so.
     *
     * @param first 0 to 9999
     * @param last 0 to 9999
     */
    record Prefix(int first, int last) {}

    /**
     * Returns true if a number with this many digits that starts with these four, 0 to 9999, may be of this network.
     */
    boolean issues(int firstFour, int digits) {
        if (!lengths.contains(digits)) {
            return false;
        }
        for (Prefix prefix : prefixes) {
            if (firstFour >= prefix.first && firstFour <= prefix.last) {
                return true;
            }
        }
        return false;
    }

    private static CardNetwork network(String name, String prefixes, Integer... lengths) {
        List<Prefix> ranges = Arrays.stream(prefixes.split(" ", -1))
                .map(range -> range.split("-", -1))
                .map(ends -> new Prefix(firstFour(ends[0], "000"), firstFour(ends[ends.length - 1], "999")))
                .toList();
        return new CardNetwork(name, ranges, List.of(lengths));
    }

    private static int firstFour(String digits, String filler) {
        return Integer.parseInt((digits + filler).substring(0, 4));
    }
}
