package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.ApiKey;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.installation.SecretOfStore.SecretWatch;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.Sealer.CannotOpen;
import org.orderevidence.waiting.Waits;

/** Files that only their owner reads. */
class PrivateFileTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ApiKey KEY = ApiKey.generate(AccountSpace.Mode.LIVE, new Random(1));
    private static final int TIMES = 300;
    private static final Instant FROM = Instant.parse("2026-11-23T15:00:00Z");
    private static final byte[] ANN = "ann@example.com".getBytes(StandardCharsets.UTF_8);
    private static final RecordPlace PLACE =
            new RecordPlace(new AccountSpace("shop", AccountSpace.Mode.LIVE), "order", "orders", List.of(Bytes.EMPTY));

    @TempDir
    private Path folder;

    @TempDir
    private Path watched;

    private String fault = "";
    private Instant now = FROM.minusSeconds(600);
    private SecretFile file = new SecretFile(Path.of(""));
    private Sealer sealer =
            new Sealer(InstallationSecret.generate(new Random(9)).sealingKeys(), new Random(9));
    private SecretWatch watch =
            new SecretWatch(file, InstallationSecret.generate(new Random(9)), sealer, keys -> "", () -> now);

    private Path file() {
        return folder.resolve("secret");
    }

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
        assertEquals(List.of("secret"), names());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void aFileThatExistsIsLeftAsItIs() throws Exception {
        Files.writeString(file(), "old");

        assertThrows(FileAlreadyExistsException.class, () -> PrivateFile.create(file(), "new", new Random(1)));

        assertEquals("old", Files.readString(file()));
        assertEquals(List.of("secret"), names());
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
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
            FirstKey.write(file, KEY);
        }
        done.set(true);
        Waits.end(List.of(watcher));

        seen.add(Files.size(file));
        assertEquals(Set.of((long) KEY.text().length() + 1), seen, "the lengths that were seen");
        assertEquals(KEY.text() + "\n", Files.readString(file));
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

    private static byte[] sealedByAnotherInstance(InstallationSecret secret) {
        return new Sealer(secret.sealingKeys(), new Random(4)).seal(PLACE, ANN);
    }

    @Test
    void aNewKeyOpensAtOnceAndSealsFromItsTimeOn() {
        byte[] sealed = sealedByAnotherInstance(file.addSealingKey(new Random(3), FROM));
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
