package org.orderevidence.service;

import java.time.Instant;
import java.util.HexFormat;
import org.orderevidence.store.AccessToken;

/**
 * A link to a receipt, without its secret.
 *
 * @param id names the link among those of its order; it does not open anything
 * @param createdAt when it was made
 * @param expiresAt from when it is refused
 */
public record ReceiptLink(String id, Instant createdAt, Instant expiresAt) {
    private static final int ID_BYTES = 8;

    static ReceiptLink of(AccessToken token) {
        String start = HexFormat.of().formatHex(token.hash().toArray(), 0, ID_BYTES);
        return new ReceiptLink("link_" + start, token.created(), token.expires());
    }
}
