package org.orderevidence.http;

import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The entity tag of an answer for one order: the order's version and a hash of the bytes. The hash belongs to it because
 * a verdict changes with time and with other orders too.
 */
final class VersionTag {
    private VersionTag() {}

    /**
     * Names an answer, with the quotes. Two checksums of 32 bits with different polynomials tell answers for one order apart
     * as surely as one of 64, and cost a tenth of a digest; a forged collision gives nobody another's answer.
     *
     * @param version of the order
     * @param body of the answer
     */
    static String of(long version, JsonBuffer body) {
        Checksum first = new CRC32();
        Checksum second = new CRC32C();
        body.addTo(first);
        body.addTo(second);
        long hash = first.getValue() << Integer.SIZE | second.getValue();
        return '"' + Long.toString(version) + '-' + HexFormat.of().toHexDigits(hash) + '"';
    }

    /**
     * True when a tag in {@code If-Match} names this version: the tag of an answer, or the version alone. A weak tag names
     * none (RFC 9110, 13.1.1: strong comparison).
     */
    static boolean names(EntityTags.Tag tag, long version) {
        String text = Long.toString(version);
        return !tag.weak()
                && tag.opaque().startsWith(text)
                && (tag.opaque().length() == text.length() || tag.opaque().charAt(text.length()) == '-');
    }
}
