package org.orderevidence;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.orderevidence.webhook.SignedWebhooks;
import tools.jackson.databind.json.JsonMapper;

/** Asks a service, as an integrator would. */
final class ServiceClient {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;
    private final String key;

    ServiceClient(ServeProcess service) throws IOException {
        this(service, service.key());
    }

    ServiceClient(ServeProcess service, String key) {
        this(service.port(), key);
    }

    /** A client with the first key of a service in this process. */
    ServiceClient(App service) {
        this(service.port(), service.firstKey().orElseThrow().key().text());
    }

    ServiceClient(int port, String key) {
        this.address = "http://127.0.0.1:" + port;
        this.key = key;
    }

    /** An answer. */
    record Answer(int status, String retryAfter, String body) {}

    Answer upload(Upload upload) throws IOException, InterruptedException {
        return uploadText(upload.body());
    }

    /** Uploads an order with this amount and a card. */
    Answer upload(String id, int amount) throws IOException, InterruptedException {
        return uploadText("{\"orders\": [{\"id\": \"" + id + "\", \"amount\": " + amount + ", \"currency\": \"USD\","
                + " \"transactionDate\": \"2026-11-01\", \"cardFingerprint\": \"card_7Jk2mQ9x\"}]}");
    }

    Answer uploadText(String body) throws IOException, InterruptedException {
        return post("/api/v2/orders/upload", body);
    }

    Answer patch(String id, String body) throws IOException, InterruptedException {
        return send(request("/api/v2/orders/" + id)
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Adds an integration of Stripe; returns the path of its webhooks. */
    String addStripe(String secret) throws IOException, InterruptedException {
        Answer added = post("/api/v2/integrations", "{\"platform\": \"stripe\", \"secret\": \"" + secret + "\"}");
        return JsonMapper.shared().readTree(added.body()).path("path").asString();
    }

    /** Sends a webhook of Stripe; returns the status. */
    int deliver(String path, String secret, byte[] event) throws IOException, InterruptedException {
        return send(request(path)
                        .header("Stripe-Signature", SignedWebhooks.stripeSignature(secret, event, Instant.now()))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(event)))
                .status();
    }

    Answer erase(String id) throws IOException, InterruptedException {
        return send(request("/api/v2/orders/" + id).DELETE());
    }

    Answer eraseCustomer(String email) throws IOException, InterruptedException {
        return post("/api/v2/customers/erase", "{\"email\":\"" + email + "\"}");
    }

    Answer fetch(String id) throws IOException, InterruptedException {
        return get("/api/v2/orders/" + id);
    }

    Answer ready() throws IOException, InterruptedException {
        return get("/readyz");
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    Answer post(String path, String body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .header("X-API-Key", key)
                .timeout(PATIENCE);
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(
                answer.statusCode(), answer.headers().firstValue("Retry-After").orElse(""), answer.body());
    }
}
