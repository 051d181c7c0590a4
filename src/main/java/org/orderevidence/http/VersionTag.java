package org.orderevidence.http;

import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.orderevidence.json.JsonWriter.JsonBuffer;

/**
 * The entity tag of an answer: the version of what it shows and a hash of the bytes. The hash is needed because a
 * verdict also changes with time and with other orders.
 */
public final class VersionTag {
    private VersionTag() {}

    /**
     * Returns the tag of an answer, with the quotes. Two 32-bit checksums with different polynomials distinguish
     * answers as reliably as one of 64 bits, at a tenth of the cost of a digest. A forged collision does not reveal an
     * answer to another client.
     *
     * @param version of the order
     * @param body of the answer
     */
    public static String of(long version, JsonBuffer body) {
        return '"' + Long.toString(version) + '-' + hash(body) + '"';
    }

    /** Returns the tag of an answer whose object has no version: equal bytes have equal tags. */
    public static String of(JsonBuffer body) {
        return '"' + hash(body) + '"';
    }

    private static String hash(JsonBuffer body) {
        Checksum first = new CRC32();
        Checksum second = new CRC32C();
        body.addTo(first);
        body.addTo(second);
        long hash = first.getValue() << Integer.SIZE | second.getValue();
        return HexFormat.of().toHexDigits(hash);
    }

    /**
     * Returns true if a tag in {@code If-Match} names this version: the tag of an answer, or the version alone. A weak
     * tag does too: a proxy that compresses makes the tag weak, and the version in it is still exact.
     */
    public static boolean names(EntityTags.Tag tag, long version) {
        String text = Long.toString(version);
        return tag.opaque().startsWith(text)
                && (tag.opaque().length() == text.length() || tag.opaque().charAt(text.length()) == '-');
    }
}
