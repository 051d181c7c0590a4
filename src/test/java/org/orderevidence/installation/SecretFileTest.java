package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.installation.SecretFile.FileReplacement;
import org.orderevidence.installation.SecretFile.SecretFileText;
import org.orderevidence.installation.SecretOfStore.SecretWatch;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.Sealer.CannotOpen;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.transfer.WholeStores;
import org.orderevidence.waiting.Waits;

/** The file with the secret of the installation. */
class SecretFileTest {
    private static final int STARTS = 8;
    private static final Instant FROM = Instant.parse("2026-11-23T15:00:00Z");

    @TempDir
    private Path folder;

    private static final String KEY = "00112233445566778899aabbccddeeff".repeat(2);
    private static final String OTHER = "ffeeddccbbaa99887766554433221100".repeat(2);
    private static final String INDEX = "index-key = " + OTHER + "\n";
    private static final String COMPLETE = "# the secret\nformat = 2\n" + INDEX + "sealing-key-1 = " + KEY + "\n";

    private Path file() {
        return folder.resolve("secret");
    }

    @Test
    void processesThatStartTogetherAgree() throws Exception {
        CyclicBarrier together = new CyclicBarrier(STARTS);
        List<Callable<InstallationSecret>> starts = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            Random random = new Random(i);
            starts.add(() -> {
                together.await(2, TimeUnit.MINUTES);
                return new SecretFile(file()).create(random);
            });
        }
        Set<InstallationSecret> secrets = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(STARTS)) {
            secrets.addAll(Waits.results(threads, starts));
        }

        assertEquals(Set.of(new SecretFile(file()).read().orElseThrow()), secrets);
        assertEquals(Set.of("secret"), names());
    }

    @Test
    void theFileIsReadableByItsOwnerOnlyAndByPersons() throws Exception {
        InstallationSecret secret = new SecretFile(file()).create(new Random(1));

        assertEquals("""
                # The secret of an Order Evidence installation: keep it private, and keep a backup.
                # The store cannot be read without it. Do not change or delete a line.
                format = 2
                index-key = %s
                sealing-key-1 = %s
                """.formatted(secret.indexKey().hex(), key(secret, 1).hex()), Files.readString(file()));
        assertEquals("rw-------", permissions());
        assertEquals(Optional.of(secret), new SecretFile(file()).read());
    }

    @Test
    void aNewSealingKeyIsAddedAndTheOthersStay() throws Exception {
        InstallationSecret old = new SecretFile(file()).create(new Random(1));

        InstallationSecret rotated = new SecretFile(file()).addSealingKey(new Random(2), FROM);

        assertEquals(Set.of(1, 2), rotated.sealingKeys().byVersion().keySet());
        assertEquals(old.indexKey(), rotated.indexKey());
        assertEquals(
                old.sealingKeys().byVersion().get(1),
                rotated.sealingKeys().byVersion().get(1));
        assertNotEquals(
                rotated.sealingKeys().byVersion().get(1),
                rotated.sealingKeys().byVersion().get(2));
        assertEquals(Map.of(2, FROM), rotated.sealingKeys().from());
        assertEquals(Optional.of(rotated), new SecretFile(file()).read());
        assertEquals(Set.of("secret"), names());
        assertEquals("rw-------", permissions());
    }

    @Test
    void aNewSealingKeyDoesNotLockOutTheReadersOfTheFile() throws Exception {
        new SecretFile(file()).create(new Random(1));
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        Files.createSymbolicLink(folder.resolve("link"), file());

        new SecretFile(folder.resolve("link")).addSealingKey(new Random(2), FROM);

        assertEquals("rw-r-----", permissions());
        assertEquals(
                2, new SecretFile(file()).read().orElseThrow().sealingKeys().newest());
        assertTrue(Files.isSymbolicLink(folder.resolve("link")));
    }

    @Test
    void readersSeeTheOldOrTheNewSecret() throws Exception {
        InstallationSecret secret = new SecretFile(file()).create(new Random(1));
        int last = 50;
        AtomicInteger seen = new AtomicInteger();
        FutureTask<Void> reader = new FutureTask<>(() -> {
            while (seen.get() < last) {
                InstallationSecret read = new SecretFile(file()).read().orElseThrow();
                assertEquals(secret.indexKey(), read.indexKey());
                seen.set(read.sealingKeys().newest());
            }
            return null;
        });
        Thread.ofPlatform().start(reader);

        for (int i = 2; i <= last; i++) {
            new SecretFile(file()).addSealingKey(new Random(i), FROM);
            int newest = i;
            Waits.until(() -> reader.isDone() || seen.get() > newest - 10, "the reader sees no new key");
        }

        Waits.result(reader);
    }

    @Test
    void oneReplacementAtATime() throws Exception {
        new SecretFile(file()).create(new Random(1));
        String old = Files.readString(file());
        Path partial = folder.toRealPath().resolve("secret.new");

        FileReplacement interrupted = new FileReplacement(file());
        CannotStart refused =
                assertThrows(CannotStart.class, () -> new SecretFile(file()).addSealingKey(new Random(2), FROM));

        assertEquals(
                partial + " exists: another command is changing the secret, or was interrupted; if none is running,"
                        + " delete " + partial,
                refused.getMessage());
        assertEquals(Set.of("secret", "secret.new"), names());
        interrupted.close();
        assertEquals(old, Files.readString(file()));
        assertEquals(Set.of("secret"), names());
    }

    @Test
    void aFullFileAndAMissingOneGetNoKey() throws Exception {
        CannotStart missing =
                assertThrows(CannotStart.class, () -> new SecretFile(file()).addSealingKey(new Random(1), FROM));
        assertEquals(
                "the secret " + file() + " is missing; restore it from the backup, or set secret-file",
                missing.getMessage());

        new SecretFile(file()).create(new Random(1));
        String full = Files.readString(file()).replace("sealing-key-1 ", "sealing-key-255 ");
        Files.writeString(file(), full);
        CannotStart refused =
                assertThrows(CannotStart.class, () -> new SecretFile(file()).addSealingKey(new Random(1), FROM));

        assertEquals(
                "the secret file " + file() + " has sealing key 255, which is the highest number: no key can be added",
                refused.getMessage());
        assertEquals(full, Files.readString(file()));
        assertEquals(Set.of("secret"), names());
    }

    @Test
    void anEmptyFileIsExplained() throws Exception {
        Config config = WholeStores.config(folder, "sqlite:" + folder.resolve("evidence.db"));
        Files.createFile(folder.resolve("evidence.db"));
        Files.createFile(file());

        CannotStart refused = assertThrows(CannotStart.class, () -> WholeStores.open(config));

        assertEquals(
                "the secret file " + file() + " is empty: an earlier start was interrupted before it wrote the secret;"
                        + " restore the file from a backup, or delete it if this store is new",
                refused.getMessage());
    }

    @Test
    void aMissingDatabaseBesideASecretStopsTheStart() throws Exception {
        Path database = folder.resolve("disk/evidence.db");
        Config config = WholeStores.config(folder, "sqlite:" + database);
        WholeStores.open(config).close();
        Files.move(folder.resolve("disk"), folder.resolve("not mounted"));

        CannotStart refused = assertThrows(CannotStart.class, () -> WholeStores.open(config));

        assertEquals(
                "the database " + database + " is missing, but the secret " + file() + " exists: is the disk mounted?"
                        + " Mount it, or restore a backup; to start a new, empty store with this secret, make an empty"
                        + " file: touch " + database,
                refused.getMessage());
        assertFalse(Files.exists(database));
    }

    @Test
    void whatTheMessageSaysStartsANewStore() throws Exception {
        Path database = folder.resolve("evidence.db");
        Config config = WholeStores.config(folder, "sqlite:" + database);
        WholeStores.open(config).close();
        String secret = Files.readString(file());
        Files.delete(database);
        Files.createFile(database);

        try (Installation installation = WholeStores.open(config)) {
            assertTrue(installation.accounts().list().isEmpty());
        }
        assertEquals(secret, Files.readString(file()));
    }

    private static InstallationKey key(InstallationSecret secret, int number) {
        return Objects.requireNonNull(secret.sealingKeys().byVersion().get(number));
    }

    private String permissions() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file()));
    }

    private Set<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    /** COMPLETE, HEAD, KEY, OTHER and PART (of OTHER) stand for texts with keys, which no name of a test may show. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            format = 2~sealing-key-1 = KEY | the line of index-key is missing
            format = 2~index-key = OTHER~ | there is no line of a sealing key, such as sealing-key-1
            '# the secret~' | the line format = 2 is missing
            index-key = OTHER~format = 2~ | line 1: the first line after the comments must be format = 2
            format = 3~index-key = OTHER~sealing-key-1 = KEY | line 1: this version reads format 2 only; use the version that wrote the file
            COMPLETE~sealing-key-1 = OTHER | line 5: sealing-key-1 is also in line 4
            COMPLETE~sealing-key-1 = KEY | line 5: sealing-key-1 is also in line 4
            COMPLETE~index-key = OTHER | line 5: index-key is also in line 3
            COMPLETE~format = 2 | line 5: format is also in line 2
            HEAD~index-key = PART~sealing-key-1 = KEY | line 3: index-key must have 64 hexadecimal characters, not 63
            HEAD~index-key = OTHER~sealing-key-1 = KEY0 | line 4: sealing-key-1 must have 64 hexadecimal characters, not 65
            HEAD~index-key = OTHER~sealing-key-1 = ~ | line 4: sealing-key-1 must have 64 hexadecimal characters, not 0
            HEAD~index-key = gPART~sealing-key-1 = KEY | line 3: index-key must have only the characters 0-9 and a-f
            HEAD~index-key = OTHER~sealing-key-1 = PART- | line 4: sealing-key-1 must have only the characters 0-9 and a-f
            COMPLETE~sealing-key-0 = OTHER | line 5: the number of a sealing key must be 1 to 255, without leading zeros
            COMPLETE~sealing-key-256 = OTHER | line 5: the number of a sealing key must be 1 to 255, without leading zeros
            COMPLETE~sealing-key-02 = OTHER | line 5: the number of a sealing key must be 1 to 255, without leading zeros
            COMPLETE~sealing-key-OTHER = 2 | line 5: the number of a sealing key must be 1 to 255, without leading zeros
            COMPLETE~OTHER = sealing-key-2 | line 5: the name must be format, index-key, or sealing-key- with a number from 1 to 255
            COMPLETE~OTHER | line 5: the line must be name = value
            ïCOMPLETE | line 1: a character is not printable ASCII
            'COMPLETE\u0007' | line 4: a character is not printable ASCII
            """)
    void isRefused(String form, String reason) throws Exception {
        String text = form.replace("COMPLETE", "HEAD~index-key = OTHER~sealing-key-1 = KEY")
                .replace("HEAD", "# the secret~format = 2")
                .replace("PART", OTHER.substring(1))
                .replace("OTHER", OTHER)
                .replace("KEY", KEY)
                .replace('~', '\n');
        Path file = folder.resolve("secret");
        Files.writeString(file, text, StandardCharsets.ISO_8859_1);

        CannotStart refused = assertThrows(CannotStart.class, () -> new SecretFile(file).read());
        String message = String.valueOf(refused.getMessage());
        String remedy = reason.contains(";") ? "" : "; restore the file from a backup";
        assertEquals("the secret file " + file + ": " + reason + remedy, message);
        assertFalse(message.contains(KEY.substring(2, 10)) || message.contains(OTHER.substring(2, 10)), message);
    }

    @Test
    void aFileThatIsTooLongIsRefusedBeforeItIsRead() throws Exception {
        Path file = folder.resolve("secret");
        Files.writeString(file, COMPLETE + "#".repeat((64 << 10) - COMPLETE.length() + 1));

        CannotStart refused = assertThrows(CannotStart.class, () -> new SecretFile(file).read());

        assertEquals(
                "the secret file " + file + " is longer than 64 KB and cannot be a secret; restore the file from a"
                        + " backup, or set secret-file",
                refused.getMessage());
    }

    @Test
    void gapsBlanksCommentsAndCapitalsAreAccepted() {
        String text = """
                # made by a person

                format=2
                 sealing-key-255 = %s
                # the index key
                index-key\t=\t%s\r
                sealing-key-7 = %s""".formatted(OTHER.toUpperCase(Locale.ROOT), OTHER, KEY);

        InstallationSecret secret = SecretFileText.parse(text);

        assertEquals(OTHER, secret.indexKey().hex());
        assertEquals(Set.of(7, 255), secret.sealingKeys().byVersion().keySet());
        assertEquals(
                InstallationKey.parse(KEY), secret.sealingKeys().byVersion().get(7));
        assertEquals(
                InstallationKey.parse(OTHER), secret.sealingKeys().byVersion().get(255));
    }

    @Test
    void aKeyThatIsUsedLaterHasItsTimeBehindIt() {
        Instant from = Instant.parse("2026-11-23T15:00:00Z");
        InstallationSecret secret = InstallationSecret.generate(new Random(3)).withNewSealingKey(new Random(4), from);

        String text = SecretFileText.of(secret);

        assertEquals(
                List.of(
                        "sealing-key-2 = "
                                + Objects.requireNonNull(
                                                secret.sealingKeys().byVersion().get(2))
                                        .hex(),
                        "sealing-key-2-from = 2026-11-23T15:00:00Z"),
                text.lines().toList().subList(5, 7));
        assertEquals(secret, SecretFileText.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sealing-key-1-from = soon | line 4: sealing-key-1-from must be a time such as 2026-11-23T15:00:00Z
            sealing-key-2-from = 2026-11-23T15:00:00Z | the line of sealing-key-2 is missing
            sealing-key-from = 2026-11-23T15:00:00Z | line 4: the number of a sealing key must be 1 to 255, without leading zeros
            """)
    void aTimeThatIsWrongIsNamed(String line, String fault) {
        String text = "format = 2\nindex-key = " + OTHER + "\nsealing-key-1 = " + KEY + "\n" + line + "\n";

        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> SecretFileText.parse(text));

        assertEquals(fault + "; restore the file from a backup", refused.getMessage());
    }

    @Test
    void aSecretWithAllKeysFitsIntoTheFile() throws Exception {
        Random random = new Random(3);
        InstallationSecret secret = InstallationSecret.generate(random);
        while (secret.sealingKeys().canGrow()) {
            secret = secret.withNewSealingKey(random, Instant.EPOCH);
        }
        Path file = folder.resolve("secret");
        Files.writeString(file, SecretFileText.of(secret));

        InstallationSecret read = new SecretFile(file).read().orElseThrow();

        assertEquals(secret, read);
        assertEquals(SealingKeys.MAX_VERSION, read.sealingKeys().byVersion().size());
    }

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final ApiKey API_KEY = ApiKey.generate(AccountSpace.Mode.LIVE, new Random(1));

    private static final int TIMES = 300;

    private static final byte[] ANN = "ann@example.com".getBytes(StandardCharsets.UTF_8);

    private static final RecordPlace PLACE =
            new RecordPlace(new AccountSpace("shop", AccountSpace.Mode.LIVE), "order", "orders", List.of(Bytes.EMPTY));

    @TempDir
    private Path watched;

    private String fault = "";

    private Instant now = FROM.minusSeconds(600);

    private SecretFile file = new SecretFile(Path.of(""));

    private Sealer sealer =
            new Sealer(InstallationSecret.generate(new Random(9)).sealingKeys(), new Random(9));

    private SecretWatch watch =
            new SecretWatch(file, InstallationSecret.generate(new Random(9)), sealer, keys -> "", () -> now);

    @Test
    void theFileIsNeverSeenWithAPartOfItsContent() throws Exception {
        String text = "x".repeat(32 << 20);
        Set<Long> seen = new HashSet<>();
        long end = System.nanoTime() + PATIENCE.toNanos();
        Thread watcher = Thread.ofPlatform().start(() -> {
            while (System.nanoTime() < end && !seen.contains((long) text.length())) {
                if (Files.exists(file())) {
                    seen.add(file().toFile().length());
                }
                Thread.onSpinWait();
            }
        });

        PrivateFile.create(file(), text, new Random(1));

        Waits.end(List.of(watcher));
        assertEquals(Set.of((long) text.length()), seen, "the lengths that were seen");
        assertEquals(Set.of("secret"), names());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void aFileThatExistsIsLeftAsItIs() throws Exception {
        Files.writeString(file(), "old");

        assertThrows(FileAlreadyExistsException.class, () -> PrivateFile.create(file(), "new", new Random(1)));

        assertEquals("old", Files.readString(file()));
        assertEquals(Set.of("secret"), names());
    }

    @Test
    void theFileIsNeverSeenWithoutItsKey() throws Exception {
        Path file = FirstKey.file(folder);
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        AtomicBoolean done = new AtomicBoolean();
        Thread watcher = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                try {
                    seen.add(Files.size(file));
                } catch (java.io.IOException missing) {
                    Thread.onSpinWait();
                }
            }
        });
        for (int i = 0; i < TIMES; i++) {
            Files.deleteIfExists(file);
            FirstKey.write(file, API_KEY);
        }
        done.set(true);
        Waits.end(List.of(watcher));

        seen.add(Files.size(file));
        assertEquals(Set.of((long) API_KEY.text().length() + 1), seen, "the lengths that were seen");
        assertEquals(API_KEY.text() + "\n", Files.readString(file));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @BeforeEach
    void makeASecret() {
        file = new SecretFile(path());
        InstallationSecret secret = file.create(new Random(1));
        sealer = new Sealer(secret.sealingKeys(), new Random(2));
        watch = new SecretWatch(file, secret, sealer, keys -> fault, () -> now);
    }

    private Path path() {
        return watched.resolve("secret");
    }

    @Test
    void aNewKeyOpensAtOnceAndSealsFromItsTimeOn() {
        InstallationSecret another = file.addSealingKey(new Random(3), FROM);
        byte[] sealed = new Sealer(another.sealingKeys(), new Random(4)).seal(PLACE, ANN);
        assertEquals(
                CannotOpen.Reason.NEWER_KEY,
                assertThrows(CannotOpen.class, () -> sealer.open(PLACE, sealed)).reason());

        watch.look();

        assertArrayEquals(ANN, sealer.open(PLACE, sealed));
        assertEquals(1, sealer.sealingKey());
        now = FROM.minusNanos(1);
        watch.look();
        assertEquals(1, sealer.sealingKey());
        now = FROM;
        watch.look();
        assertEquals(2, sealer.sealingKey());
    }

    @Test
    void aFileThatCannotBeUsedChangesNothing() throws Exception {
        file.addSealingKey(new Random(3), Instant.EPOCH);
        watch.look();
        String newest = Files.readString(path());
        String older = newest.substring(0, newest.indexOf("sealing-key-2"));
        Files.delete(path());
        new SecretFile(path()).create(new Random(8));
        String foreign = Files.readString(path());

        for (String text : List.of(older, foreign, "", newest.substring(0, newest.length() - 30), "no secret")) {
            Files.writeString(path(), text);
            watch.look();
            assertEquals(List.of(1, 2), List.copyOf(sealer.numbers()), text);
            assertEquals(2, sealer.sealingKey());
        }
        Files.delete(path());
        watch.look();
        assertEquals(List.of(1, 2), List.copyOf(sealer.numbers()));

        Files.writeString(path(), newest);
        file.addSealingKey(new Random(5), Instant.EPOCH);
        watch.look();
        assertEquals(3, sealer.sealingKey());
    }

    /** Two machines added a key with the same number. */
    @Test
    void aKeyWhoseNumberBelongsToAnotherOneIsNotUsed() {
        file.addSealingKey(new Random(3), Instant.EPOCH);
        fault = "its sealing key 2 is not sealing key 2 of the store";

        watch.look();

        assertEquals(List.of(1), List.copyOf(sealer.numbers()));
        fault = "";
        watch.look();
        assertEquals(2, sealer.sealingKey());
    }
}
