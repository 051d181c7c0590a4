package org.orderevidence.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FoundOrders;
import org.orderevidence.service.OrderFilter;
import org.orderevidence.service.OrderPage;
import org.orderevidence.wire.ChargeWriter;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/** Lists orders, newest first, without their receipts. */
final class ListOperation implements Operation {
    static final int DEFAULT_PER = 10;
    static final int MAX_PER = 100;
    private static final List<String> FILTERS = List.of("from", "to", "status", "order");
    private static final List<String> PARAMETERS = List.of("page", "per", "cursor", "from", "to", "status", "order");

    /** Largest offset that is found by counting. Only the cursor goes beyond it. */
    private static final int MAX_SKIP = 10_000;

    private final EvidenceService service;
    private final Limits limits;

    ListOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int page = number(query, "page", 0, 0, MAX_SKIP, faults);
        int per = number(query, "per", DEFAULT_PER, 1, MAX_PER, faults);
        boolean isFiltered = FILTERS.stream().anyMatch(query::has);
        OrderFilter filter = ListFilters.read(query, faults);
        Cursor cursor = new Cursor(filter.values());
        ListPlace after = cursor.read(query, faults);
        if (after != null && page != 0) {
            QueryParameters.error("page", "page and cursor exclude each other; leave page out", faults);
        }
        if (isFiltered && page != 0) {
            QueryParameters.error("page", "page does not go with filters; continue with cursor=<nextCursor>", faults);
        }
        query.refuseOthers(PARAMETERS, faults);
        if (!faults.refuse() && (long) page * per > MAX_SKIP) {
            QueryParameters.error(
                    "page", "page * per must be at most " + MAX_SKIP + "; continue with cursor=<nextCursor>", faults);
        }
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        if (isFiltered) {
            writeFiltered(exchange, filter, cursor, after, per);
            return Answer.json(200);
        }
        // The service reads one more order than the answer has.
        exchange.share().hold(RequestMemory.ofList(per + 1, limits.lineBytes()));
        if (per <= DEFAULT_PER) {
            write(exchange, cursor, after, page, per);
        } else {
            try (LargeWorkTurns.Turn _ = exchange.turn()) {
                write(exchange, cursor, after, page, per);
            }
        }
        return Answer.json(200);
    }

    /** Many orders may be examined for a few: a turn is only taken to write them. */
    private void writeFiltered(
            Exchange exchange, OrderFilter filter, Cursor cursor, @Nullable ListPlace after, int per) {
        int held = filter.isIndexed() ? per : per + EvidenceService.READ_TOGETHER;
        exchange.share().hold(RequestMemory.ofList(held, limits.lineBytes()));
        FoundOrders found = service.find(exchange.space(), filter, after, per);
        if (per <= DEFAULT_PER) {
            write(exchange, cursor, found, per);
        } else {
            try (LargeWorkTurns.Turn _ = exchange.turn()) {
                write(exchange, cursor, found, per);
            }
        }
    }

    private static void write(Exchange exchange, Cursor cursor, FoundOrders found, int per) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            writeOrders(json, found.orders(), 0, per);
            writeNext(json, cursor, found.next());
            json.writeEndObject();
        }
    }

    private void write(Exchange exchange, Cursor cursor, @Nullable ListPlace after, int page, int per) {
        OrderPage orders = service.list(exchange.space(), after, page * per, per);
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            writeOrders(json, orders.orders(), page, per);
            json.writeNumberProperty("total", orders.total());
            if (orders.totalAsOf() != null) {
                JsonFields.time(json, "totalAsOf", orders.totalAsOf());
            }
            writeNext(json, cursor, orders.next());
            json.writeEndObject();
        }
    }

    private static void writeOrders(JsonWriter json, List<StoredOrder> orders, int page, int per) {
        json.writeArrayPropertyStart("orders");
        orders.forEach(o -> ChargeWriter.write(json, o));
        json.writeEndArray();
        json.writeNumberProperty("page", page);
        json.writeNumberProperty("per", per);
    }

    private static void writeNext(JsonWriter json, Cursor cursor, @Nullable ListPlace next) {
        if (next != null) {
            json.writeStringProperty("nextCursor", cursor.write(next));
        }
    }

    static int number(QueryParameters query, String name, int otherwise, int least, int most, Faults faults) {
        String text = query.single(name, faults);
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        boolean isNumber = text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = isNumber ? Integer.parseInt(text) : -1;
        if (number < least || number > most) {
            QueryParameters.error(
                    name,
                    name + " must be an integer from " + least + " to " + most + "; default " + otherwise,
                    faults);
            return otherwise;
        }
        return number;
    }
}
