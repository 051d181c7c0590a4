package org.orderevidence.http.mistake;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.orderevidence.api.Shop;
import org.orderevidence.http.Reply;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real mistake of a caller: what mistakes.txt shows of the request, and the request. */
record Mistake(String sent, Sender request) {
    private static final String UPLOAD = "/api/v2/orders/upload";
    private static final String JSON = "application/json";

    /** The fields of a good order, each with its JSON. */
    private static final Map<String, String> GOOD = good();

    /** Sends a request of a shop that has the orders A-0, of 1999 USD, and A-1. */
    interface Sender {
        Reply send(Shop shop);
    }

    /** An upload of one order with other fields, written as JSON. */
    static Mistake order(String fields) {
        return new Mistake(fields, shop -> shop.post(UPLOAD, "{\"orders\": [" + orderWith(fields) + "]}"));
    }

    /** An upload of one order with a receipt of some fields. */
    static Mistake receipt(String fields) {
        String order = orderWith("\"receipt\": {" + fields + "}");
        return new Mistake(fields, shop -> shop.post(UPLOAD, "{\"orders\": [" + order + "]}"));
    }

    /** An upload with a body. */
    static Mistake upload(String body) {
        return body("POST", UPLOAD, JSON, body);
    }

    /** A sighting with other fields than these. */
    static Mistake track(String fields) {
        Map<String, String> good = new LinkedHashMap<>();
        good.put("email", "\"ann@example.com\"");
        good.put("ip", "\"203.0.113.7\"");
        return new Mistake(fields, shop -> shop.post("/api/v2/track", merged(good, fields)));
    }

    /** A dispute with other fields than these. */
    static Mistake dispute(String fields) {
        Map<String, String> good = new LinkedHashMap<>();
        good.put("disputeId", "\"dp-1\"");
        good.put("condition", "\"10.4\"");
        good.put("openedAt", "\"2026-11-10\"");
        return new Mistake(fields, shop -> shop.post("/api/v2/orders/A-0/disputes", merged(good, fields)));
    }

    /** A change of an order of 1999 USD. */
    static Mistake patch(String body) {
        return new Mistake(body, shop -> shop.patch("/api/v2/orders/A-0", body));
    }

    /** A request with a body. */
    static Mistake body(String method, String path, String type, String body) {
        String sent = (type.equals(JSON) ? "" : "Content-Type: " + type + "\n") + body;
        return new Mistake(sent, shop -> shop.send(method, path, type, body));
    }

    /** A request without a body, with the key and more headers: names and values in turn. */
    static Mistake plain(String method, String path) {
        return new Mistake(
                method + " " + path, shop -> shop.api().send(shop.request(method, path, BodyPublishers.noBody())));
    }

    /** An upload of a good order with another header than usual. */
    static Mistake header(String name, String value) {
        return new Mistake(name + ": " + value, shop -> {
            HttpRequest.Builder request = shop.request("POST", UPLOAD, BodyPublishers.ofString("{\"orders\": []}"));
            if (!name.equals("Content-Type")) {
                request.header("Content-Type", JSON);
            }
            return shop.api().send(request.header(name, value));
        });
    }

    /** A list of orders with another key header, or none. */
    static Mistake key(String path, String name, String value) {
        return new Mistake(name.isEmpty() ? "GET " + path : name + ": " + value, shop -> {
            HttpRequest.Builder request = shop.api().request("GET", path, BodyPublishers.noBody());
            return shop.api().send(name.isEmpty() ? request : request.header(name, value));
        });
    }

    private static String orderWith(String fields) {
        return merged(GOOD, fields);
    }

    private static String merged(Map<String, String> good, String fields) {
        JsonNode others = JsonMapper.shared().readTree("{" + fields + "}");
        String kept = good.entrySet().stream()
                .filter(field -> !others.has(field.getKey()))
                .map(field -> "\"" + field.getKey() + "\": " + field.getValue() + ", ")
                .collect(Collectors.joining());
        return "{" + kept + fields + "}";
    }

    private static Map<String, String> good() {
        Map<String, String> good = new LinkedHashMap<>();
        good.put("id", "\"A-1\"");
        good.put("amount", "1999");
        good.put("currency", "\"USD\"");
        good.put("transactionDate", "\"2026-11-01T10:00:00Z\"");
        good.put("cardFingerprint", "\"card_7Jk2mQ9x\"");
        return good;
    }
}
