package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.settings.Config;
import org.orderevidence.transfer.WholeStores;

/** The secret's file is missing or whole, and a store is not made anew beside a secret. */
class SecretFileTest {
    private static final int STARTS = 8;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("secret");
    }

    @Test
    void theFileIsNeverSeenWithAPartOfItsContent() throws Exception {
        String text = "x".repeat(32 << 20);
        Set<Long> seen = new HashSet<>();
        Thread watcher = Thread.ofPlatform().start(() -> {
            while (!seen.contains((long) text.length())) {
                if (Files.exists(file())) {
                    seen.add(file().toFile().length());
                }
                Thread.onSpinWait();
            }
        });

        SecretFile.writeDurably(file(), text, new Random(1));

        watcher.join();
        assertEquals(Set.of((long) text.length()), seen);
        assertEquals(List.of("secret"), names());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void aFileThatExistsIsLeftAsItIs() throws Exception {
        Files.writeString(file(), "old");

        assertThrows(FileAlreadyExistsException.class, () -> SecretFile.writeDurably(file(), "new", new Random(1)));

        assertEquals("old", Files.readString(file()));
        assertEquals(List.of("secret"), names());
    }

    @Test
    void processesThatStartTogetherAgree() throws Exception {
        CyclicBarrier together = new CyclicBarrier(STARTS);
        List<Callable<String>> starts = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            Random random = new Random(i);
            starts.add(() -> {
                together.await();
                return new SecretFile(file()).create(random).hex();
            });
        }
        Set<String> secrets = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(STARTS)) {
            for (Future<String> secret : threads.invokeAll(starts)) {
                secrets.add(secret.get());
            }
        }

        assertEquals(Set.of(Files.readString(file()).strip()), secrets);
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

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }
}
