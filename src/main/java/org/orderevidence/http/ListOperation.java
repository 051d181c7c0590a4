package org.orderevidence.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.OrderPage;

/** Lists orders, newest first, without their receipts. */
final class ListOperation implements Operation {
    private static final int DEFAULT_PER = 10;
    private static final int MAX_PER = 100;

    /** Furthest place that is found by counting; beyond it, the cursor goes on. */
    private static final int MAX_SKIP = 10_000;

    private final EvidenceService service;

    ListOperation(EvidenceService service) {
        this.service = service;
    }

    @Override
    public Answer answer(Exchange exchange) {
        List<FieldError> errors = new ArrayList<>();
        QueryParameters query = exchange.query();
        int page = number(query, "page", 0, 0, MAX_SKIP, errors);
        int per = number(query, "per", DEFAULT_PER, 1, MAX_PER, errors);
        ListPlace after = cursor(query, errors);
        if (after != null && page != 0) {
            errors.add(QueryParameters.fault("page", "page and cursor exclude each other; leave page out"));
        }
        if (errors.isEmpty() && (long) page * per > MAX_SKIP) {
            errors.add(QueryParameters.fault(
                    "page", "page * per must be at most " + MAX_SKIP + "; go on with cursor = nextCursor"));
        }
        if (!errors.isEmpty()) {
            return exchange.invalidParameters(errors);
        }
        exchange.share().hold(RequestMemory.LIST);
        write(exchange, service.list(exchange.space(), after, page * per, per), page, per);
        return Answer.json(200);
    }

    private static void write(Exchange exchange, OrderPage orders, int page, int per) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("orders");
            orders.orders().forEach(o -> ChargeWriter.write(json, o));
            json.writeEndArray();
            json.writeNumberProperty("page", page);
            json.writeNumberProperty("per", per);
            json.writeNumberProperty("total", orders.total());
            if (orders.totalAsOf() != null) {
                JsonFields.time(json, "totalAsOf", orders.totalAsOf());
            }
            if (orders.next() != null) {
                json.writeStringProperty("nextCursor", Cursor.write(orders.next()));
            }
            json.writeEndObject();
        }
    }

    private static int number(
            QueryParameters query, String name, int otherwise, int least, int most, List<FieldError> errors) {
        String text = query.single(name, errors);
        if (text == null) {
            return otherwise;
        }
        boolean isNumber = !text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = isNumber ? Integer.parseInt(text) : -1;
        if (number < least || number > most) {
            errors.add(QueryParameters.fault(
                    name, name + " must be a whole number from " + least + " to " + most + "; default " + otherwise));
            return otherwise;
        }
        return number;
    }

    private static @Nullable ListPlace cursor(QueryParameters query, List<FieldError> errors) {
        String text = query.single("cursor", errors);
        if (text == null) {
            return null;
        }
        ListPlace place = Cursor.read(text);
        if (place == null) {
            errors.add(QueryParameters.fault("cursor", "cursor must be the nextCursor of an earlier answer"));
        }
        return place;
    }
}
