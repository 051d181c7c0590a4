package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturePath;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.AccountSpace;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How often orders of an integration have what evidence needs, on any store. */
public interface CaptureRatesContract extends ServesApi {
    LocalDate TODAY = LocalDate.ofInstant(ServedApi.NOW, ZoneOffset.UTC);

    /** The store that is served. */
    ServedStore store();

    /** A purchase with a wallet, or with a card alone if it is empty. */
    private static byte[] purchase(String name, LocalDate day, String wallet, boolean withIp) {
        long created = day.atStartOfDay(ZoneOffset.UTC).toEpochSecond() + 3_600;
        byte[] event = Samples.changed("stripe/charge-succeeded", "/data/object", object -> {
            object.put("id", "ch_of_purchase_" + name).put("payment_intent", "pi_of_purchase_" + name);
            object.put("created", created);
            ObjectNode metadata = (ObjectNode) object.path("metadata");
            metadata.put("order_id", name);
            if (!withIp) {
                metadata.remove("oe_ip");
            }
            if (!wallet.isEmpty()) {
                ((ObjectNode) object.at("/payment_method_details/card"))
                        .putObject("wallet")
                        .put("type", wallet);
            }
        });
        return new String(event, StandardCharsets.UTF_8)
                .replace("evt_1OrderEvidence0001", "evt_" + name)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static CaptureDay counted(Merchant merchant, LocalDate day) {
        return merchant.webhooks().captureRates().days(merchant.space).stream()
                .filter(counted -> counted.day().equals(day))
                .findFirst()
                .orElseThrow();
    }

    @Test
    default void anOrderCountsOnceWhateverIsSentAgain() {
        Merchant merchant = new Merchant(this, store());
        String source = merchant.stripe.source().name();
        merchant.sendAndMap(
                purchase("A-1", TODAY, "", true),
                purchase("A-2", TODAY, "", false),
                purchase("A-3", TODAY, "apple_pay", true));
        merchant.webhooks().captureRates().count(merchant.space);
        merchant.sendAndMap(purchase("A-3", TODAY, "apple_pay", true));
        merchant.passAfter(Duration.ofMinutes(11));
        merchant.webhooks().captureRates().count(merchant.space);
        merchant.webhooks().captureRates().count(merchant.space);

        CaptureDay counts = counted(merchant, TODAY);
        CaptureCount card = counts.of(new CapturePath(source, "card"));
        assertEquals(2, card.orders());
        assertEquals(1, card.having(CapturedField.IP));
        assertEquals(2, card.having(CapturedField.CARD));
        assertEquals(2, card.having(CapturedField.LOGIN));
        assertEquals(2, card.having(CapturedField.ITEMS));
        assertEquals(1, counts.of(new CapturePath(source, "apple_pay")).orders());
        assertEquals(2, counts.counts().size());
    }

    @Test
    default void aTrackedAddressCounts() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(purchase("A-1", TODAY, "", false));
        merchant.shop
                .post(
                        "/api/v2/track",
                        "{\"email\": \"ann@example.com\", \"ip\": \"203.0.113.9\", \"observedAt\": \"" + TODAY
                                + "T00:59:00Z\"}")
                .is(200);
        merchant.webhooks().captureRates().count(merchant.space);

        assertEquals(
                1,
                counted(merchant, TODAY)
                        .of(new CapturePath(merchant.stripe.source().name(), "card"))
                        .having(CapturedField.IP));
    }

    @Test
    @Tag("slow")
    default void theLossOfAddressesOfOneWayOfPaymentIsAnAlarm() throws ExecutionException {
        Merchant merchant = new Merchant(this, store());
        String source = merchant.stripe.source().name();
        List<byte[]> events = new ArrayList<>();
        int number = 0;
        for (int back = 30; back >= 0; back--) {
            for (int i = 0; i < 6; i++) {
                events.add(purchase("C-" + number++, TODAY.minusDays(back), "", true));
                events.add(purchase("W-" + number++, TODAY.minusDays(back), "apple_pay", back > 3));
            }
        }
        merchant.sendTogetherAndMap(events);
        merchant.webhooks().captureRates().count(merchant.space);

        CaptureRates rates = merchant.webhooks().captureRates();
        List<CaptureAlarm> alarms = rates.alarms(rates.days(merchant.space));
        assertEquals(1, alarms.size(), alarms::toString);
        assertEquals(new CapturePath(source, "apple_pay"), alarms.getFirst().path());
        assertEquals(CapturedField.IP, alarms.getFirst().field());
        assertEquals(TODAY.minusDays(3), alarms.getFirst().since());

        var status = merchant.shop
                .get("/api/v2/integrations/" + merchant.stripe.id())
                .is(200);
        assertEquals("apple_pay", status.at("/alarms/0/method").asString());
        assertEquals("ip", status.at("/alarms/0/field").asString());
        assertEquals(2 * 31, status.at("/captureRates").size());
        theConsoleShows(merchant, alarms.getFirst().sentence());
    }

    @Test
    default void theLossOfAddressesOfUploadsIsAnAlarmWithoutAnyIntegration() {
        Shop shop = api().newShop();
        StringBuilder lines = new StringBuilder();
        for (int back = 30; back >= 0; back--) {
            for (int i = 0; i < 6; i++) {
                lines.append("{\"id\": \"U-" + back + "-" + i + "\", \"amount\": 1999, \"currency\": \"USD\","
                        + " \"transactionDate\": \"" + TODAY.minusDays(back) + "T01:00:00Z\", \"brand\": \"visa\","
                        + " \"bin\": \"424242\", \"last4\": \"4242\""
                        + (back > 3 ? ", \"ip\": \"203.0.113.7\"" : "") + "}\n");
            }
        }
        shop.send("POST", "/api/v2/orders/upload", "application/x-ndjson", lines.toString())
                .is(200);
        shop.patch("/api/v2/orders/U-3-0", "{\"settledAt\": \"" + TODAY + "\"}").is(200);
        CaptureRates rates = api().webhooks().captureRates();
        rates.pass(api().accounts());

        AccountSpace space = new AccountSpace(shop.account(), AccountSpace.Mode.LIVE);
        CaptureAlarm alarm = rates.alarms(rates.days(space)).getFirst();
        assertEquals(new CapturePath("upload", "card"), alarm.path());
        assertEquals(CapturedField.IP, alarm.field());
        assertEquals(TODAY.minusDays(3), alarm.since());
        api().coverages().compute(space);
        JsonNode coverage = shop.get("/api/v2/coverage").is(200).json();
        assertEquals("upload", coverage.at("/alarms/0/source").asString());
        assertEquals(alarm.sentence(), coverage.at("/alarms/0/detail").asString());
        assertEquals(1, coverage.path("alarms").size());
        assertEquals(31, coverage.path("captureRates").size());
        assertEquals(
                "{\"day\":\"" + TODAY + "\",\"source\":\"upload\",\"method\":\"card\",\"orders\":6,\"card\":6,"
                        + "\"ip\":0,\"login\":0,\"address\":0,\"items\":0}",
                coverage.at("/captureRates/30").toString());
    }

    private static void theConsoleShows(Merchant merchant, String alarm) {
        merchant.shop.api().coverages().compute(merchant.space);
        try (ConsoleClient client =
                new ConsoleClient("http://127.0.0.1:" + merchant.shop.api().port())) {
            client.signIn(merchant.shop.key());
            assertTrue(
                    client.get("/console").is(200).html().contains(alarm + " <a href=\"/console/coverage#capture\">"));
            for (String path : List.of("/console/coverage", "/console/settings/integrations/" + merchant.stripe.id())) {
                String html = client.get(path).is(200).html();
                assertTrue(html.contains("Capture rate by source") && html.contains(alarm), html);
                assertTrue(html.contains("apple pay") && html.contains("87 %"), html);
            }
        }
    }

    @Test
    default void eventsAreCountedByDayAndReason() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(purchase("A-1", TODAY, "", true), purchase("A-1", TODAY, "", true));
        for (int i = 0; i < 3; i++) {
            merchant.sendAndMap(("{\"id\": \"evt_unknown_" + i
                            + "\", \"object\": \"event\", \"type\": \"plan.created\", \"livemode\": true,"
                            + " \"created\": 1767225600, \"data\": {\"object\": {\"id\": \"plan_1\"}}}")
                    .getBytes(StandardCharsets.UTF_8));
        }
        merchant.clock.move(Duration.ofDays(1));
        merchant.send(purchase("A-2", TODAY, "", true));

        EventCounts.Counted counted = merchant.webhooks().eventCounts().count(merchant.stripe.id());
        assertEquals(
                List.of(TODAY, TODAY.plusDays(1)), List.copyOf(counted.days().keySet()));
        assertEquals("{unknown_type=3}", counted.on(TODAY).unmapped().toString());
        assertEquals(4, counted.on(TODAY).received());
        assertEquals(0, counted.on(TODAY).waiting());
        assertEquals(1, counted.on(TODAY.plusDays(1)).waiting());

        String name = merchant.webhooks()
                .inbox()
                .unmapped(merchant.stripe.id(), null, 10)
                .items()
                .getFirst()
                .id();
        assertTrue(merchant.webhooks().inbox().replay(merchant.stripe.id(), name, merchant.clock.instant()));
        assertEquals(
                "{unknown_type=2}",
                merchant.webhooks()
                        .eventCounts()
                        .count(merchant.stripe.id())
                        .on(TODAY)
                        .unmapped()
                        .toString());
        merchant.passAfter(Duration.ofSeconds(11));
        assertEquals(
                "{unknown_type=3}",
                merchant.webhooks()
                        .eventCounts()
                        .count(merchant.stripe.id())
                        .on(TODAY)
                        .unmapped()
                        .toString());
    }
}
