package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturePath;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.Connector.PlatformSwitch;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.webhook.Platforms;

/** Which settings of a platform seem to be off. */
class PlatformSwitchesTest {
    private static final RecordDocument<CaptureDay> DOCUMENT = new RecordDocument<>('C', CaptureDay.class);

    private static final LocalDate DAY = LocalDate.parse("2026-11-20");
    private static final String ADYEN = "adyen:main";

    private static CaptureDay day(int orders, Map<String, Set<String>> stated) {
        CaptureDay.Builder builder = new CaptureDay.Builder();
        for (int i = 0; i < orders; i++) {
            builder.add(stated, CapturePath.CARD, Set.of(CapturedField.CARD));
        }
        return builder.build(DAY, Instant.EPOCH, false);
    }

    private static List<String> off(Platform platform, String source, CaptureDay... days) {
        return PlatformSwitch.off(Platforms.of(platform).about().switches(), source, List.of(days)).stream()
                .map(PlatformSwitch::field)
                .toList();
    }

    @Test
    void fieldsThatNoOrderHasFromThePlatformAreNamed() {
        CaptureDay first = day(5, Map.of(ADYEN, Set.of("ip", "bin", "amount")));
        CaptureDay second = day(5, Map.of(ADYEN, Set.of("network_id", "receipt.customerEmail")));

        assertEquals(List.of("alias", "shopperReference", "arn"), off(Platform.ADYEN, ADYEN, first, second));
        assertEquals(List.of(), off(Platform.ADYEN, ADYEN, first), "five orders are too few");
        assertEquals(List.of(), off(Platform.ADYEN, "adyen:other", first, second));
    }

    @Test
    void whatUploadsStateIsNotKnownOfThePlatform() {
        CaptureDay day = day(10, Map.of(ADYEN, Set.of("amount"), "upload", Set.of("ip", "customerAccountId", "bin")));

        assertEquals(List.of("alias", "networkTxReference", "shopperEmail", "arn"), off(Platform.ADYEN, ADYEN, day));
    }

    @Test
    void shopifyNeedsCustomerAccountsAndAProcessor() {
        CaptureDay day = day(10, Map.of("shopify:main", Set.of("ip")));

        assertEquals(List.of("customer accounts", "card fingerprint"), off(Platform.SHOPIFY, "shopify:main", day));
        assertEquals(List.of(), off(Platform.STRIPE, "shopify:main", day));
    }

    @Test
    void theMenusAreThoseOfTheDocumentation() throws Exception {
        String documentation = Files.readString(Path.of("docs", "integrations.md"));
        for (PlatformSwitch off : Platforms.of(Platform.ADYEN).about().switches()) {
            assertTrue(documentation.contains(off.place()), off::place);
            assertTrue(documentation.contains("`" + off.field() + "`"), off::field);
        }
    }

    @Test
    void tenWaysOfPaymentOfASourceAreCountedByThemselves() {
        CaptureDay.Builder builder = new CaptureDay.Builder();
        for (int i = 0; i < 15; i++) {
            builder.add(Map.of(ADYEN, Set.of("ip")), "method_" + i, Set.of(CapturedField.IP));
        }
        CaptureDay day = builder.build(DAY, Instant.EPOCH, true);

        assertEquals(CaptureDay.MAX_METHODS + 1, day.counts().size());
        assertEquals(5, day.of(new CapturePath(ADYEN, CapturePath.OTHER)).orders());
        assertEquals(day, DOCUMENT.decode(DOCUMENT.encode(day)));
    }

    @Test
    void aDayWithoutOrdersComesBack() {
        CaptureDay empty = new CaptureDay(DAY, Instant.EPOCH, false, new TreeMap<>(), new TreeMap<>());
        CaptureDay day = new CaptureDay(
                DAY,
                Instant.EPOCH,
                true,
                new TreeMap<>(
                        Map.of(new CapturePath("upload", "card"), new CaptureCount(7, Map.of(CapturedField.LOGIN, 3)))),
                new TreeMap<>(Map.of("upload", new TreeSet<>(Set.of("amount", "ip")))));

        assertEquals(empty, DOCUMENT.decode(DOCUMENT.encode(empty)));
        assertEquals(day, DOCUMENT.decode(DOCUMENT.encode(day)));
    }
}
