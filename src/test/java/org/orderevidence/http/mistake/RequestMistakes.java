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
                plain("POST", "/orders/upload", "Put /api/v2 before the path."),
                plain("POST", "/api/v1/orders/upload", "The version is v2."),
                plain("GET", "/api/v2/orders/", "Remove the slash at the end."),
                plain("POST", "/api/v2//track", "Remove the second slash. A base URL often ends with one."),
                plain("POST", "/API/V2/Track", "Write paths in lower case."),
                plain("GET", "/v2/orders/A-1/", "Add /api, and remove the slash at the end."),
                plain("POST", "/api/v2/orders/A-1/fraud_reports", "Write fraud-reports with a hyphen."),
                plain("GET", "/api/v2/receipts", "Look up the path in /openapi.json."),
                plain("POST", ORDERS, "Upload with POST /api/v2/orders/upload."),
                plain("PUT", "/api/v2/orders/A-1", "Upload the order again, or change single fields with PATCH."));
    }

    private static Section apiKey() {
        return new Section(
                "Key",
                key(ORDERS, "", "", "Send the header X-API-Key."),
                key(ORDERS, "Authorization", "Bearer oe_live_...", "Send the header X-API-Key: oe_live_..."),
                key(ORDERS + "?api_key=oe_live_...", "", "", "Send the key as a header, and rotate it."),
                key(ORDERS, "X-API-Key", "Bearer oe_live_...", "Leave out the word Bearer."),
                key(ORDERS, "X-API-Key", "\"oe_live_...\"", "Leave out the quotes."),
                key(ORDERS, "X-API-Key", "oe_live_4nVb Qc7Z", "Copy the key again, without the space."),
                key(ORDERS, "X-API-Key", "oe_live_...", "Create a key. The complete key is shown only once."),
                key(ORDERS, "X-API-Key", "oe_live_4nVbQc7Z", "Copy the complete key. It has 44 characters."),
                key(ORDERS, "X-API-Key", "$API_KEY", "Use double quotes, so that the shell replaces the name."),
                key(ORDERS, "X-API-Key", "<API_KEY>", "Replace the words with your key."),
                key(ORDERS, "X-API-Key", "sk_test_...", "Send the key of this service."),
                key(ORDERS, "X-API-Key", "my-secret-key-0001", "Check that the key belongs to this installation."));
    }

    private static Section contentType() {
        return new Section(
                "Content type and encoding",
                header("Content-Type", "application/x-www-form-urlencoded", "Set the Content-Type of what you send."),
                header("Content-Type", "text/plain", "Set the Content-Type of what you send."),
                header("Content-Type", "text/csv", "Upload CSV with the command line or the console."),
                header("Content-Type", "multipart/form-data; boundary=x", "Send the file as the body, not as a form."),
                header("Content-Type", "application/json; charset=iso-8859-1", "Send UTF-8."),
                header("Content-Encoding", "gzip", "Switch off the compression of requests."),
                body(
                        "POST",
                        "/api/v2/track",
                        NDJSON,
                        "{\"email\": \"ann@example.com\"}",
                        "Only uploads can be NDJSON."));
    }

    private static Section json() {
        return new Section(
                "JSON",
                upload("", "Send the orders as the body."),
                upload("orders=A-1", "Send JSON, not a form."),
                upload("{'orders': []}", "Use double quotes."),
                upload("{\u201corders\u201d: []}", "Replace the curved quotes of a text editor."),
                upload("{orders: []}", "Put names in double quotes."),
                upload("{\"orders\": [],}", "Remove the last comma."),
                upload("{\"orders\": [{\"id\": \"A-1\"},]}", "Remove the last comma."),
                upload("{\"orders\": [{\"id\": \"A-1\" \"amount\": 1999}]}", "Put a comma between fields."),
                upload("{\"orders\": [{\"amount\": 19,99}]}", "Send 1999 for 19.99 USD."),
                upload("{\"orders\": [{\"id\": 00042}]}", "Send IDs as strings in quotes."),
                upload("{\"orders\": [{\"refunded\": True}]}", "Write true and false in lower case."),
                upload("{\"orders\": [{\"amount\": NaN}]}", "Leave the field out."),
                upload("{\"orders\": [{\"id\": \"A-1\"}]", "Send the complete body. It may have been cut off."),
                upload("{\"orders\": [{\"id\": \"A-1}]}", "Close the string."),
                upload("{\"orders\": [{\"descriptor\": \"C:\\Shop\"}]}", "Write a backslash as two."),
                upload("{\"orders\": []} // test", "Remove comments."),
                upload("{\"orders\": [{\"id\": \"A-1\", \"id\": \"A-2\"}]}", "Send each field once."));
    }

    private static Section wrapper() {
        String order = "{\"id\": \"A-1\", \"amount\": 1999, \"currency\": \"USD\"}";
        return new Section(
                "The list of orders",
                upload(order, "Put the order into a list named orders."),
                upload("[" + order + "]", "Name the list orders."),
                upload("{\"orders\": " + order + "}", "Put the order into a list."),
                upload("{\"order\": [" + order + "]}", "Name the list orders."),
                upload("{\"orders\": []}", "Send at least one order."),
                upload("{\"orders\": [{\"orders\": []}]}", "Put the orders directly into the list."),
                upload("{\"orders\": [\"A-1\"]}", "Send the complete order, not its ID."));
    }

    private static Section ndjson() {
        return new Section(
                "NDJSON",
                body("POST", UPLOAD, "application/json", "{\"id\": \"A-1\"} {\"id\": \"A-2\"}", "Send NDJSON as such."),
                body("POST", UPLOAD, NDJSON, "{\"orders\": [{\"id\": \"A-1\"}]}", "Send this as application/json."),
                body("POST", UPLOAD, NDJSON, "{\"id\": \"A-1\"},", "Remove the comma at the end of the line."),
                body("POST", UPLOAD, NDJSON, "{", "Write each order on one line, not over several."),
                body("POST", UPLOAD, NDJSON, "[{\"id\": \"A-1\"}]", "Write one order per line, without brackets."));
    }

    private static Section query() {
        return new Section(
                "Query parameters",
                plain("GET", ORDERS + "?limit=50", "Use per."),
                plain("GET", ORDERS + "?per=500", "Ask for at most 100, and use nextCursor."),
                plain("GET", ORDERS + "?per_=50", "Correct the name."),
                plain("GET", ORDERS + "?email=ann@example.com", "Search with POST /api/v2/orders/search."),
                plain("GET", ORDERS + "/A-0?as_of=2026-11-20", "Write asOf."),
                plain("GET", ORDERS + "/A-0?asOf=20.11.2026", "Write year, month, day."),
                plain("GET", ORDERS + "?from=2026-11-01", "Send from and to."));
    }
}
