package org.orderevidence.evidence;

import org.orderevidence.order.KeyedHash;

/** Makes the keyed hash of a reference of a charge, under the secret of one account space. */
@FunctionalInterface
public interface ReferenceHasher {
    /**
     * Equal hashes mean the same kind of reference with the same value.
     *
     * @param reference the purpose: the same value of another kind has another hash
     * @param value as it was stated
     */
    KeyedHash hash(ChargeReference reference, String value);
}
