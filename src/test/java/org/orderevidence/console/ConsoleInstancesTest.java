package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.sql.PostgresUrl;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;
import org.orderevidence.store.sql.TestPostgres;
import org.orderevidence.waiting.Waits;

/** The consoles of two instances on one PostgreSQL database. */
@Tag("slow")
class ConsoleInstancesTest {
    private static final String ORDER = "/console/orders/" + SampleCase.LONELY;

    private SqlStore stores;
    private SqlStore otherStores;
    private ServedApi first;
    private ServedApi second;
    private Shop shop;

    @BeforeEach
    void serve() {
        PostgresUrl url = PostgresUrl.parse(TestPostgres.newDatabase());
        stores = open(url);
        otherStores = open(url);
        first = ServedApi.start(ServedStore.of(stores), DefaultLimits.DEFAULTS);
        second = ServedApi.start(ServedStore.of(otherStores), DefaultLimits.DEFAULTS);
        shop = SampleCase.upload(first.newShop());
    }

    private static SqlStore open(PostgresUrl url) {
        return SqlStore.openPostgres(url, null, SqlSettings.ofServer(null), ServedApi.NOW, ServedApi.CODECS);
    }

    @AfterEach
    void close() {
        second.close();
        first.close();
        otherStores.close();
        stores.close();
    }

    private static ConsoleClient client(ServedApi instance) {
        return new ConsoleClient("http://127.0.0.1:" + instance.port());
    }

    private String idOf(String label) {
        return shop.get("/api/v2/keys")
                .json()
                .path("keys")
                .valueStream()
                .filter(key -> key.path("label").asString("").equals(label))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asString();
    }

    private ApiKey newKey(String label) {
        return new ApiKey(shop.post("/api/v2/keys", "{\"scopes\": [\"read\", \"write\"], \"label\": \"" + label + "\"}")
                .is(201)
                .json()
                .path("key")
                .asString());
    }

    @Test
    void aKeyThatOneRevokesIsSignedOutOfTheOtherWithinFiveSeconds() {
        ApiKey key = newKey("agent");
        try (ConsoleClient visitor = client(second)) {
            visitor.signIn(key);
            visitor.get(ORDER).is(200);

            shop.send("DELETE", "/api/v2/keys/" + idOf("agent")).is(200);

            long revokedAt = System.nanoTime();
            Waits.until(() -> visitor.get(ORDER).status() == 303, "the visitor remains signed in");
            Duration waited = Duration.ofNanos(System.nanoTime() - revokedAt);
            assertTrue(waited.compareTo(Accounts.SEEN_WITHIN) <= 0, waited::toString);
            visitor.get(ORDER).leadsTo("/console/sign-in?next=%2Fconsole%2Forders%2F" + SampleCase.LONELY);
            visitor.post(ORDER + "/refund", Map.of("amount", "1")).leadsTo("/console/sign-in");
        }
        assertTrue(shop.get("/api/v2/orders/" + SampleCase.LONELY)
                .is(200)
                .json()
                .path("order")
                .path("amountRefunded")
                .isMissingNode());
    }

    @Test
    void aSessionOfOneOpensThePagesOfTheOther() {
        ApiKey key = first.key(shop.account(), Mode.LIVE, Scope.READ);
        try (ConsoleClient one = client(first);
                ConsoleClient other = client(second)) {
            one.signIn(key);
            String token = one.cookie().substring(one.cookie().indexOf('='));
            // On one host, the cookie is named after the port.
            other.cookie("oe" + second.port() + token);

            other.get(ORDER).is(200);

            other.post("/console/sign-out", Map.of()).leadsTo("/console/sign-in");
            one.get(ORDER).is(303);
        }
    }
}
