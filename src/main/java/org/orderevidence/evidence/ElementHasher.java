package org.orderevidence.evidence;

import org.orderevidence.order.KeyedHash;

/** Turns the canonical text of an element into the hash that is kept and compared. */
@FunctionalInterface
public interface ElementHasher {
    /** The same element and text always give the same hash. */
    KeyedHash hash(Element element, String canonical);
}
