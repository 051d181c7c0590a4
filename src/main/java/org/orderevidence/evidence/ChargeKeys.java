package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ChargeKeys.ChargeReference;
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
        List<KeyedHash> unique = new ArrayList<>(2);
        if (gatewayTransactionId != null) {
            unique.add(gatewayTransactionId);
        }
        if (arn != null) {
            unique.add(arn);
        }
        return unique;
    }

    public ChargeKeys withGatewayTransactionId(KeyedHash changed) {
        return new ChargeKeys(changed, arn, authCode);
    }

    private static @Nullable KeyedHash hash(ChargeReference reference, @Nullable String value, ReferenceHasher hasher) {
        return value == null ? null : hasher.hash(reference, value);
    }

    /** The ID of a charge at a payment company, by which one card movement is recognized under two order IDs. */
    public enum ChargeReference {
        /** The processor's ID of the charge. */
        GATEWAY_TRANSACTION_ID("gatewayTransactionId"),
        /** The acquirer reference number. */
        ARN("arn"),
        /** The issuer's approval code. Two charges can have the same. */
        AUTH_CODE("authCode");

        private final String wireName;

        ChargeReference(String wireName) {
            this.wireName = wireName;
        }

        /** Returns its name in the HTTP interface. */
        public String wireName() {
            return wireName;
        }
    }

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
}
