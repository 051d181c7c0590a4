package org.orderevidence.api;

import java.util.List;
import java.util.Optional;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.ReceiptLink;
import org.orderevidence.service.ReceiptLinks;

/** Lists the links to the receipt of an order that can be opened. */
final class ListReceiptLinks implements Operation {
    private final ReceiptLinks links;

    ListReceiptLinks(ReceiptLinks links) {
        this.links = links;
    }

    @Override
    public Answer answer(Exchange exchange) {
        OrderId order = exchange.orderId();
        Optional<List<ReceiptLink>> found = order == null ? Optional.empty() : links.list(exchange.space(), order);
        if (found.isEmpty()) {
            return exchange.orderNotFound();
        }
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("links");
            found.get().forEach(link -> write(json, link));
            json.writeEndArray();
            json.writeEndObject();
        }
        return Answer.json(200);
    }

    /** Writes a link without its address, which is not stored. */
    static void write(JsonWriter json, ReceiptLink link) {
        json.writeStartObject();
        json.writeStringProperty("id", link.id());
        json.writeStringProperty("createdAt", link.createdAt().toString());
        json.writeStringProperty("expiresAt", link.expiresAt().toString());
        json.writeEndObject();
    }
}
