package org.orderevidence.evidence;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Whose reading of the rule is applied. */
public enum Profile {
    VISA,
    STRIPE;

    /** The name in requests and answers. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The profile of this name; empty when there is none. */
    public static Optional<Profile> parse(String name) {
        return Arrays.stream(values()).filter(p -> p.wireName().equals(name)).findFirst();
    }
}
