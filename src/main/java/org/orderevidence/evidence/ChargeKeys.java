package org.orderevidence.evidence;

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
 * @param authCode of the approval code, or null if the order does not state it
 */
public record ChargeKeys(
        @Nullable KeyedHash gatewayTransactionId,
        @Nullable KeyedHash arn,
        @Nullable KeyedHash authCode) {
    /** The order states none. */
    public static final ChargeKeys NONE = new ChargeKeys(null, null, null);

    static ChargeKeys of(Charge.References references, ReferenceHasher hasher) {
        return new ChargeKeys(
                hash(ChargeReference.GATEWAY_TRANSACTION_ID, references.gatewayTransactionId(), hasher),
                hash(ChargeReference.ARN, references.arn(), hasher),
                hash(ChargeReference.AUTH_CODE, references.authCode(), hasher));
    }

    /** Returns the hashes of the references that belong to one charge alone. Two kinds never have the same hash. */
    public List<KeyedHash> unique() {
        return Stream.of(gatewayTransactionId, arn).filter(Objects::nonNull).toList();
    }

    /** Returns the same keys with another ID of the charge. */
    public ChargeKeys withGatewayTransactionId(KeyedHash changed) {
        return new ChargeKeys(changed, arn, authCode);
    }

    private static @Nullable KeyedHash hash(ChargeReference reference, @Nullable String value, ReferenceHasher hasher) {
        return value == null ? null : hasher.hash(reference, value);
    }
}
