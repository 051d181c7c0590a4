package org.orderevidence.account;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Sha256;

/**
 * The text of an API key. A key of this service is {@code oe_live_} or {@code oe_test_}, {@value #RANDOM_CHARS} random
 * base-62 characters (178 bits) and {@value #CHECKSUM_CHARS} characters of checksum. The checksum detects a mistyped
 * key without a read of the store. Keys in another format can be imported. {@link #toString} hides the text, and only
 * its hash is stored.
 */
public record ApiKey(String text) {
    /** Shortest key of another format that may be imported: it must not be guessable. */
    public static final int MIN_IMPORTED_LENGTH = 16;

    /** Longest key that is accepted. */
    public static final int MAX_LENGTH = 256;

    private static final String OURS = "oe_";
    private static final String LIVE = "oe_live_";
    private static final String TEST = "oe_test_";
    private static final int RANDOM_CHARS = 30;
    private static final int CHECKSUM_CHARS = 6;
    private static final String BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    public static ApiKey generate(Mode mode, RandomGenerator random) {
        StringBuilder text = new StringBuilder(mode == Mode.LIVE ? LIVE : TEST);
        for (int i = 0; i < RANDOM_CHARS; i++) {
            text.append(BASE_62.charAt(random.nextInt(BASE_62.length())));
        }
        return new ApiKey(text + checksum(text.toString()));
    }

    /** Returns the mode that the text of a key of this service names, or empty for a key in another format. */
    public Optional<Mode> namedMode() {
        if (text.startsWith(LIVE)) {
            return Optional.of(Mode.LIVE);
        }
        return text.startsWith(TEST) ? Optional.of(Mode.TEST) : Optional.empty();
    }

    /** True if the text starts like a key of this service, but has a wrong form or checksum. */
    public boolean isMalformed() {
        if (!text.startsWith(OURS)) {
            return false;
        }
        int length = LIVE.length() + RANDOM_CHARS + CHECKSUM_CHARS;
        if (text.length() != length || !(text.startsWith(LIVE) || text.startsWith(TEST))) {
            return true;
        }
        return !text.endsWith(checksum(text.substring(0, length - CHECKSUM_CHARS)));
    }

    /** True if the key may be imported: printable ASCII without blanks, long enough, and not malformed. */
    public boolean isImportable() {
        return text.length() >= MIN_IMPORTED_LENGTH
                && text.length() <= MAX_LENGTH
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f)
                && !isMalformed();
    }

    /** Returns the SHA-256 of the text. With this many random bits, no slow hash is needed. */
    public Bytes hash() {
        return Bytes.wrap(Sha256.of(text));
    }

    @Override
    public String toString() {
        return "[redacted]";
    }

    private static String checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        long rest = crc.getValue();
        char[] digits = new char[CHECKSUM_CHARS];
        for (int i = CHECKSUM_CHARS - 1; i >= 0; i--) {
            digits[i] = BASE_62.charAt((int) (rest % BASE_62.length()));
            rest /= BASE_62.length();
        }
        return new String(digits);
    }
}
