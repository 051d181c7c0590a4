package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.webhook.SignedWebhooks;

/** The pages that change settings and upload files: what they do, and what they refuse. */
class SettingsAndUploadTest extends PageSetup {
    private static final String HOSTILE = "<script>alert(1)</script>\u202e\"'";
    private static final Pattern NEW_KEY = Pattern.compile("id=\"new-key\"[^>]*value=\"(oe_[^\"]+)\"");
    private static final Pattern KEY_ID =
            Pattern.compile("id=\"made\">.*Your new key ([a-z0-9_]+)</h2>", Pattern.DOTALL);
    private static final String ORDERS = """
            id,amount,currency,transactionDate,note
            U-1,1999,USD,2026-11-01T10:00:00Z,=1+1
            U-2,-5,USD,2026-11-01T10:00:00Z,=1+1
            """;

    @BeforeEach
    void signIn() {
        client.signIn(key(Scope.ADMIN));
    }

    private ApiKey key(Scope scope) {
        return service.served().key(shop.account(), Mode.LIVE, scope);
    }

    private static String found(Pattern pattern, Page page) {
        Matcher match = pattern.matcher(page.html());
        assertTrue(match.find(), page::html);
        return match.group(1);
    }

    private Page createKey(String label) {
        return client.post("/console/settings/keys", Map.of("label", label, "scope-read", "1"))
                .is(201);
    }

    @Test
    void aNewKeyIsShownOnceAndWorks() {
        client.get("/console/settings/keys").is(200);

        String key = found(NEW_KEY, createKey("checkout"));

        shop.with(new ApiKey(key)).get("/api/v2/orders").is(200);
        Page list = client.get("/console/settings/keys").is(200);
        assertTrue(list.html().contains("checkout"), list::html);
        assertFalse(list.html().contains(key), list::html);
    }

    @Test
    void aRotatedKeyEndsAtOnceIfNoTimeIsGiven() {
        Page created = createKey("checkout");
        String before = found(NEW_KEY, created);
        String path = "/console/settings/keys/" + found(KEY_ID, created);
        client.get(path).is(200);

        String after = found(
                NEW_KEY, client.post(path + "/rotate", Map.of("grace", "0")).is(201));

        shop.with(new ApiKey(before)).get("/api/v2/orders").is(401);
        shop.with(new ApiKey(after)).get("/api/v2/orders").is(200);
    }

    @Test
    void aHostileNameIsShownAsText() {
        client.post("/console/settings/profile", Map.of("merchantInfo.name", HOSTILE, "category", ""))
                .is(200);

        Page page = client.get("/console/settings/profile").is(200);

        assertFalse(page.html().contains("<script>alert"), page::html);
        assertTrue(page.html().contains("&lt;script>alert(1)&lt;/script>"), page::html);
    }

    @Test
    void aSecretOfAnIntegrationIsNeverShown() {
        String secret = "whsec_" + "s3cret".repeat(6);
        client.post("/console/settings/integrations", Map.of("platform", "stripe", "secret", secret));

        Page list = client.get("/console/settings/integrations").is(200);

        assertTrue(list.html().contains("/api/v2/integrations/stripe/"), list::html);
        assertFalse(list.html().contains(secret), list::html);
    }

    @ParameterizedTest
    @CsvSource({
        "stripe, orderIdKey trustClientReference, Workbench",
        "shopify, accountsRequired, Notifications",
        "adyen, basicUser basicPassword automaticCapture, HMAC key"
    })
    void theFormHasTheFieldsOfOnePlatformAndThreeSteps(String platform, String fields, String step) {
        String html = client.get("/console/settings/integrations?platform=" + platform)
                .is(200)
                .html();

        Set<String> names = Pattern.compile("name=\"([a-zA-Z]+)\"")
                .matcher(html.substring(html.indexOf("id=\"add\"")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        Set<String> expected = new HashSet<>(Set.of("csrf", "platform", "secret", "orderIdPrefix"));
        expected.addAll(List.of(fields.split(" ")));
        assertEquals(expected, names);
        String steps = html.substring(html.indexOf("<ol class=\"connect\">"), html.indexOf("</ol>"));
        assertEquals(3, steps.split("<li>").length - 1);
        assertTrue(steps.contains(step), steps);
    }

    @Test
    void aRefusedIntegrationKeepsThePlatformOfItsForm() {
        Page page = client.post(
                        "/console/settings/integrations",
                        Map.of("platform", "adyen", "secret", "no hex", "basicUser", "a", "basicPassword", "b"))
                .is(422);

        assertTrue(page.html().contains("name=\"basicUser\""), page::html);
    }

    @Test
    void anIntegrationShowsItsAddressAndWhetherEventsArrive() {
        String secret = "whsec_" + "address".repeat(6);
        String path = client.post("/console/settings/integrations", Map.of("platform", "stripe", "secret", secret))
                .is(303)
                .header("location")
                .replaceFirst("\\?.*", "");
        String address = "/api/v2/integrations/stripe/" + path.substring(path.lastIndexOf('/') + 1);

        Page quiet = client.get(path).is(200);
        assertTrue(quiet.html().contains("value=\"" + service.url() + address + "\""), quiet::html);
        assertTrue(quiet.words().contains("Last event none in the last 28 days"), quiet::words);
        assertTrue(quiet.words().contains("No event yet"), quiet::words);

        byte[] event = """
                {"id": "evt_1", "type": "charge.nothing", "livemode": true, "created": 1795170000, "data": {"object": {}}}""".getBytes(StandardCharsets.UTF_8);
        client.send(HttpRequest.newBuilder(URI.create(service.url() + address))
                        .header("Stripe-Signature", SignedWebhooks.stripeSignature(secret, event, ServedApi.NOW))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(event)))
                .is(200);
        service.served().webhooks().worker().pass();

        String words = client.get(path).words();
        assertTrue(words.contains("charge.nothing unknown_type"), words);
        assertTrue(words.contains("Last event charge.nothing, 2026-11-20 12:00 UTC"), words);
        assertFalse(words.contains("No event yet"), words);
    }

    private Page upload(ConsoleClient from, String path, String csrf, String file) {
        String boundary = "----test";
        String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + csrf + "\r\n--"
                + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"orders.csv\"\r\n"
                + "Content-Type: text/csv\r\n\r\n" + file + "\r\n--" + boundary + "--\r\n";
        return from.send(from.request(path)
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofString(body)));
    }

    @Test
    void aFileIsUploadedAndItsRejectedRowsAreShown() {
        client.get("/console/upload").is(200);

        Page result = upload(client, "/console/upload", client.csrf(), ORDERS).is(200);

        shop.get("/api/v2/orders/U-1").is(200);
        shop.get("/api/v2/orders/U-2").is(404);
        assertTrue(result.html().contains("U-2"), result::html);
        assertTrue(result.html().contains("amount"), result::html);
    }

    @Test
    void aPreviewShowsTheColumnsAndStoresNothing() {
        client.get("/console/upload").is(200);

        Page preview =
                upload(client, "/console/upload/preview", client.csrf(), ORDERS).is(200);

        assertTrue(preview.html().contains("transactionDate"), preview::html);
        shop.get("/api/v2/orders/U-1").is(404);
    }

    @Test
    void aFileOfMillionsOfEmptyRecordsIsNotReadToItsEnd() {
        client.get("/console/upload").is(200);
        String file = "[{}" + ",[]".repeat(1_000_000) + "]";

        Page result = upload(client, "/console/upload", client.csrf(), file).is(200);

        assertTrue(result.html().contains("More than 20000 records were rejected"), result::html);
    }

    /** Each column of a preview has a list of all fields: thousands of them would be a page of 15 MB. */
    @Test
    void aPreviewOfTooManyColumnsIsRefused() {
        client.get("/console/upload").is(200);
        String file = "id" + ",x".repeat(500) + "\n";

        Page refused =
                upload(client, "/console/upload/preview", client.csrf(), file).is(422);

        assertTrue(refused.html().contains("more than 500 columns"), refused::html);
    }

    @Test
    void aFileWithoutTheTokenIsRefused() {
        upload(client, "/console/upload", "wrong", ORDERS).is(403);
        shop.get("/api/v2/orders/U-1").is(404);
    }
}
