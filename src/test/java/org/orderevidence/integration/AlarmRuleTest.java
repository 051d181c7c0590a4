package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturePath;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.Connector.PlatformSwitch;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.webhook.Platforms;

/** When an integration raises an alarm, and which switches of its platform are off. */
class AlarmRuleTest {
    private static final LocalDate TODAY = LocalDate.parse("2026-11-20");
    private static final CapturePath APPLE_PAY = new CapturePath("stripe:main", "apple_pay");
    private static final CapturePath CARD = new CapturePath("stripe:main", CapturePath.CARD);
    private static final RecordDocument<CaptureDay> DOCUMENT = new RecordDocument<>('C', CaptureDay.class);
    private static final LocalDate DAY = LocalDate.parse("2026-11-20");
    private static final String ADYEN = "adyen:main";

    private static CaptureDay day(int back, SortedMap<CapturePath, CaptureCount> counts) {
        return new CaptureDay(TODAY.minusDays(back), Instant.EPOCH, false, counts, new TreeMap<>());
    }

    private static CaptureCount count(int orders, int withIp) {
        return new CaptureCount(orders, Map.of(CapturedField.IP, withIp));
    }

    /** Days of Apple Pay: orders and how many have an IP address, today first. */
    private static List<CaptureDay> days(int[]... counts) {
        List<CaptureDay> days = new ArrayList<>();
        for (int back = 0; back < counts.length; back++) {
            days.add(day(back, new TreeMap<>(Map.of(APPLE_PAY, count(counts[back][0], counts[back][1])))));
        }
        return days;
    }

    private static int[][] usual(int newest, int orders, int withIp, int[]... recent) {
        int[][] all = new int[AlarmRule.USUAL_DAYS + AlarmRule.RECENT_DAYS][];
        for (int i = 0; i < all.length; i++) {
            all[i] = i < newest ? recent[i] : new int[] {orders, withIp};
        }
        return all;
    }

    @Test
    void twentyOrdersWithoutAddressAreAnAlarmOnTheSameDay() {
        assertEquals(
                List.of(new CaptureAlarm(APPLE_PAY, CapturedField.IP, TODAY, 20, 0, 1_120, 1_064)),
                AlarmRule.alarms(days(usual(1, 40, 38, new int[] {20, 0})), TODAY));
    }

    @Test
    void anAlarmNamesTheDayOnWhichTheDropBegan() {
        int[] none = {10, 0};
        List<CaptureAlarm> alarms = AlarmRule.alarms(days(usual(4, 10, 9, none, none, none, none)), TODAY);

        assertEquals(1, alarms.size());
        assertEquals(TODAY.minusDays(3), alarms.getFirst().since());
        assertEquals(
                "Since 2026-11-17, none of the orders of stripe:main paid with apple pay have the IP address."
                        + " Before, 84 % had it.",
                alarms.getFirst().sentence());
    }

    @Test
    void threeQuartersOfTheUsualShareAreTheLimit() {
        assertTrue(AlarmRule.alarms(days(usual(1, 100, 80, new int[] {1_000, 601})), TODAY)
                .isEmpty());
        assertEquals(
                1,
                AlarmRule.alarms(days(usual(1, 100, 80, new int[] {1_000, 600})), TODAY)
                        .size());
    }

    @Test
    void fourStandardDeviationsAreTheLimit() {
        // A share of 0.5 in 25 orders has a standard deviation of 0.1.
        int[][] half = usual(1, 50, 25, new int[] {25, 3});
        assertTrue(AlarmRule.alarms(days(half), TODAY).isEmpty());
        half[0] = new int[] {25, 2};
        assertEquals(1, AlarmRule.alarms(days(half), TODAY).size());
    }

    @Test
    void lessThan100OrdersBeforeAreNoHistory() {
        int[][] few = usual(0, 0, 0);
        few[0] = new int[] {50, 0};
        few[10] = new int[] {99, 99};
        assertEquals(List.of(), AlarmRule.alarms(days(few), TODAY));
        few[10] = new int[] {100, 100};
        assertEquals(1, AlarmRule.alarms(days(few), TODAY).size());
    }

    @Test
    void lessThan20OrdersOfAWeekAreTooFew() {
        int[][] days = usual(7, 40, 40, new int[7][2]);
        days[0] = new int[] {10, 0};
        days[6] = new int[] {9, 0};
        assertEquals(List.of(), AlarmRule.alarms(days(days), TODAY));
        days[6] = new int[] {10, 0};
        assertEquals(1, AlarmRule.alarms(days(days), TODAY).size());
    }

    @Test
    void aWayOfPaymentIsComparedWithItself() {
        List<CaptureDay> days = new ArrayList<>();
        for (int back = 0; back < 35; back++) {
            boolean dropped = back < 3;
            days.add(day(
                    back,
                    new TreeMap<>(Map.of(CARD, count(900, 880), APPLE_PAY, dropped ? count(30, 0) : count(30, 29)))));
        }

        assertEquals(
                List.of(APPLE_PAY),
                AlarmRule.alarms(days, TODAY).stream().map(CaptureAlarm::path).toList());
    }

    /** Shops of many sizes whose shares do not change: each day of a week has no alarm. */
    @Test
    void normalWeeksHaveNoAlarm() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<CaptureDay> days = new ArrayList<>();
            int orders = 1 + random.nextInt(300);
            Map<CapturedField, Double> shares = new EnumMap<>(CapturedField.class);
            for (CapturedField field : CapturedField.values()) {
                shares.put(field, Math.sqrt(random.nextDouble()));
            }
            for (int back = 0; back < 42; back++) {
                int ofDay = random.nextInt(2 * orders);
                Map<CapturedField, Integer> having = new EnumMap<>(CapturedField.class);
                shares.forEach((field, share) -> having.put(field, (int)
                        random.doubles(ofDay).filter(each -> each < share).count()));
                days.add(day(back, new TreeMap<>(Map.of(CARD, new CaptureCount(ofDay, having)))));
            }
            for (int back = 0; back < 7; back++) {
                assertEquals(List.of(), AlarmRule.alarms(days, TODAY.minusDays(back)), "seed " + seed);
            }
        }
    }

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
