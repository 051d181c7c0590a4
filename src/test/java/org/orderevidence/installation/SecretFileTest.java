package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.service.InstallationSecret;
import org.orderevidence.transfer.WholeStores;
import org.orderevidence.waiting.Waits;

/** The secret file is missing or complete, and no new store is created for an existing secret. */
class SecretFileTest {
    private static final int STARTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Instant FROM = Instant.parse("2026-11-23T15:00:00Z");

    @TempDir
    private Path folder;

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
                together.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
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
        Set<Integer> seen = new HashSet<>();
        FutureTask<Integer> reader = new FutureTask<>(() -> {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!seen.contains(last)) {
                assertTrue(System.nanoTime() < end, () -> "the last key was not seen, only " + seen);
                InstallationSecret read = new SecretFile(file()).read().orElseThrow();
                assertEquals(secret.indexKey(), read.indexKey());
                seen.add(read.sealingKeys().newest());
            }
            return seen.size();
        });
        Thread.ofPlatform().start(reader);

        for (int i = 1; i < last; i++) {
            new SecretFile(file()).addSealingKey(new Random(i), FROM);
        }

        assertTrue(reader.get() > 2);
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
}
