package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.console.FileUpload.RejectedFile;
import org.orderevidence.console.FileUpload.UploadResult;
import org.orderevidence.http.ServedApi;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.webhook.SignedWebhooks;
import tools.jackson.databind.JsonNode;

/** The pages that change settings and upload files: what they do, and what they refuse. */
class SettingsAndUploadTest extends PageSetup {
    private static final String HOSTILE = "<script>alert(1)</script>\u202e\"'";
    private static final Pattern NEW_KEY = Pattern.compile("id=\"new-key\"[^>]*value=\"(oe_[^\"]+)\"");
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

    /** Connects a platform and returns the path of the page about it. */
    private String connected(String platform, String secret) {
        return client.post("/console/settings/integrations", Map.of("platform", platform, "secret", secret))
                .is(303)
                .header("location")
                .replaceFirst("\\?.*", "");
    }

    @Test
    void anIntegrationShowsItsAddressAndWhetherEventsArrive() {
        String secret = "whsec_" + "address".repeat(6);
        String path = connected("stripe", secret);
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

    @Test
    void aRequestForDataLeadsToTheCustomerAndIsMarkedAsDone() {
        String secret = "shpss_" + "request".repeat(6);
        String path = connected("shopify", secret);
        String address = "/api/v2/integrations/shopify/" + path.substring(path.lastIndexOf('/') + 1);
        byte[] event = Samples.bytes("shopify/customers-data-request");
        client.send(HttpRequest.newBuilder(URI.create(service.url() + address))
                        .header("X-Shopify-Topic", "customers/data_request")
                        .header("X-Shopify-Hmac-SHA256", SignedWebhooks.shopifySignature(secret, event))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(event)))
                .is(200);
        service.served().webhooks().worker().pass();

        Page page = client.get(path).is(200);

        assertTrue(page.words().contains("Give a customer the data"), page::words);
        assertTrue(page.html().contains("name=\"email\" value=\"ann@example.com\""), page::html);
        Matcher done = Pattern.compile("action=\"([^\"]*/done)\"").matcher(page.html());
        assertTrue(done.find());
        String after = client.post(done.group(1), Map.of()).is(200).words();
        assertTrue(after.contains("The task is done. Its personal data is erased."), after);
        assertFalse(after.contains("Give a customer the data"), after);
    }

    private Page upload(String path, String file) {
        return client.upload(path, client.csrf(), Map.of(), "orders.csv", file.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aFileIsUploadedAndItsRejectedRowsAndItsWarningsAreShown() {
        client.get("/console/upload").is(200);

        Page result = upload("/console/upload", ORDERS).is(200);

        shop.get("/api/v2/orders/U-1").is(200);
        shop.get("/api/v2/orders/U-2").is(404);
        assertTrue(result.html().contains("U-2"), result::html);
        assertTrue(result.html().contains("amount"), result::html);
        assertTrue(
                result.words().contains("Stored with warnings Line Order Reason 2 U-1 cardFingerprint"), result::words);
    }

    @Test
    void anOrderOfSeveralRowsIsThereWithAllOfThem() {
        RejectedFile file = new RejectedFile(List.of("id", "item"));
        UploadResult.Faulty rejected =
                new UploadResult.Faulty(2, "A-1", List.of(new UploadResult.Reason("currency", "is required")));

        file.add(rejected, List.of(List.of("A-1", "Mug"), List.of("A-1", "4111 1111 1111 1111"), List.of("", "Tray")));

        String text = file.link().substring(file.link().indexOf(',') + 1);
        assertEquals(
                """
                Rejected line,Rejected field,Rejected reason,id,item
                2,currency,is required,A-1,Mug
                ,,,A-1,
                ,,,,Tray
                """,
                new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8)
                        .replace("\r\n", "\n")
                        .replace("\"", ""));
    }

    @Test
    void anUploadIsUndoneAfterAWordOfWhatIsRemoved() {
        client.get("/console/upload").is(200);
        Page result = upload("/console/upload", ORDERS + "U-3,5,USD,2026-11-01T10:00:00Z,\n")
                .is(200);
        assertTrue(result.words().contains("This upload has created 2 orders. Undo removes"), result::words);
        shop.patch("/api/v2/orders/U-3", "{\"arn\": \"74537604221222132710415\"}")
                .is(200);
        try (ConsoleClient reader = new ConsoleClient(service.url()).signIn(key(Scope.READ))) {
            Page listed = reader.get("/console/upload/earlier").is(200);
            assertTrue(listed.words().matches(".* 2026-11-20 12:00 UTC \\S+ 2 2 –.*"), listed::words);
            reader.post("/console/upload/earlier/x/undo", Map.of()).is(403);
        }
        Matcher action =
                Pattern.compile("action=\"(/console/upload/earlier/[^\"]+)").matcher(result.html());
        assertTrue(action.find());

        Page undone = client.post(action.group(1), Map.of()).is(200);

        assertTrue(undone.words().contains("1 order was removed. 1 order stays."), undone::words);
        assertTrue(
                undone.words().contains("U-3 Another upload, a platform or a person has changed it."), undone::words);
        assertTrue(undone.words().contains("2 2 Undone 2026-11-20 12:00 UTC"), undone::words);
        shop.get("/api/v2/orders/U-1").is(404);
        shop.get("/api/v2/orders/U-3").is(200);
        client.post("/console/upload/earlier/unknown/undo", Map.of()).is(404);
    }

    @Test
    void aPreviewShowsTheColumnsAndStoresNothing() {
        client.get("/console/upload").is(200);

        Page preview = upload("/console/upload/preview", ORDERS).is(200);

        assertTrue(preview.html().contains("transactionDate"), preview::html);
        shop.get("/api/v2/orders/U-1").is(404);
    }

    @Test
    void aFileOfMillionsOfEmptyRecordsIsNotReadToItsEnd() {
        client.get("/console/upload").is(200);
        String file = "[{}" + ",[]".repeat(1_000_000) + "]";

        Page result = upload("/console/upload", file).is(200);

        assertTrue(result.html().contains("More than 20000 records were rejected"), result::html);
    }

    /** Each column of a preview has a list of all fields: thousands of them would be a page of 15 MB. */
    @Test
    void aPreviewOfTooManyColumnsIsRefused() {
        client.get("/console/upload").is(200);
        String file = "id" + ",x".repeat(500) + "\n";

        Page refused = upload("/console/upload/preview", file).is(422);

        assertTrue(refused.html().contains("more than 500 columns"), refused::html);
    }

    @Test
    void aFileWithoutTheTokenIsRefused() {
        client.upload("/console/upload", "wrong", Map.of(), "orders.csv", ORDERS.getBytes(StandardCharsets.UTF_8))
                .is(403);
        shop.get("/api/v2/orders/U-1").is(404);
    }

    @ParameterizedTest
    @EnumSource
    void theCommandUploadsIt(File file) throws IOException {
        Path path = Files.write(folder.resolve(file.file), file.bytes());
        Path key = Files.writeString(folder.resolve("key"), shop.key().text() + "\n");
        List<String> args = new ArrayList<>(List.of("orders", "upload", path.toString(), "--restart"));
        file.answers.forEach((name, value) -> args.addAll(List.of("--" + name, value)));
        args.addAll(List.of("--url", service.url(), "--key-file", key.toString()));
        TestTerminal terminal = new TestTerminal();

        assertEquals(file.rejected.isEmpty() ? 0 : 1, terminal.run(args.toArray(String[]::new)), terminal::err);
        assertStored(file);

        TestTerminal preview = new TestTerminal();
        args.add("--preview");
        assertEquals(file.rejected.isEmpty() ? 0 : 1, preview.run(args.toArray(String[]::new)), preview::err);
        assertTrue(preview.out().contains(", " + file.rejected.size() + " would be rejected."), preview::out);
    }

    @ParameterizedTest
    @EnumSource
    void theConsoleUploadsIt(File file) throws IOException {
        client.signIn(service.served().key(shop.account(), Mode.LIVE, Scope.ADMIN));
        client.get("/console/upload").is(200);

        Page preview = upload("/console/upload/preview", file).is(200);
        Page result = upload("/console/upload", file).is(200);

        file.rejected.forEach(id -> assertTrue(preview.html().contains("would be rejected"), preview::html));
        file.rejected.forEach(id -> assertTrue(result.html().contains(id), result::html));
        assertStored(file);
    }

    private Page upload(String path, File file) throws IOException {
        return client.upload(path, client.csrf(), file.answers, file.file, file.bytes());
    }

    private void assertStored(File file) {
        file.orders.forEach((id, fields) -> {
            String answer =
                    shop.get("/api/v2/orders/" + id.replace("#", "%23")).is(200).text();
            JsonNode order = Json.read(answer.getBytes(StandardCharsets.UTF_8));
            fields.lines().forEach(line -> {
                String pointer = line.substring(0, line.indexOf(' '));
                assertEquals(
                        line.substring(line.indexOf(' ') + 1),
                        order.at(pointer).asString(""),
                        () -> id + " " + pointer + " of " + order.at("/charge") + order.at("/digitalReceipt"));
            });
        });
        file.rejected.forEach(id -> shop.get("/api/v2/orders/" + id).is(404));
    }

    /** A file, the answers that it needs, the rejected ones of its orders, and fields of the others. */
    @SuppressWarnings("ImmutableEnumChecker") // Its maps and lists are immutable.
    enum File {
        WOOCOMMERCE(
                "woocommerce.csv",
                Map.of("zone", "America/New_York"),
                List.of("503"),
                Map.of("501", """
                        /charge/amount 4250
                        /charge/currency EUR
                        /charge/transactionDate 2026-11-01T15:22:33Z
                        /charge/status succeeded
                        /charge/customerAccountId 17
                        /charge/ip 203.0.113.7
                        /digitalReceipt/accountProfile/email ann@example.com
                        /digitalReceipt/accountProfile/name/familyName Lee
                        /digitalReceipt/accountProfile/accountBillingAddress/postalCode D02 X285
                        /digitalReceipt/order/orderItems/0/productName Mug
                        /digitalReceipt/order/orderItems/0/quantity 2
                        /digitalReceipt/order/orderItems/0/productPrice 30.00
                        /digitalReceipt/order/orderItems/1/productName Tea
                        /digitalReceipt/order/orderItems/1/productPrice 7.50
                        /digitalReceipt/order/orderItems/2\s
                        """, "502", """
                        /charge/amount 123456
                        /charge/status succeeded
                        /charge/refunded true
                        /charge/customerAccountId\s
                        """, "504", """
                        /charge/status failed
                        """)),
        SHOPIFY("shopify.csv", Map.of(), List.of(), Map.of("#1001", """
                        /charge/amount 4250
                        /charge/refundedAmount 1000
                        /charge/status succeeded
                        /charge/transactionDate 2026-01-01T10:59:58Z
                        /charge/fulfilledAt 2026-01-03T08:00:00Z
                        /digitalReceipt/accountProfile/name/givenName Ann
                        /digitalReceipt/accountProfile/accountBillingAddress/postalCode 01234
                        /digitalReceipt/order/orderItems/0/productName Mug - Blue
                        /digitalReceipt/order/orderItems/0/productPrice 30.00
                        /digitalReceipt/order/orderItems/1/productName Tea
                        /digitalReceipt/order/orderItems/1/productPrice 13.50
                        """)),
        STRIPE("stripe.csv", Map.of(), List.of(), Map.of("A-1001", """
                        /charge/amount 4250
                        /charge/currency EUR
                        /charge/refundedAmount 1000
                        /charge/status succeeded
                        /charge/transactionDate 2026-01-01T00:00:00Z
                        /charge/last4 4242
                        /charge/bin 424242
                        /charge/ip 203.0.113.7
                        /charge/customerAccountId ann-17
                        /charge/deviceId device-1
                        """, "A-1002", """
                        /charge/amount 1500
                        /charge/currency JPY
                        /charge/transactionDate 2026-01-02T08:30:00Z
                        """)),
        EXCEL(
                "excel.csv",
                Map.of("currency", "EUR", "zone", "Europe/Berlin", "date-format", "dd.MM.yyyy HH:mm"),
                List.of("X-3"),
                Map.of("X-1", """
                        /charge/amount 123456
                        /charge/currency EUR
                        /charge/transactionDate 2026-11-05T09:22:00Z
                        /charge/status succeeded
                        /digitalReceipt/accountProfile/name/givenName Ann
                        /charge/last4 4242
                        """, "X-2", """
                        /charge/amount 2000
                        /charge/status failed
                        """)),
        LATIN1("latin1.csv", Map.of("encoding", "ISO-8859-1"), List.of(), Map.of("L-1", """
                        /charge/amount 1999
                        /digitalReceipt/accountProfile/name/givenName J\u00fcrgen
                        /digitalReceipt/accountProfile/name/familyName Gro\u00df
                        /digitalReceipt/accountProfile/accountBillingAddress/city M\u00fcnchen
                        """, "L-2", """
                        /charge/amount 2000
                        /digitalReceipt/accountProfile/name/familyName Ren\u00e9e
                        """));

        private final String file;
        private final Map<String, String> answers;
        private final List<String> rejected;
        private final Map<String, String> orders;

        File(String file, Map<String, String> answers, List<String> rejected, Map<String, String> orders) {
            this.file = file;
            this.answers = answers;
            this.rejected = rejected;
            this.orders = orders;
        }

        private byte[] bytes() throws IOException {
            try (InputStream in =
                    Objects.requireNonNull(SettingsAndUploadTest.class.getResourceAsStream("/upload/csv/" + file))) {
                return in.readAllBytes();
            }
        }
    }
}
