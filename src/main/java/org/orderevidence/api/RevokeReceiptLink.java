package org.orderevidence.api;

import java.util.Optional;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.ReceiptLink;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.wire.Problem;

/** Revokes a link to the receipt of an order. */
final class RevokeReceiptLink implements Operation {
    private final ReceiptLinks links;

    RevokeReceiptLink(ReceiptLinks links) {
        this.links = links;
    }

    @Override
    public Answer answer(Exchange exchange) {
        String path = exchange.rawPath();
        String linkId = path.substring(path.lastIndexOf('/') + 1);
        OrderId order = exchange.orderId();
        KeyCheck.Accepted key = exchange.key();
        if (key == null) {
            return exchange.keyUnknown();
        }
        Optional<ReceiptLink> revoked =
                order == null ? Optional.empty() : links.revoke(key.actor(), exchange.space(), order, linkId);
        if (revoked.isEmpty()) {
            return exchange.problem(
                    Problem.RECEIPT_LINK_NOT_FOUND,
                    "This order has no valid receipt link with this ID. List the links of the order to see their IDs.");
        }
        try (JsonWriter json = exchange.json()) {
            ListReceiptLinks.write(json, revoked.get());
        }
        return Answer.json(200);
    }
}
