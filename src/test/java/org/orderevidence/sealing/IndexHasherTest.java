package org.orderevidence.sealing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;

class IndexHasherTest {
    private static final InstallationKey KEY = InstallationKey.generate(new Random(7));
    private static final AccountSpace LIVE = new AccountSpace("shop", Mode.LIVE);
    private static final AccountSpace TEST = new AccountSpace("shop", Mode.TEST);
    private static final byte[] DATA = "ann@example.com".getBytes(UTF_8);

    private final IndexHasher hasher = new IndexHasher(KEY);

    @Test
    void aHashIsAnHmacUnderTheKeyOfItsSpace() throws Exception {
        byte[] spaceKey = hmac(KEY.bytes(), "space/LIVE/shop".getBytes(UTF_8));
        byte[] expected = hmac(spaceKey, "customer\0ann@example.com".getBytes(UTF_8));

        assertArrayEquals(expected, hasher.hash(LIVE, "customer", DATA));
        assertArrayEquals(expected, hasher.hash(LIVE, "customer", DATA), "also from the prepared digest");
    }

    @Test
    void aContentHashIsTheStartOfAnHmacForThePurposeOfContents() throws Exception {
        byte[] spaceKey = hmac(KEY.bytes(), "space/LIVE/shop".getBytes(UTF_8));
        byte[] expected = hmac(spaceKey, "content/order\0ann@example.com".getBytes(UTF_8));

        assertEquals(new ContentHash(Bytes.wrap(Arrays.copyOf(expected, 16))), hasher.content(LIVE, "order", DATA));
    }

    @Test
    void aContentHashRevealsNoEqualityAcrossSpacesPurposesKeysOrKindsOfHashes() {
        Set<Bytes> hashes = new HashSet<>();

        assertTrue(hashes.add(hasher.content(LIVE, "sighting-ip", DATA).bytes()));
        assertTrue(hashes.add(hasher.content(TEST, "sighting-ip", DATA).bytes()));
        assertTrue(hashes.add(hasher.content(LIVE, "order", DATA).bytes()));
        assertTrue(hashes.add(hasher.content(LIVE, "sighting-ip", new byte[0]).bytes()));
        assertTrue(hashes.add(Bytes.wrap(Arrays.copyOf(hasher.hash(LIVE, "sighting-ip", DATA), 16))));
        IndexHasher other = new IndexHasher(InstallationKey.generate(new Random(8)));
        assertTrue(hashes.add(other.content(LIVE, "sighting-ip", DATA).bytes()));
        assertFalse(hashes.add(hasher.content(LIVE, "sighting-ip", DATA.clone()).bytes()));
    }

    @Test
    void moreSpacesThanAreRememberedGiveTheSameHashes() {
        byte[] before = hasher.hash(LIVE, "customer", DATA);
        for (int i = 0; i < 5_000; i++) {
            hasher.hash(new AccountSpace("shop-" + i, Mode.LIVE), "customer", DATA);
        }

        assertArrayEquals(before, hasher.hash(LIVE, "customer", DATA));
    }

    @Test
    void aContentHashHas16Bytes() {
        assertThrows(IllegalArgumentException.class, () -> new ContentHash(Bytes.wrap(new byte[15])));
        assertThrows(IllegalArgumentException.class, () -> new ContentHash(Bytes.wrap(new byte[17])));
        assertEquals("ContentHash[bytes=[16 bytes]]", new ContentHash(Bytes.wrap(new byte[16])).toString());
    }

    private static byte[] hmac(byte[] key, byte[] data) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(data);
    }
}
