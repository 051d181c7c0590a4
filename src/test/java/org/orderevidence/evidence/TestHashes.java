package org.orderevidence.evidence;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.orderevidence.evidence.ChargeKeys.ReferenceHasher;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.order.KeyedHash;

/** Hashes in the place of keyed ones: equal for equal texts, fast, and with no secret. */
public final class TestHashes {
    private static final long FIRST_SEED = 0x9e37_79b9_7f4a_7c15L;
    private static final long SECOND_SEED = 0xc2b2_ae3d_27d4_eb4fL;

    private TestHashes() {}

    /** For elements. */
    public static final ElementHasher ELEMENTS = (element, canonical) -> of(element.wireName(), canonical);

    /** For references of charges. */
    public static final ReferenceHasher REFERENCES = (reference, value) -> of(reference.wireName(), value);

    /** The hash of a text for a purpose. */
    public static KeyedHash of(String purpose, String text) {
        byte[] bytes = (purpose + '\0' + text).getBytes(StandardCharsets.UTF_8);
        ByteBuffer hash = ByteBuffer.allocate(KeyedHash.LENGTH).put((byte) 1);
        return KeyedHash.of(hash.putLong(mix(bytes, FIRST_SEED))
                .putLong(mix(bytes, SECOND_SEED))
                .array());
    }

    private static long mix(byte[] bytes, long seed) {
        long hash = seed;
        for (byte b : bytes) {
            hash = (hash ^ b) * 0x0000_0100_0000_01b3L;
            hash ^= hash >>> 29;
        }
        return hash;
    }
}
