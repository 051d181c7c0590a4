package org.orderevidence.webhook;

import java.nio.charset.StandardCharsets;
import org.orderevidence.order.Bytes;

/**
 * The content of a row of the list of unmapped events.
 *
 * @param version the version of the event's record since it is unmapped
 * @param reason such as {@code wrong_mode}
 */
record ListedReason(long version, String reason) {
    /** Returns the bytes that are stored. */
    Bytes content() {
        return Bytes.wrap((version + " " + reason).getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the content of a row. */
    static ListedReason of(Bytes content) {
        String text = new String(content.toArray(), StandardCharsets.US_ASCII);
        int blank = text.indexOf(' ');
        return blank < 0
                ? new ListedReason(0, "")
                : new ListedReason(Long.parseLong(text.substring(0, blank)), text.substring(blank + 1));
    }
}
