package org.orderevidence.evidence;

import org.orderevidence.order.KeyedHash;

/** Makes the keyed hash of an element's canonical text, under the secret of one account space. */
@FunctionalInterface
public interface ElementHasher {
    /**
     * Equal hashes mean the same element with the same text.
     *
     * @param element the purpose: the same text of another element has another hash
     * @param canonical never empty
     */
    KeyedHash hash(Element element, String canonical);
}
