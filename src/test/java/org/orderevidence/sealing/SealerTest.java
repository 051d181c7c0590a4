package org.orderevidence.sealing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.Hmac.Hkdf;
import org.orderevidence.sealing.IndexHasher.ContentHash;
import org.orderevidence.sealing.Sealer.AesGcm;
import org.orderevidence.sealing.Sealer.CannotOpen;
import org.orderevidence.sealing.Sealer.CannotOpen.Reason;
import org.orderevidence.waiting.Waits;

/** Sealed contents, the places they belong to, and published vectors of the algorithms. */
class SealerTest {
    private static final AccountSpace SHOP = new AccountSpace("shop", Mode.LIVE);
    private static final RecordPlace PLACE = place(SHOP, "order", "orders", "A-1");
    private static final Instant FROM = Instant.parse("2026-11-23T15:00:00Z");
    private static final byte[] ANN = "ann@example.com".getBytes(UTF_8);
    private static final HexFormat HEX = HexFormat.of();
    private static final InstallationKey KEY = InstallationKey.generate(new Random(1));
    private static final InstallationKey INDEX_KEY = InstallationKey.generate(new Random(7));
    private static final AccountSpace LIVE = new AccountSpace("shop", Mode.LIVE);
    private static final AccountSpace TEST = new AccountSpace("shop", Mode.TEST);
    private static final byte[] DATA = "ann@example.com".getBytes(UTF_8);
    private final SealingKeys keys = SealingKeys.generate(new Random(1));
    private final Sealer sealer = new Sealer(keys, new Random(2));
    private final IndexHasher hasher = new IndexHasher(INDEX_KEY);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 15, 16, 17, 31, 32, 33, 700, 4_095, 4_096, 65_537, 1 << 20})
    void whatWasSealedIsOpened(int length) {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);

        byte[] sealed = sealer.seal(PLACE, content);

        assertEquals(length + 30, sealed.length);
        assertArrayEquals(content, sealer.open(PLACE, sealed));
    }

    @Test
    void theFirstBytesAreFormatAndKeyVersion() {
        byte[] sealed = sealer.seal(PLACE, ANN);

        assertEquals(1, sealed[0]);
        assertEquals(1, sealed[1]);
        assertEquals(1, Sealer.sealedKeyVersion(sealed));
        assertFalse(new String(sealed, UTF_8).contains("ann"));
    }

    @Test
    void theSameContentIsNeverSealedTheSameWay() {
        Set<Bytes> records = new HashSet<>();
        Set<Bytes> ciphertexts = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            byte[] sealed = sealer.seal(PLACE, ANN);
            records.add(Bytes.wrap(sealed));
            ciphertexts.add(Bytes.wrap(Arrays.copyOfRange(sealed, 14, sealed.length)));
        }

        assertEquals(100, records.size());
        assertEquals(100, ciphertexts.size());
    }

    /** One nonce in two places must not give one key stream: each place has its own key. */
    @Test
    void anEqualNonceInAnotherPlaceRevealsNothing() {
        byte[] one = new Sealer(keys, new Random(3)).seal(PLACE, new byte[32]);
        byte[] other = new Sealer(keys, new Random(3)).seal(place(SHOP, "order", "orders", "A-2"), new byte[32]);

        assertArrayEquals(Arrays.copyOf(one, 14), Arrays.copyOf(other, 14));
        assertFalse(Arrays.equals(Arrays.copyOfRange(one, 14, 46), Arrays.copyOfRange(other, 14, 46)));
    }

    @Test
    void everyFlippedBitIsRefused() {
        byte[] sealed = sealer.seal(PLACE, ANN);
        for (int bit = 0; bit < 8 * sealed.length; bit++) {
            byte[] flipped = sealed.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            Reason expected = switch (bit / 8) {
                case 0 -> bit < 4 ? Reason.UNKNOWN_FORMAT : Reason.DAMAGED_OR_MOVED;
                case 1 -> flipped[1] == 0 ? Reason.MISSING_KEY : Reason.NEWER_KEY;
                default -> Reason.DAMAGED_OR_MOVED;
            };
            assertEquals(expected, refusal(sealer, PLACE, flipped).reason(), "bit " + bit);
        }
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] sealed = sealer.seal(PLACE, ANN);
        for (int length = 0; length < sealed.length; length++) {
            Reason expected = length < 30 ? Reason.TRUNCATED : Reason.DAMAGED_OR_MOVED;
            assertEquals(
                    expected,
                    refusal(sealer, PLACE, Arrays.copyOf(sealed, length)).reason(),
                    length + " bytes");
        }
        assertEquals(
                Reason.DAMAGED_OR_MOVED,
                refusal(sealer, PLACE, Arrays.copyOf(sealed, sealed.length + 1)).reason());
    }

    static List<RecordPlace> otherPlaces() {
        return List.of(
                place(new AccountSpace("shop2", Mode.LIVE), "order", "orders", "A-1"),
                place(new AccountSpace("shop", Mode.TEST), "order", "orders", "A-1"),
                place(SHOP, "part", "orders", "A-1"),
                place(SHOP, "order", "parts", "A-1"),
                place(SHOP, "order", "orders", "A-2"),
                place(SHOP, "order", "orders", "A-1", ""),
                place(SHOP, "order", "orders", "A", "-1"));
    }

    @ParameterizedTest
    @MethodSource("otherPlaces")
    void aRecordOpensInItsPlaceOnly(RecordPlace other) {
        byte[] sealed = sealer.seal(PLACE, ANN);

        assertEquals(Reason.DAMAGED_OR_MOVED, refusal(sealer, other, sealed).reason());
        assertArrayEquals(ANN, sealer.open(other, sealer.seal(other, ANN)));
    }

    @Test
    void oldKeysOpenAndTheNewestSeals() {
        SealingKeys rotated = keys.withNewKey(new Random(4), FROM);
        Sealer after = new Sealer(rotated, new Random(5));
        byte[] old = sealer.seal(PLACE, ANN);

        assertArrayEquals(ANN, after.open(PLACE, old));
        assertEquals(1, Sealer.sealedKeyVersion(old));
        assertEquals(2, Sealer.sealedKeyVersion(after.seal(PLACE, ANN)));
    }

    @Test
    void aKeyVersionIsUnsigned() {
        Sealer last = new Sealer(
                new SealingKeys(new TreeMap<>(Map.of(255, InstallationKey.generate(new Random(6))))), new Random(7));

        byte[] sealed = last.seal(PLACE, ANN);

        assertEquals(255, Sealer.sealedKeyVersion(sealed));
        assertArrayEquals(ANN, last.open(PLACE, sealed));
    }

    @Test
    void aRecordOfAProcessWithANewerSecretNamesTheKey() {
        byte[] sealed = new Sealer(keys.withNewKey(new Random(4), FROM), new Random(5)).seal(PLACE, ANN);

        CannotOpen refused = refusal(sealer, PLACE, sealed);

        assertEquals(Reason.NEWER_KEY, refused.reason());
        assertEquals(
                "the record is sealed with sealing key 2, which this process does not have; copy the newest secret"
                        + " file to this machine, a running service reads it by itself",
                refused.getMessage());
    }

    @Test
    void withoutItsSealingKeyARecordNamesTheKey() {
        byte[] sealed = sealer.seal(PLACE, ANN);
        Sealer without = new Sealer(
                new SealingKeys(new TreeMap<>(Map.of(2, InstallationKey.generate(new Random(6))))), new Random(7));

        CannotOpen refused = refusal(without, PLACE, sealed);

        assertEquals(Reason.MISSING_KEY, refused.reason());
        assertEquals(
                "the record is sealed with sealing key 1, which is not in the secret file; restore the secret file that"
                        + " has it",
                refused.getMessage());
    }

    @Test
    void anotherKeyWithTheSameNumberDoesNotOpen() {
        Sealer other = new Sealer(SealingKeys.generate(new Random(8)), new Random(9));

        CannotOpen refused = refusal(other, PLACE, sealer.seal(PLACE, ANN));

        assertEquals(Reason.DAMAGED_OR_MOVED, refused.reason());
        assertEquals(
                "the sealed record is damaged, or was moved from another place; restore it from a backup",
                refused.getMessage());
    }

    /** Two numbers with the same key bytes, as an operator might write them into the file. */
    @Test
    void theKeyVersionIsPartOfTheDerivation() {
        InstallationKey twice = InstallationKey.generate(new Random(8));
        Sealer both = new Sealer(new SealingKeys(new TreeMap<>(Map.of(1, twice, 2, twice))), new Random(9));
        byte[] sealed = both.seal(PLACE, ANN);
        sealed[1] = 1;

        assertEquals(Reason.DAMAGED_OR_MOVED, refusal(both, PLACE, sealed).reason());
    }

    @Test
    void aNewerFormatIsNamed() {
        byte[] sealed = sealer.seal(PLACE, ANN);
        sealed[0] = 7;

        assertEquals(
                "the sealed record has format 7, which this version does not support; use the newer version that wrote"
                        + " it",
                refusal(sealer, PLACE, sealed).getMessage());
        assertEquals(
                Reason.UNKNOWN_FORMAT, refusal(sealer, PLACE, new byte[] {9}).reason());
        assertEquals(
                Reason.UNKNOWN_FORMAT,
                assertThrows(CannotOpen.class, () -> Sealer.sealedKeyVersion(sealed))
                        .reason());
        assertEquals(
                Reason.TRUNCATED,
                assertThrows(
                                CannotOpen.class,
                                () -> Sealer.sealedKeyVersion(Arrays.copyOf(sealer.seal(PLACE, ANN), 29)))
                        .reason());
    }

    @Test
    void theFormatOfTheContentIsReadWithoutAKey() {
        assertEquals(0, Sealer.contentFormat(sealer.seal(PLACE, ANN)));
        for (int format : new int[] {0, 1, 2, Sealer.MAX_CONTENT_FORMAT}) {
            byte[] sealed = sealer.seal(PLACE, format, ANN);

            assertEquals(format, Sealer.contentFormat(sealed));
            assertEquals(1, Sealer.sealedKeyVersion(sealed));
            assertArrayEquals(ANN, sealer.open(PLACE, sealed));
        }
        for (int none : new int[] {-1, Sealer.MAX_CONTENT_FORMAT + 1}) {
            assertThrows(IllegalArgumentException.class, () -> sealer.seal(PLACE, none, ANN));
        }
        for (int length : new int[] {0, 1, Sealer.OVERHEAD - 1}) {
            byte[] cut = Arrays.copyOf(sealer.seal(PLACE, 2, ANN), length);
            assertEquals(
                    Reason.TRUNCATED,
                    assertThrows(CannotOpen.class, () -> Sealer.contentFormat(cut))
                            .reason());
        }
    }

    @Test
    void aContentThatIsTooLongIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> sealer.seal(PLACE, new byte[Sealer.MAX_CONTENT_BYTES + 1]));
    }

    @Test
    void thousandsOfThreadsUseOneSealer() throws Exception {
        Sealer shared = new Sealer(keys, new SecureRandom());
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            RecordPlace place = place(SHOP, "order", "orders", "A-" + i);
            byte[] content = ("order " + i).getBytes(UTF_8);
            tasks.add(() -> {
                boolean same = true;
                for (int round = 0; round < 10; round++) {
                    same &= Arrays.equals(content, shared.open(place, shared.seal(place, content)));
                }
                return same;
            });
        }
        assertFalse(Waits.together(tasks).contains(false));
    }

    private static CannotOpen refusal(Sealer sealer, RecordPlace place, byte[] sealed) {
        return assertThrows(CannotOpen.class, () -> sealer.open(place, sealed));
    }

    private static RecordPlace place(AccountSpace space, String purpose, String table, String... key) {
        return new RecordPlace(
                space, purpose, table, Stream.of(key).map(Bytes::utf8).toList());
    }

    private static RecordPlace placeOf(AccountSpace space, String purpose, String table, byte[]... key) {
        return new RecordPlace(
                space, purpose, table, Stream.of(key).map(Bytes::wrap).toList());
    }

    @Test
    void theBytesOfAPlaceNeverChange() {
        RecordPlace place = placeOf(SHOP, "part", "parts", "A-1".getBytes(UTF_8), new byte[] {7});

        assertEquals(
                "04" + hex("shop") + "01" + "04" + hex("part") + "05" + hex("parts") + "02" + "0003" + hex("A-1")
                        + "0001" + "07",
                HexFormat.of().formatHex(place.canonical()));
    }

    @Test
    void theTestSpaceHasAnotherMode() {
        RecordPlace place = placeOf(new AccountSpace("shop", Mode.TEST), "part", "parts", new byte[0]);

        assertEquals(
                "04" + hex("shop") + "02" + "04" + hex("part") + "05" + hex("parts") + "01" + "0000",
                HexFormat.of().formatHex(place.canonical()));
    }

    /** Fields that run into each other when they are concatenated. */
    @Test
    void differentPlacesHaveDifferentBytes() {
        List<String> accounts = List.of("a", "aa", "ab", "a1", "aaa");
        List<String> names = List.of("a", "aa", "ab", "b", "aaa");
        List<List<String>> keys = List.of(
                List.of(""),
                List.of("", ""),
                List.of("a"),
                List.of("a", ""),
                List.of("", "a"),
                List.of("aa"),
                List.of("a", "a"),
                List.of("ab"),
                List.of("a", "b"),
                List.of("a\0\1b"),
                List.of("\0"),
                List.of("\0\0"),
                List.of("\0", "\0"),
                List.of("", "", ""));
        Map<Bytes, RecordPlace> byBytes = new HashMap<>();
        int places = 0;
        for (String account : accounts) {
            for (Mode mode : Mode.values()) {
                for (String purpose : names) {
                    for (String table : names) {
                        for (List<String> key : keys) {
                            List<Bytes> columns = new ArrayList<>();
                            key.forEach(column -> columns.add(Bytes.wrap(column.getBytes(UTF_8))));
                            RecordPlace place =
                                    new RecordPlace(new AccountSpace(account, mode), purpose, table, columns);
                            RecordPlace equal = byBytes.put(Bytes.wrap(place.canonical()), place);
                            assertNull(equal, place::toString);
                            places++;
                        }
                    }
                }
            }
        }
        assertEquals(5 * 2 * 5 * 5 * 14, places);
    }

    @Test
    void theLongestPlaceIsAllowed() {
        AccountSpace space = new AccountSpace("a".repeat(64), Mode.LIVE);
        byte[] column = new byte[RecordPlace.MAX_COLUMN_BYTES];
        byte[][] columns = {column, column, column, column, column, column, column, column};

        RecordPlace place = placeOf(space, "p".repeat(32), "t".repeat(64), columns);

        assertEquals(5 + 64 + 32 + 64 + 8 * (2 + 1024), place.canonical().length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "1a", "Order", "a b", "a_b", "é", "ppppppppppppppppppppppppppppppppp"})
    void aPurposeIsAShortName(String purpose) {
        assertThrows(IllegalArgumentException.class, () -> placeOf(SHOP, purpose, "orders", new byte[1]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_a", "1a", "Orders", "a b", "a-b", "é"})
    void aTableIsAName(String table) {
        assertThrows(IllegalArgumentException.class, () -> placeOf(SHOP, "order", table, new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> placeOf(SHOP, "order", "t".repeat(65), new byte[1]));
    }

    @Test
    void aPrimaryKeyHasOneToEightShortColumns() {
        byte[] column = new byte[1];
        byte[][] nine = {column, column, column, column, column, column, column, column, column};

        assertThrows(IllegalArgumentException.class, () -> placeOf(SHOP, "order", "orders"));
        assertThrows(IllegalArgumentException.class, () -> placeOf(SHOP, "order", "orders", nine));
        assertThrows(IllegalArgumentException.class, () -> placeOf(SHOP, "order", "orders", new byte[1025]));
    }

    @Test
    void aPlaceHidesItsPrimaryKey() {
        assertEquals(
                "RecordPlace[space=AccountSpace[account=shop, mode=LIVE], purpose=order, table=orders,"
                        + " primaryKey=[[3 bytes]]]",
                placeOf(SHOP, "order", "orders", "A-1".getBytes(UTF_8)).toString());
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(UTF_8));
    }

    /** RFC 5869, appendix A.1: the first block of the output. */
    @Test
    void hkdf() {
        byte[] key = new byte[22];
        Arrays.fill(key, (byte) 0x0b);

        Hmac extracted = Hkdf.extract(HEX.parseHex("000102030405060708090a0b0c"), key);

        assertEquals(
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf",
                HEX.formatHex(Hkdf.expand(extracted, HEX.parseHex("f0f1f2f3f4f5f6f7f8f9"))));
    }

    /** RFC 4231, test case 2. */
    @Test
    void hmac() {
        assertEquals(
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                HEX.formatHex(Hmac.of(new byte[] {'J', 'e', 'f', 'e'}, "what do ya want for nothing?")));
    }

    /** McGrew and Viega, "The Galois/Counter Mode of Operation", test case 16. */
    @Test
    void aesGcm() throws Exception {
        AesGcm aes = new AesGcm();
        SecretKey key = AesGcm.key(HEX.parseHex("feffe9928665731c6d6a8f9467308308".repeat(2)));
        byte[] plaintext = HEX.parseHex("d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
        String header = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
        String nonce = "cafebabefacedbaddecaf888";
        int headerLength = header.length() / 2;
        byte[] record = Arrays.copyOf(
                HEX.parseHex(header + nonce),
                headerLength + AesGcm.NONCE_LENGTH + plaintext.length + AesGcm.TAG_LENGTH);

        aes.encrypt(key, headerLength, plaintext, record);

        assertEquals(
                header
                        + nonce
                        + "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                        + "76fc6ece0f4e1768cddf8853bb2d551b",
                HEX.formatHex(record));
        assertArrayEquals(plaintext, aes.decrypt(key, headerLength, record));
        record[0] ^= 1;
        assertThrows(AEADBadTagException.class, () -> aes.decrypt(key, headerLength, record));
        record[0] ^= 1;
        assertArrayEquals(plaintext, aes.decrypt(key, headerLength, record), "after a failure");
    }

    @Test
    void theHighestNumberSealsAndGapsAreAllowed() {
        SealingKeys keys = new SealingKeys(new TreeMap<>(Map.of(3, KEY, 9, KEY)));

        assertEquals(9, keys.newest());
        assertEquals(10, keys.withNewKey(new Random(2), FROM).newest());
        assertEquals("SealingKeys[3, 9]", keys.toString());
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
