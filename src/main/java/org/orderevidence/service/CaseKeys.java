package org.orderevidence.service;

import org.orderevidence.evidence.element.ElementHasher;
import org.orderevidence.evidence.element.ReferenceHasher;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;

/** The keys under which orders, customers and elements are found and compared: derived from the installation's secret. */
public interface CaseKeys {
    /** The key of a customer. */
    KeyedHash customer(AccountSpace space, Email email);

    /**
     * The key of a card that is known by BIN, last four digits and network.
     *
     * @param binKeyText see {@link org.orderevidence.order.PaymentCredential#binKeyText}
     */
    KeyedHash binCredential(AccountSpace space, String binKeyText);

    /** Hashes the elements of orders of this space. */
    ElementHasher elements(AccountSpace space);

    /** Hashes the references of charges of this space. */
    ReferenceHasher references(AccountSpace space);
}
