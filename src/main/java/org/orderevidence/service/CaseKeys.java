package org.orderevidence.service;

import org.orderevidence.evidence.ElementHasher;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;

/** The keys under which a case is read and written. */
public interface CaseKeys {
    /** Key of a customer. */
    KeyedHash customer(AccountSpace space, Email email);

    /** Key of a card without fingerprint, see {@link org.orderevidence.order.PaymentCredential#binKeyText}. */
    KeyedHash binCredential(AccountSpace space, String binKeyText);

    /** Hashes element values for comparison. */
    ElementHasher elements(AccountSpace space);
}
