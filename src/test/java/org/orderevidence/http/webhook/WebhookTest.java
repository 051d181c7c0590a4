package org.orderevidence.http.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.ServedApi.NOW;
import static org.orderevidence.webhook.SignedWebhooks.ADYEN_PASSWORD;
import static org.orderevidence.webhook.SignedWebhooks.ADYEN_USER;
import static org.orderevidence.webhook.SignedWebhooks.stripeSignature;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.api.Shop;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.RawClient;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.IntegrationStore.Listing;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.SignedWebhooks;

/** Webhooks, byte by byte. */
class WebhookTest extends OnSqlite {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final AtomicInteger SECRETS = new AtomicInteger();
    private static final byte[] CHARGE = Samples.bytes("stripe/charge-succeeded");
    private static String refusal = "";

    /** An integration and its secret. The service that serves it has never seen others. */
    private record Connected(ServedApi api, Shop shop, Integration integration, String secret)
            implements AutoCloseable {
        Reply post(byte[] body, String headers) {
            return post(api, integration.path(), body, headers);
        }

        static Reply post(ServedApi api, String path, byte[] body, String headers) {
            try (RawClient client = new RawClient(api.port())) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: x\r\n" + headers + "Content-Length: " + body.length
                        + "\r\nConnection: close\r\n\r\n" + new String(body, StandardCharsets.ISO_8859_1));
                return client.read();
            }
        }

        Reply stripe(byte[] body, Instant signedAt) {
            return post(body, "Stripe-Signature: " + stripeSignature(secret, body, signedAt) + "\r\n");
        }

        /** Maps what arrived, and returns what changed nothing. */
        Listing<UnmappedEvent> unmapped() {
            api.webhooks().worker().pass();
            return api.webhooks().inbox().unmapped(integration.id(), null, 100);
        }

        @Override
        public void close() {
            api.close();
        }
    }

    private static Connected connect(Platform platform) {
        return connect(platform, Mode.LIVE);
    }

    private static Connected connect(Platform platform, Mode mode) {
        ServedApi api = ServedApi.start(service.store(), DefaultLimits.DEFAULTS);
        Shop shop = api.newShop();
        String number = "%04d".formatted(SECRETS.incrementAndGet());
        String secret = platform == Platform.ADYEN ? "ABCD" + number : "whsec_" + number;
        IntegrationSecrets secrets = new IntegrationSecrets(
                new SecretText(secret),
                null,
                platform == Platform.ADYEN
                        ? new IntegrationSecrets.Basic(ADYEN_USER, new SecretText(ADYEN_PASSWORD))
                        : null);
        Integrations.Change change = api.webhooks()
                .integrations()
                .add(new AccountSpace(shop.account(), mode), platform, IntegrationSettings.DEFAULTS, secrets);
        return new Connected(api, shop, ((Integrations.Change.Made) change).integration(), secret);
    }

    private static void assertRefused(Reply reply) {
        assertEquals(401, reply.status(), reply::text);
        assertEquals(refusal(), reply.text().replace(reply.text("/requestId"), ""));
    }

    /** The answer for an integration that does not exist, without the id of the request. Each has to wait, so one is asked for. */
    private static String refusal() {
        if (refusal.isEmpty()) {
            Reply unknown = Connected.post(service.served(), "/api/v2/integrations/stripe/unknown", CHARGE, "");
            assertEquals(401, unknown.status());
            assertEquals("webhook_refused", unknown.text("/code"));
            refusal = unknown.text().replace(unknown.text("/requestId"), "");
        }
        return refusal;
    }

    @Test
    void aSignedEventIsStoredAndMapped() {
        try (Connected stripe = connect(Platform.STRIPE)) {
            Reply reply = stripe.stripe(CHARGE, NOW);

            assertEquals(200, reply.status(), reply::text);
            assertEquals("[accepted]", reply.text());
            assertEquals(404, stripe.shop().get("/api/v2/orders/A-1001").status(), "not mapped yet");
            assertEquals(0, stripe.unmapped().items().size());
            Reply order = stripe.shop().get("/api/v2/orders/A-1001").is(200);
            assertTrue(order.text().contains("4250"), order::text);
            assertTrue(order.text().contains("203.0.113.7"), order::text);
        }
    }

    @Test
    void aSignatureThatIsMissingWrongOldOrFromTheFutureIsRefused() {
        try (Connected stripe = connect(Platform.STRIPE)) {
            byte[] other = Samples.bytes("stripe/charge-refunded");
            assertRefused(stripe.post(CHARGE, ""));
            assertRefused(stripe.post(CHARGE, "Stripe-Signature: \r\n"));
            assertRefused(stripe.post(CHARGE, "Stripe-Signature: t=1,v1=zz\r\n"));
            assertRefused(
                    stripe.post(CHARGE, "X-API-Key: " + stripe.shop().key().text() + "\r\n"));
            assertRefused(
                    stripe.post(CHARGE, "Stripe-Signature: " + stripeSignature(stripe.secret(), other, NOW) + "\r\n"));
            assertRefused(stripe.post(CHARGE, "Stripe-Signature: " + stripeSignature("whsec_x", CHARGE, NOW) + "\r\n"));
            assertRefused(stripe.stripe(CHARGE, NOW.minus(TOLERANCE.plusSeconds(1))));
            assertRefused(stripe.stripe(CHARGE, NOW.plus(TOLERANCE.plusSeconds(1))));
            assertEquals(200, stripe.stripe(CHARGE, NOW.minus(TOLERANCE)).status());
            assertEquals(200, stripe.stripe(CHARGE, NOW.plus(TOLERANCE)).status());
        }
    }

    @Test
    void theSignatureOfAnotherIntegrationIsRefused() {
        try (Connected one = connect(Platform.STRIPE);
                Connected other = connect(Platform.STRIPE)) {
            assertRefused(Connected.post(
                    other.api(),
                    other.integration().path(),
                    CHARGE,
                    "Stripe-Signature: " + stripeSignature(one.secret(), CHARGE, NOW) + "\r\n"));
            String path = other.integration().path().replace("stripe", "shopify");
            assertRefused(Connected.post(
                    other.api(),
                    path,
                    CHARGE,
                    "Stripe-Signature: " + stripeSignature(other.secret(), CHARGE, NOW) + "\r\n"));
        }
    }

    /** Nothing of a body is read for an integration that does not exist: the client is still asked for it. */
    @Test
    void theBodyForAnUnknownIntegrationIsNotAskedFor() {
        try (RawClient client = new RawClient(service.served().port())) {
            client.send(String.join(
                    "\r\n",
                    "POST /api/v2/integrations/stripe/unknown HTTP/1.1",
                    "Host: x",
                    "Content-Length: 900000",
                    "Expect: 100-continue",
                    "",
                    ""));

            assertEquals(401, client.read().status());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v2/integrations/stripe/UPPER",
                "/api/v2/integrations/paypal/unknown",
                "/api/v2/integrations/stripe/%2e%2e",
                "/api/v2/integrations/%41/x"
            })
    void aPathThatNoIntegrationHasIsRefusedInTheSameWay(String path) {
        assertRefused(Connected.post(service.served(), path, CHARGE, ""));
    }

    @Test
    void anotherInstanceTakesTheFirstWebhookOfANewIntegrationAndOfANewSecret() {
        try (ServedApi another = ServedApi.start(service.store(), DefaultLimits.DEFAULTS)) {
            assertRefused(Connected.post(another, "/api/v2/integrations/stripe/unknown", CHARGE, ""));
            try (Connected stripe = connect(Platform.STRIPE)) {
                String path = stripe.integration().path();
                assertEquals(
                        200,
                        Connected.post(another, path, CHARGE, signed(stripe.secret()))
                                .status());

                String changed = stripe.secret() + "new";
                stripe.api()
                        .webhooks()
                        .integrations()
                        .rotate(stripe.integration().id(), new SecretText(changed));
                assertEquals(
                        200,
                        Connected.post(another, path, CHARGE, signed(changed)).status());
                assertRefused(Connected.post(another, path, CHARGE, signed("whsec_of_another")));
            }
        }
    }

    private static String signed(String secret) {
        return "Stripe-Signature: " + stripeSignature(secret, CHARGE, NOW) + "\r\n";
    }

    @Test
    void anItemOfAdyenNeedsItsSignatureAndThePassword() {
        try (Connected adyen = connect(Platform.ADYEN)) {
            byte[] unsigned = Samples.bytes("adyen/authorisation");
            byte[] signed = SignedWebhooks.adyenBody(adyen.secret(), unsigned);
            String right = "Authorization: " + SignedWebhooks.basic(ADYEN_USER, ADYEN_PASSWORD) + "\r\n";
            String wrong = "Authorization: " + SignedWebhooks.basic(ADYEN_USER, "another") + "\r\n";

            assertRefused(adyen.post(signed, ""));
            assertRefused(adyen.post(signed, wrong));
            assertRefused(adyen.post(unsigned, wrong));
            assertRefused(adyen.post(unsigned, right));
            assertRefused(adyen.post(SignedWebhooks.adyenBody("ABCDEF", unsigned), right));
            assertRefused(adyen.post("{}".getBytes(StandardCharsets.UTF_8), right));
            Reply reply = adyen.post(signed, right);
            assertEquals("200 [accepted]", reply.status() + " " + reply.text());
        }
    }

    @Test
    void oneItemThatIsNotSignedRefusesAll() {
        try (Connected adyen = connect(Platform.ADYEN)) {
            byte[] signed = SignedWebhooks.adyenBody(adyen.secret(), Samples.bytes("adyen/several-items"));
            String text = new String(signed, StandardCharsets.UTF_8);
            int last = text.lastIndexOf("hmacSignature\":\"") + "hmacSignature\":\"".length();
            char other = text.charAt(last) == 'A' ? 'B' : 'A';
            byte[] broken =
                    (text.substring(0, last) + other + text.substring(last + 1)).getBytes(StandardCharsets.UTF_8);
            String basic = "Authorization: " + SignedWebhooks.basic(ADYEN_USER, ADYEN_PASSWORD) + "\r\n";

            assertRefused(adyen.post(broken, basic));
            assertEquals(200, adyen.post(signed, basic).status());
        }
    }

    @Test
    void aSignedWebhookOfShopifyIsMapped() {
        try (Connected shopify = connect(Platform.SHOPIFY)) {
            byte[] body = Samples.bytes("shopify/orders-create");
            String headers = "X-Shopify-Topic: orders/create\r\nX-Shopify-Hmac-SHA256: "
                    + SignedWebhooks.shopifySignature(shopify.secret(), body) + "\r\n";

            assertRefused(shopify.post(body, "X-Shopify-Topic: orders/create\r\n"));
            assertEquals(200, shopify.post(body, headers).status());
            assertEquals(0, shopify.unmapped().items().size());
        }
    }

    @Test
    void aBodyHasAtMostFourMegabytesAndALargerOneIsListedOnceADay() {
        try (Connected stripe = connect(Platform.STRIPE)) {
            byte[] largest = padded(Webhook.MAX_BODY_BYTES);
            byte[] larger = padded(Webhook.MAX_BODY_BYTES + 1);

            assertEquals(200, stripe.stripe(largest, NOW).status());
            assertEquals(0, stripe.unmapped().items().size());
            assertEquals(413, stripe.stripe(larger, NOW).status());
            assertEquals(413, stripe.stripe(larger, NOW).status());
            UnmappedEvent listed = stripe.unmapped().items().getFirst();
            assertEquals(1, stripe.unmapped().items().size());
            assertEquals("too_large", listed.reason());
            assertFalse(
                    stripe.api().webhooks().inbox().replay(stripe.integration().id(), listed.id(), NOW));
        }
    }

    @Test
    void aLargerBodyThatShopifySignedIsAnsweredAsReceivedAndListed() {
        try (Connected shopify = connect(Platform.SHOPIFY)) {
            byte[] larger = padded(Webhook.MAX_BODY_BYTES + 1);
            byte[] largest = padded(Webhook.MAX_SIGNED_BYTES);
            largest[0] = ' ';

            for (byte[] body : List.of(larger, larger, largest)) {
                assertEquals(
                        200, shopify.post(body, shopifyHeaders(shopify, body)).status());
            }
            assertRefused(shopify.post(larger, shopifyHeaders(shopify, largest)));
            assertRefused(shopify.post(larger, ""));
            byte[] beyond = padded(Webhook.MAX_SIGNED_BYTES + 1);
            assertEquals(
                    413, shopify.post(beyond, shopifyHeaders(shopify, beyond)).status());

            List<UnmappedEvent> listed = shopify.unmapped().items();
            assertEquals(3, listed.size(), "two signed ones, and that of the day");
            for (UnmappedEvent event : listed) {
                assertEquals("too_large", event.reason());
                assertEquals("refused: a webhook had more than 4 MB; upload its order", event.detail());
            }
        }
    }

    private static String shopifyHeaders(Connected shopify, byte[] body) {
        return "X-Shopify-Topic: orders/updated\r\nX-Shopify-Hmac-SHA256: "
                + SignedWebhooks.shopifySignature(shopify.secret(), body) + "\r\n";
    }

    private static byte[] padded(int length) {
        byte[] body = new byte[length];
        Arrays.fill(body, (byte) ' ');
        System.arraycopy(CHARGE, 0, body, 0, CHARGE.length);
        return body;
    }

    @Test
    void theBytesCountAndNotTheTypeOrTheVersionOfHttp() {
        try (Connected stripe = connect(Platform.STRIPE)) {
            String signature = "Stripe-Signature: " + stripeSignature(stripe.secret(), CHARGE, NOW) + "\r\n";
            assertEquals(
                    200,
                    stripe.post(CHARGE, signature + "Content-Encoding: gzip\r\n")
                            .status());
            assertEquals(
                    200,
                    stripe.post(CHARGE, signature + "Content-Type: application/x-www-form-urlencoded\r\n")
                            .status());
            try (RawClient client = new RawClient(stripe.api().port())) {
                client.send("POST " + stripe.integration().path() + " HTTP/1.0\r\n" + signature + "Content-Length: "
                        + CHARGE.length + "\r\n\r\n" + new String(CHARGE, StandardCharsets.ISO_8859_1));
                assertEquals(200, client.read().status());
            }
            assertRefused(stripe.post("payload=%7B%7D".getBytes(StandardCharsets.UTF_8), ""));
        }
    }

    @Test
    void ifTheStoreFailsTheAnswerIs503AndNothingIsAcknowledged() {
        try (Connected stripe = connect(Platform.STRIPE)) {
            ServedStore broken = service.store()
                    .with(FailingStore.before(service.store().records(), call -> {
                        if (call.method().equals("update")) {
                            throw new StoreUnavailable("the test wants it so");
                        }
                    }));
            try (ServedApi api = ServedApi.start(broken, DefaultLimits.DEFAULTS)) {
                String signature = "Stripe-Signature: " + stripeSignature(stripe.secret(), CHARGE, NOW) + "\r\n";
                Reply reply = Connected.post(api, stripe.integration().path(), CHARGE, signature);

                assertEquals(503, reply.status());
                assertEquals("store_unavailable", reply.text("/code"));
            }
            assertEquals(200, stripe.stripe(CHARGE, NOW).status());
        }
    }
}
