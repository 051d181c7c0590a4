package org.orderevidence.service;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ChargeKeys.ReferenceHasher;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.part.Statement;
import org.orderevidence.sealing.IndexHasher;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.EvidenceCodec;

/**
 * Derives every key that replaces personal data, with the index key of the installation.
 * Each purpose has its own
 * name: the same text under two purposes gives two hashes that cannot be joined.
 */
public final class Keyring {
    /** First byte of every hash: which derivation made it. */
    static final byte DERIVATION_VERSION = 1;

    private final String fingerprint;
    private final IndexHasher hasher;

    public Keyring(InstallationSecret secret) {
        this.fingerprint = secret.indexKey().fingerprint();
        this.hasher = new IndexHasher(secret.indexKey());
    }

    /** Returns the fingerprint of the index key, which is stored in the store. Sealing keys do not change it. */
    public String secretFingerprint() {
        return fingerprint;
    }

    /** Returns the codec of the evidence of this installation, which seals with this sealer. */
    public EvidenceCodec codec(Sealer sealer) {
        return new EvidenceCodec(new DerivedOrders(this), sealer, hasher);
    }

    public KeyedHash customer(AccountSpace space, Email email) {
        return hash(space, "customer", email.canonical());
    }

    /** The key of a card that is known by BIN, last four digits and network. */
    KeyedHash binCredential(AccountSpace space, String binKeyText) {
        return hash(space, "card-bin", binKeyText);
    }

    /**
     * The reference by which orders with a value are found.
     *
     * @param kind not one of a month
     * @param value of a customer the canonical e-mail address, otherwise as it was stated
     */
    public OrderReference reference(AccountSpace space, OrderReference.Kind kind, String value) {
        return new OrderReference(kind, hash(space, purpose(kind), value));
    }

    /** Returns the reference by which the orders of a month with a value are found: it starts with the month. */
    OrderReference reference(AccountSpace space, OrderReference.Kind kind, YearMonth month, String value) {
        byte[] hash = hash(space, purpose(kind), month + "/" + value).bytes();
        ByteBuffer.wrap(hash).putShort(1, (short) month.getLong(ChronoField.PROLEPTIC_MONTH));
        return new OrderReference(kind, new KeyedHash(Bytes.wrap(hash)));
    }

    private static String purpose(OrderReference.Kind kind) {
        return switch (kind) {
            case CUSTOMER -> "customer";
            case GATEWAY_TRANSACTION_ID -> "find-gatewayTransactionId";
            case ARN -> "find-arn";
            case NETWORK_ID -> "find-network_id";
            case CARD -> "find-card";
            case ORDER_ID -> "find-order";
            case DISPUTE -> "find-dispute";
            case NAME -> "find-name";
            case LAST4 -> "find-last4";
            case AMOUNT -> "find-amount";
        };
    }

    /** Hashes the elements of orders of this space. */
    public ElementHasher elements(AccountSpace space) {
        return (element, canonical) -> shortHash(space, "element-" + element.wireName(), canonical);
    }

    /** Hashes the references of charges of this space. */
    ReferenceHasher references(AccountSpace space) {
        return (reference, value) -> shortHash(space, "charge-" + reference.wireName(), value);
    }

    /** Returns a statement with keyed hashes of the tokens of its card, which are not stored; none if it has none. */
    public Statement withTokens(AccountSpace space, Statement stated, @Nullable CardTokens tokens) {
        if (tokens == null) {
            return stated;
        }
        CardFingerprint fingerprint = tokens.fingerprint();
        PaymentAccountReference reference = tokens.paymentAccountReference();
        return stated.withTokens(
                reference == null ? null : hash(space, "card-par", reference.value()),
                fingerprint == null ? null : fingerprint(space, fingerprint));
    }

    /** Key of the card of which this is the merchant's token. */
    KeyedHash fingerprint(AccountSpace space, CardFingerprint fingerprint) {
        return hash(space, "card-fingerprint", fingerprint.token());
    }

    /** Key of an address among the sightings of one minute. */
    public KeyedHash sightingIp(AccountSpace space, IpAddress ip) {
        return hash(space, "sighting-ip", ip.bytes());
    }

    /**
     * Returns the key of a value that belongs to an integration, in hexadecimal.
     *
     * @param purpose what the value is, such as {@code integration-event}
     */
    public String integrationKey(AccountSpace space, String purpose, String value) {
        return hash(space, purpose, value).toString();
    }

    private KeyedHash hash(AccountSpace space, String purpose, String text) {
        return hash(space, purpose, text.getBytes(StandardCharsets.UTF_8));
    }

    private KeyedHash hash(AccountSpace space, String purpose, byte[] data) {
        return hash(space, purpose, data, KeyedHash.LENGTH);
    }

    private KeyedHash shortHash(AccountSpace space, String purpose, String text) {
        return hash(space, purpose, text.getBytes(StandardCharsets.UTF_8), KeyedHash.SHORT);
    }

    private KeyedHash hash(AccountSpace space, String purpose, byte[] data, int length) {
        byte[] hash = new byte[length];
        hash[0] = DERIVATION_VERSION;
        System.arraycopy(hasher.hash(space, purpose, data), 0, hash, 1, length - 1);
        return new KeyedHash(Bytes.wrap(hash));
    }
}
