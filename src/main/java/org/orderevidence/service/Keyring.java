package org.orderevidence.service;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.orderevidence.evidence.element.ElementHasher;
import org.orderevidence.evidence.element.ReferenceHasher;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.KeyedHash;

/**
 * Derives every key that stands for personal data: HMAC-SHA-256 under a key of the account space, which is itself
 * derived from the secret of the installation. Each purpose has its own name, so that the same text under two purposes
 * gives two hashes that nobody can join.
 */
public final class Keyring implements CaseKeys {
    /** First byte of every hash: which derivation made it. */
    static final byte DERIVATION_VERSION = 1;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAX_CACHED_PURPOSES = 2_000;
    private static final int FINGERPRINT_HEX_CHARS = 16;

    private final byte[] secret;
    private final LoadingCache<Purpose, Mac> macs;

    /** What a hash is for, and in which space: for each of them the digest is begun once. */
    private record Purpose(AccountSpace space, String name) {}

    /**
     * @param secret of the installation
     */
    public Keyring(InstallationSecret secret) {
        this.secret = secret.bytes();
        this.macs = Caffeine.newBuilder().maximumSize(MAX_CACHED_PURPOSES).build(this::begun);
    }

    /** Tells whether two secrets are the same without telling either; kept in the store. */
    public String secretFingerprint() {
        byte[] hmac = mac(secret).doFinal(ascii("installation-secret"));
        return HexFormat.of().formatHex(hmac).substring(0, FINGERPRINT_HEX_CHARS);
    }

    @Override
    public KeyedHash customer(AccountSpace space, Email email) {
        return hash(space, "customer", email.canonical().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public KeyedHash binCredential(AccountSpace space, String binKeyText) {
        return hash(space, "card-bin", binKeyText.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public ElementHasher elements(AccountSpace space) {
        return (element, canonical) ->
                hash(space, "element-" + element.wireName(), canonical.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public ReferenceHasher references(AccountSpace space) {
        return (reference, value) ->
                hash(space, "charge-" + reference.wireName(), value.getBytes(StandardCharsets.UTF_8));
    }

    /** Key of the card of which this is the merchant's token. */
    KeyedHash fingerprint(AccountSpace space, CardFingerprint fingerprint) {
        return hash(space, "card-fingerprint", fingerprint.token().getBytes(StandardCharsets.UTF_8));
    }

    /** Key of an address among the sightings of one minute. */
    public KeyedHash sightingIp(AccountSpace space, IpAddress ip) {
        return hash(space, "sighting-ip", ip.bytes());
    }

    private KeyedHash hash(AccountSpace space, String purpose, byte[] data) {
        byte[] hmac = copy(macs.get(new Purpose(space, purpose))).doFinal(data);
        byte[] hash = new byte[KeyedHash.LENGTH];
        hash[0] = DERIVATION_VERSION;
        System.arraycopy(hmac, 0, hash, 1, KeyedHash.LENGTH - 1);
        return KeyedHash.of(hash);
    }

    private Mac begun(Purpose purpose) {
        AccountSpace space = purpose.space();
        Mac mac = mac(mac(secret).doFinal(ascii("space/" + space.mode() + "/" + space.account())));
        mac.update(ascii(purpose.name()));
        mac.update((byte) 0);
        return mac;
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** A Mac is not safe for two threads; copying one is cheaper than keying another. */
    private static Mac copy(Mac keyed) {
        try {
            return (Mac) keyed.clone();
        } catch (CloneNotSupportedException theJdksCanBeCloned) {
            throw new IllegalStateException(theJdksCanBeCloned);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
