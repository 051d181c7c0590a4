package org.orderevidence.account;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.orderevidence.order.WireNamed;

/** Permission of an API key. */
public enum Scope implements WireNamed {
    /** Fetch and list. */
    READ,
    /** Track, upload, and later facts about an order. */
    WRITE,
    /** Look up orders for an issuer's inquiry. No operation needs it yet. */
    LOOKUP,
    /** Everything in the other scopes, the customer operations, and the administration of keys and the account. */
    ADMIN;

    public boolean allows(Scope needed) {
        return this == needed || this == ADMIN;
    }

    /** Returns the scopes with these names, which are known. */
    static Set<Scope> named(Collection<String> names) {
        return names.stream().map(name -> parse(name).orElseThrow()).collect(Collectors.toUnmodifiableSet());
    }

    public static Optional<Scope> parse(String name) {
        return WireNamed.find(values(), name);
    }
}
