package org.orderevidence.evidence.element;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.KeyedHash;

/**
 * Keyed hashes of the references by which one charge is recognized under two order IDs.
 *
 * @param gatewayTransactionId of the processor's ID of the charge, or null if the order does not state it
 * @param arn of the acquirer reference number, or null if the order does not state it
 */
public record ChargeKeys(
        @Nullable KeyedHash gatewayTransactionId, @Nullable KeyedHash arn) {
    /** The order states neither. */
    public static final ChargeKeys NONE = new ChargeKeys(null, null);

    static ChargeKeys of(Charge.References references, ReferenceHasher hasher) {
        return new ChargeKeys(
                hash(ChargeReference.GATEWAY_TRANSACTION_ID, references.gatewayTransactionId(), hasher),
                hash(ChargeReference.ARN, references.arn(), hasher));
    }

    /** Returns true if the order states neither. */
    public boolean isEmpty() {
        return gatewayTransactionId == null && arn == null;
    }

    /** Returns the hashes of the references that the order states. Two kinds never have the same hash. */
    public List<KeyedHash> stated() {
        return Stream.of(gatewayTransactionId, arn).filter(Objects::nonNull).toList();
    }

    private static @Nullable KeyedHash hash(ChargeReference reference, @Nullable String value, ReferenceHasher hasher) {
        return value == null ? null : hasher.hash(reference, value);
    }
}
