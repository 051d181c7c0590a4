package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.OpenIdProvider;
import org.orderevidence.account.SmallProvider;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.limits.DefaultLimits;

/** People who sign in to the console at an OpenID provider. */
class PeopleTest extends OnSqlite {
    private SmallProvider provider;
    private Shop shop;
    private ServedApi served;
    private ConsoleClient client;

    @BeforeEach
    void start() {
        provider = new SmallProvider(ServedApi.NOW);
        shop = api().newShop();
        served = served("@shop.example=read+write");
        client = new ConsoleClient("http://127.0.0.1:" + served.port());
        SampleCase.upload(shop);
    }

    private ServedApi served(String allowed) {
        OpenIdProvider used = new OpenIdProvider(
                provider.settings(folder, shop.account(), allowed), Clock.fixed(ServedApi.NOW, ZoneOffset.UTC));
        return ServedApi.startWithPeople(store(), DefaultLimits.DEFAULTS, used);
    }

    @AfterEach
    void stop() {
        client.close();
        served.close();
        provider.close();
    }

    private static String query(Map<String, String> fields) {
        return "/console/sign-in/callback?"
                + fields.entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    /** Goes to the provider and back, and keeps the cookie of the session. */
    private Page signIn(String next) {
        Page start = client.get("/console/sign-in/start?next=" + next).is(303);
        Page back = client.get(query(provider.authorize(start.header("location"))));
        String cookie = back.header("set-cookie");
        client.cookie(cookie.isEmpty() ? null : cookie.substring(0, cookie.indexOf(';')));
        return back;
    }

    @Test
    void aPersonSignsInSeesTheNameAndIsNamedInTheAuditLog() {
        Page form = client.get("/console/sign-in").is(200);
        assertTrue(form.words().contains("Sign in with 127.0.0.1"), form::html);
        signIn("/console/orders/" + SampleCase.ELIGIBLE).leadsTo("/console/orders/" + SampleCase.ELIGIBLE);

        Page order = client.get("/console/orders/" + SampleCase.ELIGIBLE).is(200);
        assertTrue(order.words().contains(SmallProvider.EMAIL), order::html);
        assertFalse(order.html().contains("/console/settings"), "an administrator's pages are not offered");
        client.post("/console/orders/" + SampleCase.ELIGIBLE + "/refund", Map.of("amount", "1.00"))
                .is(303);
        client.get("/console/settings/audit").is(403);

        List<String> entries = shop.get("/api/v2/account/audit")
                .is(200)
                .at("/entries")
                .valueStream()
                .filter(entry -> entry.path("actor").asString().startsWith("person_"))
                .map(entry -> entry.path("action").asString() + " "
                        + entry.path("actorName").asString() + " "
                        + entry.path("orderId").asString("-"))
                .sorted()
                .toList();
        assertEquals(
                List.of(
                        "order_changed " + SmallProvider.EMAIL + " " + SampleCase.ELIGIBLE,
                        "sign_in " + SmallProvider.EMAIL + " -"),
                entries);
        client.post("/console/sign-out", Map.of()).is(303);
        client.get("/console").is(303);
    }

    @Test
    void anAdministratorMakesKeysAndReadsWhoDidWhat() {
        try (ServedApi administrators = served("@shop.example=admin");
                ConsoleClient other = new ConsoleClient("http://127.0.0.1:" + administrators.port())) {
            client = other;
            signIn("/console").leadsTo("/console/start");
            client.get("/console/settings/keys").is(200);
            client.post("/console/settings/keys", Map.of("label", "till", "scope-read", "on"))
                    .is(201);
            client.get("/console/orders/" + SampleCase.ELIGIBLE + "/evidence").is(200);

            String person = SmallProvider.EMAIL + " (person_";
            String audit = "/console/settings/audit";
            assertTrue(client.get(audit).words().contains(person), "the log names the person");
            String data = client.get(audit + "?about=data").words();
            assertTrue(data.contains("Worksheet exported") && !data.contains("Key created"), data);
            String settings = client.get(audit + "?about=settings").words();
            assertTrue(settings.contains("Key created") && !settings.contains("Worksheet exported"), settings);
            assertTrue(client.get(audit + "?orderId=" + SampleCase.ELIGIBLE)
                    .words()
                    .contains("Worksheet exported"));
            assertTrue(client.get(audit + "?orderId=none").words().contains("No changes found"));
        }
    }

    @Test
    void aSessionEndsWhenTheSettingsOfTheProviderChange() {
        signIn("/console").leadsTo("/console/start");
        client.get("/console").is(200);
        String token = client.cookie().replaceFirst("^[^=]+=", "");

        for (String allowed : List.of("@shop.example=read+write", "@shop.example=read")) {
            try (ServedApi other = served(allowed);
                    ConsoleClient there = new ConsoleClient("http://127.0.0.1:" + other.port())) {
                there.cookie("oe" + other.port() + "=" + token);
                there.get("/console").is(allowed.endsWith("write") ? 200 : 303);
            }
        }
        try (ConsoleClient withoutProvider = new ConsoleClient(service.url())) {
            withoutProvider.cookie("oe" + api().port() + "=" + token);
            withoutProvider.get("/console").is(303);
            withoutProvider.get("/console/sign-in/start").is(303).leadsTo("/console/sign-in");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "of another browser", "denied"})
    void aSignInThatThisBrowserHasNotStartedIsRefused(String wrong) {
        Page start = client.get("/console/sign-in/start").is(303);
        Map<String, String> back = provider.authorize(start.header("location"));
        switch (wrong) {
            case "" -> client.cookie(null);
            case "denied" -> back = Map.of("state", back.get("state"), "error", "access_denied");
            default -> client.get("/console/sign-in/start").is(303);
        }

        client.get(query(back)).is(wrong.equals("denied") ? 401 : 400);

        client.get("/console").is(303);
    }

    @Test
    void theNameIsStoredEncrypted() throws IOException {
        signIn("/console").leadsTo("/console/start");

        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().contains("evidence.db"))
                    .toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(bytes.contains(SmallProvider.EMAIL), file::toString);
            }
        }
    }

    @Test
    void whereverTheSignInWasToLeadItLeadsToAPageOfTheConsole() {
        signIn("https://evil.example/").leadsTo("/console/start");
    }

    @Test
    void aProviderThatIsDownIsSaid() {
        provider.close();

        client.get("/console/sign-in/start").is(503);
    }
}
