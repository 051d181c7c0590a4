package org.orderevidence.service;

import org.orderevidence.evidence.ChargeKeys.ReferenceHasher;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;

/** Keys without a secret. */
public final class TestKeys implements CaseKeys {
    @Override
    public KeyedHash customer(AccountSpace space, Email email) {
        return TestHashes.of("customer " + space, email.canonical());
    }

    @Override
    public KeyedHash binCredential(AccountSpace space, String binKeyText) {
        return TestHashes.of("bin " + space, binKeyText);
    }

    @Override
    public OrderReference reference(AccountSpace space, OrderReference.Kind kind, String value) {
        return new OrderReference(kind, TestHashes.of(kind.wireName() + ' ' + space, value));
    }

    @Override
    public ElementHasher elements(AccountSpace space) {
        return (element, canonical) -> TestHashes.of(element.wireName() + ' ' + space, canonical);
    }

    @Override
    public ReferenceHasher references(AccountSpace space) {
        return (reference, value) -> TestHashes.of(reference.wireName() + ' ' + space, value);
    }
}
