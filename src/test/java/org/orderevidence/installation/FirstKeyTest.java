package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.ApiKey;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.waiting.Waits;

/** The first key is shown once. A file that a power cut leaves empty would lock the operator out. */
class FirstKeyTest {
    private static final ApiKey KEY = ApiKey.generate(AccountSpace.Mode.LIVE, new Random(1));
    private static final int TIMES = 300;

    @TempDir
    private Path folder;

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
