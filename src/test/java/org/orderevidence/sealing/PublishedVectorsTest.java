package org.orderevidence.sealing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Test;

/** Published test vectors, through the calls that seal records. */
class PublishedVectorsTest {
    private static final HexFormat HEX = HexFormat.of();

    /** RFC 5869, appendix A.1: the first block of the output. */
    @Test
    void hkdf() {
        byte[] key = new byte[22];
        Arrays.fill(key, (byte) 0x0b);

        Mac extracted = Hkdf.extract(HEX.parseHex("000102030405060708090a0b0c"), key);

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
}
