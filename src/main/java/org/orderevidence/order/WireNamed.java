package org.orderevidence.order;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A value of an enumeration whose name in the HTTP interface is that of its constant, in lower case. */
public interface WireNamed {
    /** Returns the name of the constant. */
    String name();

    /** Returns its name in the HTTP interface. */
    default String wireName() {
        String known = Known.NAMES.get(this);
        // The second look-up takes a lock.
        return known != null
                ? known
                : Known.NAMES.computeIfAbsent(this, value -> value.name().toLowerCase(Locale.ROOT));
    }

    /** Returns the value with this name, or empty if there is none. */
    static <T extends WireNamed> Optional<T> find(T[] values, String name) {
        return Arrays.stream(values)
                .filter(value -> value.wireName().equals(name))
                .findFirst();
    }

    /** An answer has more than a hundred of these names: each is made once. */
    final class Known {
        private static final Map<WireNamed, String> NAMES = new ConcurrentHashMap<>();

        private Known() {}
    }
}
