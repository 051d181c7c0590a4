package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.ApiKey;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.waiting.Waits;

/** Files that only their owner reads. */
class PrivateFileTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private static final ApiKey KEY = ApiKey.generate(AccountSpace.Mode.LIVE, new Random(1));
    private static final int TIMES = 300;

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
}
