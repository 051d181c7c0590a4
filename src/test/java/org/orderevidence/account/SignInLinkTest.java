package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.App;
import org.orderevidence.installation.Config;
import org.orderevidence.transfer.WholeStores;

/** The link that {@code demo} prints signs in to the console once. */
class SignInLinkTest {
    @TempDir
    private Path folder;

    @Test
    void theLinkSignsInOnceAtTheAddressOfTheService() throws IOException, InterruptedException {
        Config config = WholeStores.configOfService(folder, "sqlite:" + folder.resolve("evidence.db"));
        try (App app = App.start(config);
                HttpClient client = HttpClient.newHttpClient()) {
            ApiKey key = app.firstKey().orElseThrow().key();
            URI link = app.signInLink(key).orElseThrow();

            String base = "http://127.0.0.1:" + app.port();
            HttpResponse<String> page = send(client, HttpRequest.newBuilder(link));
            HttpResponse<String> first = signIn(client, base, link);
            HttpResponse<String> second = signIn(client, base, link);

            assertTrue(link.toString().startsWith(base + "/console/sign-in?code="));
            assertEquals(200, page.statusCode(), "a program that only looks at the link does not use it up");
            assertEquals(303, first.statusCode(), first::body);
            String cookie = first.headers().firstValue("Set-Cookie").orElse("");
            assertTrue(cookie.contains("HttpOnly"), cookie);
            assertTrue(cookie.contains("SameSite=Lax"), cookie);
            assertEquals(Optional.empty(), second.headers().firstValue("Set-Cookie"));
        }
    }

    /** Sends the form of the page. */
    private static HttpResponse<String> signIn(HttpClient client, String base, URI link)
            throws IOException, InterruptedException {
        HttpRequest.Builder form = HttpRequest.newBuilder(URI.create(base + "/console/sign-in"))
                .header("Origin", base)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(link.getQuery()));
        return send(client, form);
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
