package org.orderevidence.http.mistake;

import static org.orderevidence.http.mistake.Mistake.body;
import static org.orderevidence.http.mistake.Mistake.header;
import static org.orderevidence.http.mistake.Mistake.key;
import static org.orderevidence.http.mistake.Mistake.plain;
import static org.orderevidence.http.mistake.Mistake.upload;

import java.util.List;

/** Mistakes with the request line, headers and the body as a whole. */
final class RequestMistakes {
    private static final String NDJSON = "application/x-ndjson";
    private static final String UPLOAD = "/api/v2/orders/upload";
    private static final String ORDERS = "/api/v2/orders";

    private RequestMistakes() {}

    static List<Section> all() {
        return List.of(path(), apiKey(), contentType(), json(), wrapper(), ndjson(), query());
    }

    private static Section path() {
        return new Section(
                "Path and method",
                plain("POST", "/orders/upload"),
                plain("POST", "/api/v1/orders/upload"),
                plain("GET", "/api/v2/orders/"),
                plain("POST", "/api/v2//track"),
                plain("POST", "/API/V2/Track"),
                plain("GET", "/v2/orders/A-1/"),
                plain("POST", "/api/v2/orders/A-1/fraud_reports"),
                plain("GET", "/api/v2/receipts"),
                plain("POST", ORDERS),
                plain("PUT", "/api/v2/orders/A-1"));
    }

    private static Section apiKey() {
        return new Section(
                "Key",
                key(ORDERS, "", ""),
                key(ORDERS, "Authorization", "Bearer oe_live_..."),
                key(ORDERS + "?api_key=oe_live_...", "", ""),
                key(ORDERS, "X-API-Key", "Bearer oe_live_..."),
                key(ORDERS, "X-API-Key", "\"oe_live_...\""),
                key(ORDERS, "X-API-Key", "oe_live_4nVb Qc7Z"),
                key(ORDERS, "X-API-Key", "oe_live_..."),
                key(ORDERS, "X-API-Key", "oe_live_4nVbQc7Z"),
                key(ORDERS, "X-API-Key", "$API_KEY"),
                key(ORDERS, "X-API-Key", "<API_KEY>"),
                key(ORDERS, "X-API-Key", "sk_test_..."),
                key(ORDERS, "X-API-Key", "my-secret-key-0001"));
    }

    private static Section contentType() {
        return new Section(
                "Content type and encoding",
                header("Content-Type", "application/x-www-form-urlencoded"),
                header("Content-Type", "text/plain"),
                header("Content-Type", "text/csv"),
                header("Content-Type", "multipart/form-data; boundary=x"),
                header("Content-Type", "application/json; charset=iso-8859-1"),
                header("Content-Encoding", "gzip"),
                body("POST", "/api/v2/track", NDJSON, "{\"email\": \"ann@example.com\"}"));
    }

    private static Section json() {
        return new Section(
                "JSON",
                upload(""),
                upload("orders=A-1"),
                upload("{'orders': []}"),
                upload("{\u201corders\u201d: []}"),
                upload("{orders: []}"),
                upload("{\"orders\": [],}"),
                upload("{\"orders\": [{\"id\": \"A-1\"},]}"),
                upload("{\"orders\": [{\"id\": \"A-1\" \"amount\": 1999}]}"),
                upload("{\"orders\": [{\"amount\": 19,99}]}"),
                upload("{\"orders\": [{\"id\": 00042}]}"),
                upload("{\"orders\": [{\"refunded\": True}]}"),
                upload("{\"orders\": [{\"amount\": NaN}]}"),
                upload("{\"orders\": [{\"id\": \"A-1\"}]"),
                upload("{\"orders\": [{\"id\": \"A-1}]}"),
                upload("{\"orders\": [{\"descriptor\": \"C:\\Shop\"}]}"),
                upload("{\"orders\": []} // test"),
                upload("{\"orders\": [{\"id\": \"A-1\", \"id\": \"A-2\"}]}"));
    }

    private static Section wrapper() {
        String order = "{\"id\": \"A-1\", \"amount\": 1999, \"currency\": \"USD\"}";
        return new Section(
                "The list of orders",
                upload(order),
                upload("[" + order + "]"),
                upload("{\"orders\": " + order + "}"),
                upload("{\"order\": [" + order + "]}"),
                upload("{\"orders\": []}"),
                upload("{\"orders\": [{\"orders\": []}]}"),
                upload("{\"orders\": [\"A-1\"]}"));
    }

    private static Section ndjson() {
        return new Section(
                "NDJSON",
                body("POST", UPLOAD, "application/json", "{\"id\": \"A-1\"} {\"id\": \"A-2\"}"),
                body("POST", UPLOAD, NDJSON, "{\"orders\": [{\"id\": \"A-1\"}]}"),
                body("POST", UPLOAD, NDJSON, "{\"id\": \"A-1\"},"),
                body("POST", UPLOAD, NDJSON, "{"),
                body("POST", UPLOAD, NDJSON, "[{\"id\": \"A-1\"}]"));
    }

    private static Section query() {
        return new Section(
                "Query parameters",
                plain("GET", ORDERS + "?limit=50"),
                plain("GET", ORDERS + "?per=500"),
                plain("GET", ORDERS + "?per_=50"),
                plain("GET", ORDERS + "?email=ann@example.com"),
                plain("GET", ORDERS + "/A-0?as_of=2026-11-20"),
                plain("GET", ORDERS + "/A-0?asOf=20.11.2026"),
                plain("GET", ORDERS + "?from=2026-11-01"));
    }
}
