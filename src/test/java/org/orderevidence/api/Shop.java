package org.orderevidence.api;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.account.ApiKey;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;

/** A merchant at work: sends requests with a key. */
public record Shop(ServedApi api, String account, ApiKey key) {
    public static final String ORDER = """
            {"id": "%s", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01T10:00:00Z",
             "ip": "203.0.113.7", "bin": "424242", "last4": "4242", "brand": "visa"}""";

    /** The same with another key. */
    public Shop with(ApiKey other) {
        return new Shop(api, account, other);
    }

    public Reply get(String path) {
        return api.send(request("GET", path, BodyPublishers.noBody()));
    }

    /** Reads a list with the parameters of a path to its end, and returns on each page the values of a field. */
    public List<List<String>> pages(String path, String list, String field) {
        List<List<String>> pages = new ArrayList<>();
        String cursor = "";
        do {
            Reply page = get(path + cursor).is(200);
            pages.add(page.rows("/" + list, field));
            cursor = page.json().has("nextCursor") ? "&cursor=" + page.text("/nextCursor") : "";
        } while (!cursor.isEmpty());
        return pages;
    }

    /** The same of all pages together. */
    public List<String> all(String path, String list, String field) {
        return pages(path, list, field).stream().flatMap(List::stream).toList();
    }

    /** Sends a request without body. */
    public Reply send(String method, String path) {
        return api.send(request(method, path, BodyPublishers.noBody()));
    }

    public Reply post(String path, String json) {
        return send("POST", path, "application/json", json);
    }

    public Reply patch(String path, String json) {
        return send("PATCH", path, "application/merge-patch+json", json);
    }

    public Reply send(String method, String path, String contentType, String body) {
        return api.send(request(method, path, BodyPublishers.ofString(body)).header("Content-Type", contentType));
    }

    public HttpRequest.Builder request(String method, String path, BodyPublisher body) {
        return api.request(method, path, body).header("X-API-Key", key.text());
    }

    /** Uploads one order of this id, with the fields that every order has. */
    public Reply uploadOne(String id) {
        return upload(ORDER.formatted(id)).is(200);
    }

    /** Records a dispute of an order. */
    public Reply dispute(String order, String id, String condition, String openedAt) {
        return dispute(order, id, condition, openedAt, "");
    }

    /** Records a dispute of an order with further fields, each behind a comma. */
    public Reply dispute(String order, String id, String condition, String openedAt, String more) {
        return post("/api/v2/orders/" + order + "/disputes", """
                {"disputeId": "%s", "condition": "%s", "openedAt": "%s"%s}""".formatted(id, condition, openedAt, more))
                .is(201);
    }

    /** Records a fraud report about an order. */
    public Reply report(String order, String id, String reportedAt) {
        return post("/api/v2/orders/" + order + "/fraud-reports", """
                {"reportId": "%s", "reportedAt": "%s"}""".formatted(id, reportedAt))
                .is(201);
    }

    /** Replaces what is at a path. */
    public Reply put(String path, String json) {
        return send("PUT", path, "application/json", json);
    }

    /** Uploads orders. */
    public Reply upload(String... orders) {
        return post("/api/v2/orders/upload", "{\"orders\": [" + String.join(",", orders) + "]}");
    }
}
