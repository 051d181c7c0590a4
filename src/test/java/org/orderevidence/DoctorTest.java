package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.Doctor.Finding;
import org.orderevidence.Doctor.Surroundings;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.installation.BackupMark;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The faults that {@code evidence doctor} finds, each caused by what causes it for operators. */
class DoctorTest {
    private static final long HEAP = 256L << 20;
    private static final Surroundings WELL =
            new Surroundings(Clock.systemUTC(), HEAP, folder -> 0.5, folder -> Duration.ofMillis(2));

    private static final AccountSpace SHOP = new AccountSpace("shop", Mode.LIVE);

    @TempDir
    private Path folder;

    private final Map<String, String> flags = new HashMap<>();

    @BeforeEach
    void makeAnInstallation() {
        flags.put("data", data().toString());
        try (Installation made = Installation.open(config(), Clock.systemUTC())) {
            made.accounts().create("shop");
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Config config() {
        return Call.accepted(Config.read(null, Map.of(), flags));
    }

    /** Asserts that this check alone finds a fault, and returns it. */
    private Finding onlyFault(String name, Surroundings surroundings) {
        List<Finding> faults = Doctor.examine(config(), surroundings).stream()
                .filter(Finding::isFault)
                .toList();
        assertEquals(List.of(name), faults.stream().map(Finding::name).toList(), faults::toString);
        assertTrue(String.valueOf(faults.getFirst().cure()).endsWith("."), faults::toString);
        return faults.getFirst();
    }

    @Test
    void nothingIsWrongWithANewInstallation() {
        List<Finding> findings = Doctor.examine(config(), WELL);

        assertEquals(11, findings.size());
        assertEquals(List.of(), findings.stream().filter(Finding::isFault).toList());
    }

    @Test
    void aDiskThatIsNearlyFull() {
        Finding fault = onlyFault("disk", new Surroundings(WELL.clock(), HEAP, _ -> 0.04, WELL.flushTime()));

        assertEquals("4 % of the disk are free", fault.found());
    }

    @Test
    void aClockThatIsOffByADay() {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofDays(-1));
        onlyFault("clock", new Surroundings(clock, HEAP, WELL.freeShare(), WELL.flushTime()));
    }

    @Test
    void aClockThatIsBehindWhatWasStored() {
        Clock tomorrow = Clock.offset(Clock.systemUTC(), Duration.ofDays(1));
        try (Installation open = Installation.open(config(), tomorrow)) {
            OpenInstallation.of(open, config(), tomorrow).coverages().compute(SHOP);
        }

        assertTrue(onlyFault("clock", WELL).found().contains("last stored"));
    }

    @Test
    void aSecretThatOthersMayRead() throws IOException {
        Files.setPosixFilePermissions(data().resolve("secret"), PosixFilePermissions.fromString("rw-r--r--"));

        onlyFault("secret", WELL);
    }

    @Test
    void limitsThatDoNotFitTheHeap() {
        flags.put("limits.connections", "40000");

        assertTrue(onlyFault("heap", WELL).found().contains("limits.connections"));
    }

    @Test
    void aStoreOfANewerRelease() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data().resolve("evidence.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO schema_versions (version, migrated_at) VALUES (" + (SchemaFile.VERSION + 1) + ", 0)");
        }

        assertTrue(onlyFault("release", WELL).found().contains("schema version"));
    }

    @Test
    void aDatabaseThatCannotBeReached() {
        flags.put("store", "postgresql://evidence@127.0.0.1:1/evidence");

        assertFalse(onlyFault("database", WELL).found().isEmpty());
    }

    /** A wrong address must not become a store: the next service that starts would take it for its own. */
    @Test
    void aStoreThatDoesNotExistIsNotMade() throws IOException {
        Path none = folder.resolve("none/evidence.db");
        flags.put("store", "sqlite:" + none);
        assertEquals(
                "there is no store at sqlite:" + none,
                onlyFault("database", WELL).found());
        assertFalse(Files.exists(none.getParent()));

        Path empty = Files.createFile(folder.resolve("empty.db"));
        flags.put("store", "sqlite:" + empty);
        assertEquals(
                "there is no store at sqlite:" + empty,
                onlyFault("database", WELL).found());
        assertEquals(0, Files.size(empty));
        assertFalse(Files.exists(folder.resolve("empty.db-wal")));
    }

    @Test
    void aDatabaseOfAnotherProgramIsNotChanged() throws IOException, SQLException {
        Path other = folder.resolve("other.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + other);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE visits (page TEXT)");
        }
        byte[] before = Files.readAllBytes(other);
        flags.put("store", "sqlite:" + other);

        onlyFault("release", WELL);

        assertArrayEquals(before, Files.readAllBytes(other));
    }

    @Test
    void aDiskThatFlushesSlowly() {
        Finding fault =
                onlyFault("flush", new Surroundings(WELL.clock(), HEAP, WELL.freeShare(), _ -> Duration.ofMillis(180)));

        assertEquals("180 ms for 4 KB", fault.found());
    }

    @Test
    void keysThatHaveExpired() {
        Instant expiry = Instant.now().minus(Duration.ofHours(1));
        String id;
        try (Installation open = Installation.open(config(), Clock.offset(Clock.systemUTC(), Duration.ofHours(-2)))) {
            id = open.accounts()
                    .createKey("shop", Mode.LIVE, Set.of(Scope.READ), expiry)
                    .orElseThrow()
                    .info()
                    .id();
        }

        assertEquals(id, onlyFault("keys", WELL).found());
    }

    @Test
    void aBackupThatIsOlderThanAWeek() throws IOException {
        BackupMark.write(data(), Instant.now().minus(Duration.ofDays(8)));

        onlyFault("backup", WELL);
    }

    @Test
    void aBackupIsKnownAfterTheCommand() {
        String command = "store backup --to " + folder.resolve("backup") + " --data " + data();
        assertEquals(0, new TestTerminal().run(command.split(" ")));

        assertEquals(
                Optional.of(true),
                BackupMark.read(data()).map(time -> time.isAfter(Instant.now().minusSeconds(60))));
    }

    @Test
    void integrationsThatAreSilentForADay() {
        Clock before = Clock.offset(Clock.systemUTC(), Duration.ofDays(-2));
        try (Installation open = Installation.open(config(), before)) {
            OpenInstallation.of(open, config(), before)
                    .webhooks()
                    .integrations()
                    .add(
                            SHOP,
                            Platform.STRIPE,
                            IntegrationSettings.DEFAULTS,
                            new IntegrationSecrets(new SecretText("whsec_of_a_silent_shop"), null, null));
        }

        assertTrue(onlyFault("integrations", WELL).found().startsWith("no event for a day: stripe "));
    }

    /** An order from before the retention, which was stored three days ago. */
    private OpenInstallation withAnOldOrder(Installation open, Clock clock) {
        OpenInstallation parts = OpenInstallation.of(open, config(), clock);
        JsonNode json = JsonMapper.shared().readTree("""
                {"id": "old", "amount": 100, "currency": "EUR", "transactionDate": "2024-06-01T10:00:00Z"}""");
        UploadedOrder old = ((Read.Good<UploadedOrder>)
                        OrderReader.read(json, "", clock.instant(), true, FaultRoom.none()))
                .value();
        parts.service().upload(SHOP, List.of(old), null);
        return parts;
    }

    @Test
    void oldOrdersThatNoServiceRemoves() {
        Clock before = Clock.offset(Clock.systemUTC(), Duration.ofDays(-3));
        try (Installation open = Installation.open(config(), before)) {
            withAnOldOrder(open, before);
        }

        assertEquals(
                "nothing was removed for two days: shop/live",
                onlyFault("retention", WELL).found());

        try (Installation open = Installation.open(config(), Clock.systemUTC())) {
            OpenInstallation.of(open, config(), Clock.systemUTC())
                    .purge()
                    .work()
                    .pass(() -> true);
        }
        assertEquals(
                List.of(),
                Doctor.examine(config(), WELL).stream().filter(Finding::isFault).toList());
    }

    @Test
    void aRunOfTheRetentionThatHasNotEndedForTwoDays() {
        Clock before = Clock.offset(Clock.systemUTC(), Duration.ofDays(-3));
        try (Installation open = Installation.open(config(), before)) {
            withAnOldOrder(open, before).purge().work().pass(() -> false);
        }

        onlyFault("retention", WELL);
    }

    @Test
    void theCommandPrintsFindingsAndFailsIfThereAreFaults() throws IOException {
        TestTerminal well = new TestTerminal();
        assertEquals(0, well.run("doctor", "--data", data().toString()), well::out);
        assertEquals(11, well.outLines().size());
        assertTrue(well.outLines().stream().allMatch(line -> line.startsWith("ok ")));

        Files.setPosixFilePermissions(data().resolve("secret"), PosixFilePermissions.fromString("rw-r--r--"));
        TestTerminal ill = new TestTerminal();
        assertEquals(1, ill.run("doctor", "--json", "--data", data().toString()));
        assertEquals(
                List.of("secret"),
                ill.json()
                        .path("checks")
                        .valueStream()
                        .filter(check -> check.path("fault").asBoolean())
                        .map(check -> check.path("name").asString())
                        .toList());
    }
}
