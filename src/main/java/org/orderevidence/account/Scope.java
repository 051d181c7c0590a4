package org.orderevidence.account;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What an API key may do. */
public enum Scope {
    /** Fetch and list. */
    READ,
    /** Track, upload, and later facts about an order. */
    WRITE,
    /** Both of the others, and the customer operations. */
    ADMIN;

    /** True when a key with this scope may do what {@code needed} asks for. */
    public boolean allows(Scope needed) {
        return this == needed || this == ADMIN;
    }

    /** The name in settings and commands: {@code read}, {@code write}, {@code admin}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The scope of this name; empty when there is none. */
    public static Optional<Scope> parse(String name) {
        return Arrays.stream(values()).filter(s -> s.wireName().equals(name)).findFirst();
    }
}
