package org.orderevidence.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.notification.Merchant.LIVE;
import static org.orderevidence.notification.Merchant.TODAY;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute.Status;
import org.orderevidence.order.OrderTime;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangePage;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.TestSqlite;

/** What becomes a change, and that it does so once. */
class ChangeFinderTest {
    private static final String IP = ", \"ip\": \"203.0.113.7\"";

    @TempDir
    private Path folder;

    private Merchant merchant;

    @BeforeEach
    void open() {
        merchant = new Merchant(folder);
    }

    @AfterEach
    void close() {
        merchant.close();
    }

    @Test
    void anOrderBecomesEligibleAndIsEligibleNoMore() {
        merchant.upload(IP, "P-1 2026-03-01", "P-2 2026-04-01");
        merchant.upload("", "A-1 2026-11-18");
        merchant.judge();
        assertEquals(List.of(), merchant.found());

        merchant.move(Duration.ofMinutes(1));
        merchant.upload(IP, "A-1 2026-11-18");
        merchant.judge();
        merchant.judge();
        assertEquals(List.of("order.eligible A-1"), merchant.found());

        merchant.move(Duration.ofMinutes(1));
        merchant.upload(", \"ip\": \"198.51.100.9\"", "A-1 2026-11-18");
        merchant.judge();
        merchant.judge();
        assertEquals(List.of("order.eligible A-1", "order.no_longer_eligible A-1"), merchant.found());
        assertEquals(
                Map.of("orderId", "A-1", "reason", "no_matching_anchor").keySet(),
                merchant.changes().getLast().data().keySet());

        merchant.move(Duration.ofMinutes(1));
        merchant.upload(IP, "A-1 2026-11-18");
        merchant.judge();
        List<Change> changes = merchant.changes();
        assertEquals(3, changes.size());
        assertNotEquals(changes.getFirst().id(), changes.getLast().id(), "it became eligible twice");
    }

    @Test
    void theFirstPassFindsNoChanges() {
        merchant.upload(IP, "P-1 2026-03-01", "P-2 2026-04-01", "A-1 2026-11-01", "D-1 2026-11-02");
        merchant.dispute("D-1", "dp_1", Status.OPEN, OrderTime.on(TODAY.plusDays(1)));
        merchant.judge();
        merchant.look();

        assertEquals(List.of(), merchant.found());

        merchant.upload(IP, "A-3 2026-11-20");
        merchant.judge();
        merchant.look();
        assertEquals(List.of("order.eligible A-3"), merchant.found(), "a day without orders before is not the first");
    }

    @Test
    void anOrderThatIsErasedOrTooOldIsNoChange() {
        merchant.upload(IP, "P-1 2026-03-01", "P-2 2026-04-01", "A-1 2026-11-01", "A-2 2026-07-25");
        merchant.judge();
        merchant.move(Duration.ofDays(20));
        merchant.judge();

        assertEquals(List.of(), merchant.found());
    }

    @Test
    void manyChangesOfADayAreFoundOnceEach() {
        merchant.upload(IP, "P-1 2026-03-01", "P-2 2026-04-01");
        merchant.judge();
        merchant.upload(
                IP,
                IntStream.range(0, 250).mapToObj(i -> "A-" + i + " 2026-11-18").toArray(String[]::new));
        merchant.judge();
        merchant.move(Duration.ofMinutes(1));
        merchant.judge();

        long all = merchant.changes().stream().map(Change::id).distinct().count();
        assertEquals(250, all);
    }

    @Test
    void aDisputeIsOpenedOnceAndIsDueSoonOnceForEachDeadline() {
        merchant.upload(IP, "A-1 2026-11-01");
        merchant.look();
        merchant.dispute("A-1", "dp_1", Status.OPEN, OrderTime.on(TODAY.plusDays(9)));
        merchant.dispute("A-1", "dp_2", Status.OPEN, null);
        merchant.look();
        merchant.look();
        assertEquals(List.of("dispute.opened A-1", "dispute.opened A-1"), merchant.found());
        assertTrue(merchant.changes().stream()
                .anyMatch(change -> change.data()
                        .equals(Map.of(
                                "orderId",
                                "A-1",
                                "disputeId",
                                "dp_1",
                                "condition",
                                "10.4",
                                "respondBy",
                                "2026-11-29"))));

        merchant.move(Duration.ofDays(6));
        merchant.look();
        merchant.move(Duration.ofHours(1));
        merchant.look();
        assertEquals(3, merchant.changes().size());
        assertEquals("dispute.due_soon", merchant.changes().getLast().type().wireName());

        merchant.dispute("A-1", "dp_1", Status.OPEN, OrderTime.on(TODAY.plusDays(8)));
        merchant.look();
        assertEquals(4, merchant.changes().size(), "it has another deadline, and is the same dispute");

        merchant.dispute("A-1", "dp_1", Status.WON, OrderTime.on(TODAY.plusDays(8)));
        merchant.move(Duration.ofDays(9));
        merchant.look();
        assertEquals(4, merchant.changes().size());
    }

    @Test
    void anImportOfThePastIsNoChange() {
        merchant.upload(IP, "P-1 2026-03-01", "P-2 2026-04-01", "A-0 2026-11-10");
        merchant.judge();
        merchant.upload(IP, "A-1 2026-11-10", "A-2 2026-11-18");
        merchant.judge();
        merchant.move(Duration.ofDays(2));
        merchant.judge();
        assertEquals(List.of("order.eligible A-2"), merchant.found());

        merchant.upload(", \"ip\": \"198.51.100.9\"", "A-1 2026-11-10");
        merchant.judge();
        assertEquals(List.of("order.eligible A-2", "order.no_longer_eligible A-1"), merchant.found());
    }

    private void dispute(String start, int count, Status status, @Nullable OrderTime respondBy) {
        for (int i = 0; i < count; i++) {
            merchant.dispute(start + i, "dp_1", status, respondBy);
        }
    }

    private void uploadMany(String start) {
        merchant.upload(
                IP,
                IntStream.range(0, 100).mapToObj(i -> start + i + " 2026-11-01").toArray(String[]::new));
    }

    @Test
    void disputesWhoseDeadlineHasPassedHideNoOther() {
        uploadMany("O-");
        dispute("O-", 100, Status.OPEN, OrderTime.on(TODAY.minusDays(1)));
        merchant.upload(IP, "A-1 2026-11-01", "A-2 2026-11-01", "A-3 2026-11-01");
        merchant.look(100);
        merchant.dispute("A-1", "dp_1", Status.OPEN, OrderTime.on(TODAY));
        merchant.dispute("A-2", "dp_1", Status.OPEN, null);
        merchant.dispute("A-3", "dp_1", Status.OPEN, OrderTime.on(TODAY.minusDays(1)));
        merchant.look(100);

        assertEquals(
                List.of("dispute.due_soon A-1", "dispute.opened A-1", "dispute.opened A-2"),
                merchant.found().stream().sorted().toList());
    }

    @Test
    void aDisputeBeyondTheLimitIsNotOpenedAgain() {
        uploadMany("O-");
        merchant.upload(IP, "A-1 2026-11-01");
        merchant.dispute("A-1", "dp_1", Status.OPEN, OrderTime.on(TODAY.plusDays(20)));
        merchant.look(100);
        dispute("O-", 100, Status.OPEN, OrderTime.on(TODAY.plusDays(10)));
        merchant.look(100);
        dispute("O-", 100, Status.WON, OrderTime.on(TODAY.plusDays(10)));
        merchant.look(100);

        assertEquals(100, merchant.found().size());
        assertFalse(merchant.found().contains("dispute.opened A-1"));
    }

    private void change(String sql) {
        TestSqlite.change("sqlite:" + folder.resolve("evidence.db"), sql);
    }

    @Test
    void aDamagedOrderHidesNoDisputeAndItsOwnIsNotOpenedAgain() {
        merchant.upload(IP, "A-1 2026-11-01", "A-2 2026-11-01");
        merchant.look();
        merchant.dispute("A-1", "dp_1", Status.OPEN, null);
        merchant.look();
        change("UPDATE orders_records SET body = body || x'00' WHERE part = CAST('A-1' AS BLOB)");
        merchant.dispute("A-2", "dp_1", Status.OPEN, null);
        merchant.look();
        change("UPDATE orders_records SET body = substr(body, 1, length(body) - 1) WHERE part = CAST('A-1' AS BLOB)");
        merchant.look();

        assertEquals(List.of("dispute.opened A-1", "dispute.opened A-2"), merchant.found());
    }

    @Test
    void anUnreadableCountHidesNoDispute() {
        merchant.look();
        merchant.upload(IP, "A-1 " + TODAY);
        merchant.rates.pass(merchant.accounts);
        String days = "capture/" + ServedApi.KEYRING.integrationKey(LIVE, "integration-capture", "days");
        IntegrationRecord counted =
                merchant.store.integrations().newest(days, null, 1).getFirst();
        merchant.store.integrations().replace(counted, counted.next(null, Bytes.utf8("?")));
        merchant.dispute("A-1", "dp_1", Status.OPEN, null);
        merchant.look();
        assertEquals(List.of("dispute.opened A-1"), merchant.found());

        merchant.move(Duration.ofHours(7));
        merchant.rates.pass(merchant.accounts);
        assertEquals(1, merchant.rates.days(LIVE).size(), "it was counted again");
    }

    @Test
    void aClockThatIsSetBackHidesNoChange() {
        assertTrue(SqlSettings.defaults().writeWait().compareTo(ChangeStore.SETTLED) < 0);
        merchant.upload(IP, "A-1 2026-11-01", "A-2 2026-11-01");
        merchant.look();
        merchant.dispute("A-1", "dp_1", Status.OPEN, null);
        merchant.look();
        merchant.move(Duration.ofMinutes(-1));
        merchant.dispute("A-2", "dp_1", Status.OPEN, null);
        merchant.look();
        merchant.move(Duration.ofMinutes(1));

        assertEquals(List.of("dispute.opened A-1", "dispute.opened A-2"), merchant.found());
    }

    @Test
    void aListGoesOnBehindAChangeThatCannotBeRead() {
        Notifications notifications = merchant.notifications();
        notifications.test(LIVE);
        change("UPDATE changes_records SET body = body || x'00'");
        notifications.test(LIVE);
        merchant.move(Duration.ofMinutes(1));

        ChangePage first = notifications.page(LIVE, null, 1);
        assertEquals(List.of(), first.changes());
        assertEquals(1, notifications.page(LIVE, first.next(), 1).changes().size());
    }

    @Test
    void anAlarmIsOneChange() {
        merchant.look();
        for (int back = 30; back >= 0; back--) {
            String day = " " + TODAY.minusDays(back);
            merchant.upload(
                    back > 3 ? IP : "",
                    IntStream.range(0, 6)
                            .mapToObj(i -> "U-" + day.strip() + "-" + i + day)
                            .toArray(String[]::new));
        }
        merchant.rates.pass(merchant.accounts);
        merchant.look();
        merchant.look();

        Change alarm = merchant.changes().getFirst();
        assertEquals(1, merchant.changes().size());
        assertEquals("capture.alarm", alarm.type().wireName());
        assertEquals("ip", alarm.data().get("field"));
        assertTrue(alarm.data().getOrDefault("detail", "").startsWith("Since 2026-11-17, none of the orders"));
    }

    @Test
    void twoInstancesFindAChangeOnce() {
        merchant.upload(IP, "A-1 2026-11-01");
        ChangeFinder one = merchant.finder();
        ChangeFinder two = merchant.finder();
        one.look(LIVE, () -> true);
        two.look(LIVE, () -> true);
        merchant.dispute("A-1", "dp_1", Status.OPEN, null);
        two.look(LIVE, () -> true);
        one.look(LIVE, () -> true);

        assertEquals(List.of("dispute.opened A-1"), merchant.found());
    }

    @Test
    void aReaderMissesNothingIfTheClocksOfTwoInstancesDiffer() {
        Notifications notifications = merchant.notifications();
        merchant.upload(IP, "A-1 2026-11-01");
        merchant.look();
        merchant.dispute("A-1", "dp_1", Status.OPEN, null);
        merchant.look();
        merchant.move(Duration.ofMinutes(1));
        String cursor = notifications.page(LIVE, null, 10).next();

        merchant.move(Duration.ofMinutes(-3));
        merchant.dispute("A-1", "dp_2", Status.OPEN, null);
        merchant.look();
        merchant.move(Duration.ofMinutes(3));

        assertEquals(
                List.of("dp_2"),
                notifications.page(LIVE, cursor, 10).changes().stream()
                        .map(change -> change.data().get("disputeId"))
                        .toList());
    }

    @Test
    void aLookThatIsStoppedForgetsNothing() {
        merchant.upload(IP, "A-1 2026-11-01");
        merchant.look();
        merchant.dispute("A-1", "dp_1", Status.OPEN, null);
        merchant.finder().look(LIVE, () -> false);
        merchant.look();
        merchant.finder().look(LIVE, () -> false);
        merchant.look();

        assertEquals(List.of("dispute.opened A-1"), merchant.found());
    }

    @Test
    void aReaderSeesEachChangeOnceAndNoneBeforeItIsSettled() {
        Notifications notifications = merchant.notifications();
        merchant.upload(IP, "A-1 2026-11-01");
        merchant.look();
        assertEquals(ChangeStore.START, notifications.page(LIVE, null, 10).next());
        merchant.dispute("A-1", "dp_1", Status.OPEN, null);
        merchant.look();
        assertEquals(List.of(), notifications.page(LIVE, null, 10).changes());

        merchant.move(ChangeStore.SETTLED.plusMillis(1));
        ChangePage first = notifications.page(LIVE, ChangeStore.START, 10);
        assertEquals(1, first.changes().size());
        assertEquals(new ChangePage(List.of(), first.next()), notifications.page(LIVE, first.next(), 10));

        merchant.dispute("A-1", "dp_2", Status.OPEN, null);
        merchant.look();
        merchant.move(Duration.ofMinutes(1));
        assertEquals(
                "dp_2",
                notifications
                        .page(LIVE, first.next(), 10)
                        .changes()
                        .getFirst()
                        .data()
                        .get("disputeId"));
    }
}
