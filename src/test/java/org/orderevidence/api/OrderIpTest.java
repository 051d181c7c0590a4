package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.orderWith;
import static org.orderevidence.http.Bodies.parse;
import static org.orderevidence.http.Bodies.warnings;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** An address is the one field of an order that may be wrong. */
class OrderIpTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, ip_not_public",
        "fe80::1, ip_not_public",
        "1.2, ip_invalid",
        "[::1]:80, ip_invalid",
        "'203.0.113.7:443', ip_invalid",
        "'203.0.113.7, 10.0.0.1', ip_invalid",
        "unknown, ip_invalid",
    })
    void anUnusableAddressCostsAWarningAndIsKept(String ip, String code) {
        for (boolean strict : new boolean[] {false, true}) {
            Read<UploadedOrder> read = OrderReader.read(orderWith("ip", ip), "/12", NOW, strict, new FaultRoom());
            assertEquals(List.of("/12/ip " + code), warnings(read));
            assertEquals(
                    new PersonalText(ip),
                    OrderFields.customer(good(read).value().statement()).ip());
        }
    }

    @Test
    void anAddressThatNoTextMayHoldIsKeptReadable() {
        assertEquals("10.0.0\ufffd\ufffd", keptIp("10.0.0\u0000\ud800"));
        assertEquals("x".repeat(2_000), keptIp("x".repeat(2_001)));
    }

    private static String keptIp(String sent) {
        Read<UploadedOrder> read = read(orderWith("ip", sent));
        assertEquals(List.of("/orders/0/ip ip_invalid"), warnings(read));
        PersonalText kept = OrderFields.customer(good(read).value().statement()).ip();
        return kept == null ? "nothing" : kept.value();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3405803783", "[]", "{\"v4\":\"203.0.113.7\"}", "true"})
    void anAddressThatIsNoTextIsKeptAsItsJsonSoThatNoSightingHidesTheFault(String json) {
        Read<UploadedOrder> read = read(orderWith("ip", parse(json)));
        assertEquals(List.of("/orders/0/ip ip_invalid"), warnings(read));
        assertEquals(
                new PersonalText(json),
                OrderFields.customer(good(read).value().statement()).ip());
    }

    @Test
    void blanksAroundAnAddressAreTakenOffTheNoBreakSpaceAmongThem() {
        Read<UploadedOrder> read = read(orderWith("ip", "\t203.0.113.7\u00a0\n"));
        assertEquals(List.of(), warnings(read));
        assertEquals(
                new PersonalText("203.0.113.7"),
                OrderFields.customer(good(read).value().statement()).ip());
    }

    @Test
    void anAddressIsNoPlaceForACardNumber() {
        assertEquals(List.of("/orders/0/ip card_number"), faults(read(orderWith("ip", "4111111111111111"))));
    }

    private static Read<UploadedOrder> read(JsonNode order) {
        return OrderReader.read(order, "/orders/0", NOW, false, new FaultRoom());
    }
}
