package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.Actor;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.installation.BackupMark;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Platform;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.json.JsonMapper;

/** The sums over the live data of all accounts. */
class FiguresTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.ofInstant(NOW, ZoneOffset.UTC);
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    @TempDir
    private Path folder;

    private Config config;
    private Installation installation;
    private OpenInstallation parts;
    private Figures figures;

    @BeforeEach
    void makeTwoAccounts() {
        config = Call.accepted(Config.read(null, Map.of(), Map.of("data", folder.toString())));
        installation = Installation.open(config, CLOCK);
        installation.accounts().create("one");
        installation.accounts().create("two");
        parts = OpenInstallation.of(installation, config, CLOCK);
        figures = new Figures(parts);
    }

    @AfterEach
    void close() {
        installation.close();
    }

    private static AccountSpace live(String account) {
        return new AccountSpace(account, Mode.LIVE);
    }

    private void upload(AccountSpace space, String id, LocalDate day, String more) {
        upload(space, List.of(id), day, more);
    }

    private void upload(AccountSpace space, List<String> ids, LocalDate day, String more) {
        List<UploadedOrder> orders = ids.stream()
                .map(id -> "{\"id\": \"" + id + "\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \""
                        + day + "\"" + more + "}")
                .map(json -> OrderReader.read(JsonMapper.shared().readTree(json), "", NOW, false, new FaultRoom()))
                .map(read -> ((Read.Good<UploadedOrder>) read).value())
                .toList();
        parts.service().upload(space, orders, null);
    }

    private static List<String> ids(String start, int count) {
        return IntStream.range(0, count).mapToObj(i -> start + i).toList();
    }

    private void dispute(AccountSpace space, String order, String id, @Nullable OrderTime respondBy) {
        Dispute dispute = new Dispute(id, "10.4", OrderTime.on(TODAY.minusDays(9)), Dispute.Status.OPEN)
                .with(new Dispute.Details(respondBy, null, null, null, null, null));
        parts.service().recordDispute(Actor.operator(), space, new OrderId(order), _ -> dispute);
    }

    @Test
    void nothingIsKnownBeforeTheFirstPass() {
        assertTrue(Double.isNaN(figures.of(Figures.DISPUTES, "0-2")));
        assertTrue(Double.isNaN(figures.of(Figures.BACKUP_AGE)));
    }

    @Test
    void theLiveOrdersOfAllAccountsAreSummedUp() {
        for (String account : List.of("one", "two")) {
            upload(live(account), "A", TODAY.minusDays(1), ", \"ip\": \"203.0.113.7\"");
            upload(live(account), "B", TODAY.minusDays(150), "");
            dispute(live(account), "B", "late", OrderTime.on(TODAY.minusDays(3)));
            parts.coverages().compute(live(account));
        }
        upload(live("two"), "C", TODAY.minusDays(2), "");
        dispute(live("two"), "C", "soon", OrderTime.on(TODAY.plusDays(2)));
        parts.coverages().compute(live("two"));
        upload(new AccountSpace("one", Mode.TEST), "T", TODAY.minusDays(1), "");
        parts.coverages().compute(new AccountSpace("one", Mode.TEST));
        parts.webhooks().captureRates().pass(installation.accounts());

        figures.pass();

        assertEquals(2, figures.of(Figures.COVERAGE, "requires_action"));
        assertEquals(0, figures.of(Figures.COVERAGE, "qualified"));
        assertEquals(2, figures.of(Figures.DISPUTES, "overdue"));
        assertEquals(1, figures.of(Figures.DISPUTES, "0-2"));
        assertEquals(0, figures.of(Figures.DISPUTES, "7-13"));
        assertEquals(3, figures.of(Figures.ORDERS, "upload"));
        assertEquals(2.0 / 3, figures.share("upload", CapturedField.IP));
        assertTrue(Double.isNaN(figures.share("stripe", CapturedField.IP)));
        assertEquals(0, figures.of(Figures.ALARMS, "upload", "ip"));
    }

    @Test
    void openDisputesAreCountedAlsoIfThereAreMany() {
        upload(live("one"), ids("A", 103), TODAY.minusDays(200), "");
        ids("A", 102).forEach(id -> dispute(live("one"), id, "d", OrderTime.on(TODAY.plusDays(6))));
        dispute(live("one"), "A102", "d", null);

        figures.pass();

        assertEquals(102, figures.of(Figures.DISPUTES, "3-6"));
        assertEquals(1, figures.of(Figures.DISPUTES, "unknown"));
    }

    @Test
    void withoutABackupItsAgeIsThatOfTheOldestAccount() {
        OpenInstallation later = OpenInstallation.of(installation, config, Clock.offset(CLOCK, Duration.ofDays(9)));
        installation.accounts().create("three");
        Figures afterNineDays = new Figures(later);

        afterNineDays.pass();

        assertEquals(9 * 86_400, afterNineDays.of(Figures.BACKUP_AGE));
    }

    @Test
    void aShareThatDroppedIsAnAlarm() {
        upload(live("one"), ids("A", 150), TODAY.minusDays(10), ", \"ip\": \"203.0.113.7\"");
        upload(live("one"), ids("B", 30), TODAY, "");
        parts.webhooks().captureRates().pass(installation.accounts());

        figures.pass();

        assertEquals(1, figures.of(Figures.ALARMS, "upload", "ip"));
        assertEquals(0, figures.of(Figures.ALARMS, "upload", "card"));
    }

    @Test
    void changesThatWaitForAnEndpointAreCounted() {
        OpenInstallation before = OpenInstallation.of(installation, config, Clock.offset(CLOCK, Duration.ofHours(-1)));
        before.notifications().set(Actor.operator(), live("one"), "https://shop.example/", Set.of(), false);
        before.notifications().test(live("one"));
        before.notifications().test(live("one"));

        figures.pass();

        assertEquals(1, figures.of(Figures.ENDPOINTS, "active"));
        assertEquals(2, figures.of(Figures.UNSENT));
        assertEquals(3600, figures.of(Figures.UNSENT_AGE));
    }

    @Test
    void integrationsAreCountedByPlatformAndTheBackupHasAnAge() throws IOException {
        for (Mode mode : Mode.values()) {
            parts.webhooks()
                    .integrations()
                    .add(
                            new AccountSpace("one", mode),
                            Platform.STRIPE,
                            IntegrationSettings.DEFAULTS,
                            new IntegrationSecrets(new SecretText("whsec_of_" + mode), null, null));
        }
        BackupMark.write(config.data(), NOW.minus(Duration.ofHours(2)));

        figures.pass();

        assertEquals(1, figures.of(Figures.INTEGRATIONS, "stripe"));
        assertEquals(0, figures.of(Figures.INTEGRATIONS, "adyen"));
        assertEquals(0, figures.of(Figures.TASKS, "open"));
        assertEquals(7200, figures.of(Figures.BACKUP_AGE));
    }
}
