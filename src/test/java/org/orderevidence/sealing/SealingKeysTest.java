package org.orderevidence.sealing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.IndexHasher.ContentHash;

/** The keys that seal, and the keyed hashes of an index. */
class SealingKeysTest {
    private static final Instant FROM = Instant.parse("2026-11-23T15:00:00Z");
    private static final InstallationKey KEY = InstallationKey.generate(new Random(1));
    private static final InstallationKey INDEX_KEY = InstallationKey.generate(new Random(7));
    private static final AccountSpace LIVE = new AccountSpace("shop", Mode.LIVE);
    private static final AccountSpace TEST = new AccountSpace("shop", Mode.TEST);
    private static final byte[] DATA = "ann@example.com".getBytes(UTF_8);
    private final IndexHasher hasher = new IndexHasher(INDEX_KEY);

    @Test
    void theHighestNumberSealsAndGapsAreAllowed() {
        SealingKeys keys = new SealingKeys(new TreeMap<>(Map.of(3, KEY, 9, KEY)));

        assertEquals(9, keys.newest());
        assertEquals(10, keys.withNewKey(new Random(2), FROM).newest());
        assertEquals("SealingKeys[3, 9]", keys.toString());
    }

    @Test
    void theOrderOfTheGivenMapDoesNotMatter() {
        SortedMap<Integer, InstallationKey> descending = new TreeMap<>(Comparator.reverseOrder());
        descending.putAll(Map.of(1, KEY, 2, KEY));

        assertEquals(2, new SealingKeys(descending).newest());
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 256, Integer.MAX_VALUE})
    void aNumberIsAByteAndNotZero(int number) {
        assertThrows(IllegalArgumentException.class, () -> new SealingKeys(new TreeMap<>(Map.of(1, KEY, number, KEY))));
    }

    @Test
    void thereIsAlwaysAKey() {
        assertThrows(IllegalArgumentException.class, () -> new SealingKeys(new TreeMap<>()));
    }

    @Test
    void theLastNumberIsTheEnd() {
        SealingKeys full = new SealingKeys(new TreeMap<>(Map.of(254, KEY))).withNewKey(new Random(2), FROM);

        assertEquals(255, full.newest());
        assertFalse(full.canGrow());
        assertThrows(IllegalStateException.class, () -> full.withNewKey(new Random(3), FROM));
    }

    @Test
    void aNewKeyLeavesTheOthers() {
        SealingKeys old = SealingKeys.generate(new Random(1));
        SealingKeys grown = old.withNewKey(new Random(2), FROM);

        assertTrue(old.canGrow());
        assertEquals(List.of(1), List.copyOf(old.byVersion().keySet()));
        assertEquals(old.byVersion().get(1), grown.byVersion().get(1));
        assertNotEquals(grown.byVersion().get(1), grown.byVersion().get(2));
    }

    @Test
    void aKeySealsFromItsTimeOn() {
        SealingKeys keys = SealingKeys.generate(new Random(1))
                .withNewKey(new Random(2), FROM)
                .withNewKey(new Random(3), FROM.plusSeconds(60));

        assertEquals(1, keys.sealingAt(FROM.minusNanos(1)));
        assertEquals(2, keys.sealingAt(FROM));
        assertEquals(2, keys.sealingAt(FROM.plusSeconds(59)));
        assertEquals(3, keys.sealingAt(FROM.plusSeconds(60)));
        assertEquals(3, keys.newest());
    }

    @Test
    void aTimeBelongsToAKey() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new SealingKeys(new TreeMap<>(Map.of(1, KEY)), new TreeMap<>(Map.of(2, FROM))));
    }

    @Test
    void theKeysOfASetCannotBeChanged() {
        SortedMap<Integer, InstallationKey> given = new TreeMap<>(Map.of(1, KEY));
        SealingKeys keys = new SealingKeys(given);
        given.put(2, KEY);

        assertEquals(1, keys.newest());
        assertThrows(UnsupportedOperationException.class, () -> keys.byVersion().put(2, KEY));
    }

    @Test
    void aKeyHidesItsBytes() {
        assertEquals("[redacted]", KEY.toString());
        assertFalse(KEY.hex().contains(KEY.fingerprint()));
        assertEquals(16, KEY.fingerprint().length());
        assertNotEquals(InstallationKey.generate(new Random(2)).fingerprint(), KEY.fingerprint());
        assertEquals(KEY, InstallationKey.parse(KEY.hex()));
        assertEquals(KEY.fingerprint(), InstallationKey.parse(KEY.hex()).fingerprint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c0ffee", "c0ffee-not-hex"})
    void theMessageOfABadKeyDoesNotRepeatIt(String text) {
        String whole = text + "x".repeat(64 - text.length());

        IllegalArgumentException length =
                assertThrows(IllegalArgumentException.class, () -> InstallationKey.parse(text));
        IllegalArgumentException characters =
                assertThrows(IllegalArgumentException.class, () -> InstallationKey.parse(whole));

        assertEquals("must have 64 hexadecimal characters, not " + text.length(), length.getMessage());
        assertEquals("must have only the characters 0-9 and a-f", characters.getMessage());
    }

    @Test
    void aHashIsAnHmacUnderTheKeyOfItsSpace() throws Exception {
        byte[] spaceKey = hmac(INDEX_KEY.bytes(), "space/LIVE/shop".getBytes(UTF_8));
        byte[] expected = hmac(spaceKey, "customer\0ann@example.com".getBytes(UTF_8));

        assertArrayEquals(expected, hasher.hash(LIVE, "customer", DATA));
        assertArrayEquals(expected, hasher.hash(LIVE, "customer", DATA), "also from the prepared digest");
    }

    @Test
    void aContentHashIsTheStartOfAnHmacForThePurposeOfContents() throws Exception {
        byte[] spaceKey = hmac(INDEX_KEY.bytes(), "space/LIVE/shop".getBytes(UTF_8));
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
