package org.orderevidence.integration;

import java.util.Arrays;
import java.util.Optional;

/** What happens in a shop. */
public enum Scenario {
    /** A customer buys once. */
    CHECKOUT("checkout"),
    /** A customer buys once and gets a part of the money back. */
    REFUND("refund"),
    /** A customer buys three times. The cardholder disputes the last purchase as fraud (10.4). */
    DISPUTE("dispute"),
    /** A customer buys three times. The issuer reports the last purchase as fraud. */
    FRAUD_WARNING("fraud-warning");

    private final String wireName;

    Scenario(String wireName) {
        this.wireName = wireName;
    }

    /** Returns its name in commands. */
    public String wireName() {
        return wireName;
    }

    /** Returns the scenario of this name, or empty if there is none. */
    public static Optional<Scenario> parse(String name) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.wireName.equals(name))
                .findFirst();
    }
}
