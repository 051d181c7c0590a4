package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.ApiKey;

/** What a browser sends, without a browser: keeps the cookie and the CSRF token, and follows no redirect. */
public final class ConsoleClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String PART = "------test\r\nContent-Disposition: form-data; ";
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private String cookie = "";
    private String csrf = "";

    public ConsoleClient(String url) {
        this.url = url;
    }

    /** A page or a redirect. */
    public record Page(int status, Map<String, String> headers, String html) {
        /** Asserts the status. */
        public Page is(int expected) {
            assertEquals(expected, status, html);
            return this;
        }

        /** Asserts a redirect to this path. */
        public Page leadsTo(String path) {
            is(303);
            assertEquals(path, header("location"));
            return this;
        }

        public String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** Returns the words of the page with one blank between them. */
        public String words() {
            return html.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
        }
    }

    /** Signs in with a key. */
    public ConsoleClient signIn(ApiKey key) {
        post("/console/sign-in", Map.of("key", key.text())).leadsTo("/console/start");
        get("/console").is(200);
        return this;
    }

    public Page get(String path) {
        return send(request(path).GET());
    }

    /** Sends a form of the console, with the CSRF token of the last page. */
    public Page post(String path, Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.putIfAbsent("csrf", csrf);
        return send(form(path, all).header("Sec-Fetch-Site", "same-origin"));
    }

    /** Returns a form exactly as given, to which headers can be added. */
    public HttpRequest.Builder form(String path, Map<String, String> fields) {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body));
    }

    /** Sends a form with a file, with this CSRF token and other fields. */
    Page upload(String path, String token, Map<String, String> fields, String name, byte[] file) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("csrf", token);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        all.forEach((field, value) -> body.writeBytes(
                (PART + "name=\"" + field + "\"\r\n\r\n" + value + "\r\n").getBytes(StandardCharsets.UTF_8)));
        body.writeBytes((PART + "name=\"file\"; filename=\"" + name + "\"\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        body.writeBytes(file);
        body.writeBytes("\r\n------test--\r\n".getBytes(StandardCharsets.UTF_8));
        return send(request(path)
                .header("Content-Type", "multipart/form-data; boundary=----test")
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE).header("Accept", "text/html");
        return cookie.isEmpty() ? request : request.header("Cookie", cookie);
    }

    public Page send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            Map<String, String> headers = new LinkedHashMap<>();
            response.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
            Page page = new Page(response.statusCode(), headers, response.body());
            remember(page);
            return page;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void remember(Page page) {
        String set = page.header("set-cookie");
        if (!set.isEmpty()) {
            cookie = set.contains("Max-Age=0") ? "" : set.substring(0, set.indexOf(';'));
        }
        Matcher token = CSRF.matcher(page.html());
        if (token.find()) {
            csrf = token.group(1);
        }
    }

    /** Returns the cookie as a browser would send it; empty if there is none. */
    public String cookie() {
        return cookie;
    }

    /** Sets or removes the cookie. */
    public void cookie(@Nullable String changed) {
        cookie = changed == null ? "" : changed;
    }

    /** Returns the CSRF token of the last page. */
    public String csrf() {
        return csrf;
    }

    @Override
    public void close() {
        client.close();
    }
}
