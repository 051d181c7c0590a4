package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.OpenStore;
import org.orderevidence.waiting.Waits;

/**
 * What the files of a store show of an erased customer after the compaction that docs/privacy.md names. Personal data is
 * sealed, so its canaries are the sealed bytes and the keyed hashes.
 */
public abstract class ErasedFilesContract implements ServesApi {
    private static final int CANARY_BYTES = 16;
    /** What no file may show, before the compaction as well. */
    private static final Set<String> PERSONAL = Set.of(
            "ann@example.com",
            "Leeward",
            "of-leeward",
            "555 0100",
            "Main Street",
            "Two mugs",
            "198.51.100.7",
            "203.0.113.7");

    @AutoClose
    private OpenStore open;

    @AutoClose
    private ServedApi served;

    /** Returns an empty store, which is served. */
    protected abstract OpenStore open();

    /** Returns the folders of the files that the engine reads. */
    protected abstract List<Path> files();

    /** Has the engine write everything to its files. */
    protected abstract void flush();

    /** Has the engine remove from its files what was deleted. */
    protected abstract void compact();

    @BeforeEach
    void serve() {
        open = open();
        served = ServedApi.start(store(), DefaultLimits.DEFAULTS);
    }

    private ServedStore store() {
        return ServedStore.of(open);
    }

    @Override
    public ServedApi api() {
        return served;
    }

    /** Returns what would betray the records of a space: the end of each sealed body, and each keyed hash. */
    private Set<String> canaries(AccountSpace space) {
        return texts(space)
                .filter(text -> text.length() >= CANARY_BYTES)
                .map(text -> text.substring(text.length() - CANARY_BYTES))
                .collect(Collectors.toSet());
    }

    private Stream<String> texts(AccountSpace space) {
        List<String> texts = new ArrayList<>();
        store().eachRecord((_, record) -> {
            if (record.key().space().equals(space)) {
                Stream.of(record.key().part(), record.key().sort(), record.head(), record.body())
                        .map(bytes -> new String(bytes.toArray(), StandardCharsets.ISO_8859_1))
                        .forEach(texts::add);
            }
        });
        return texts.stream();
    }

    /** Returns which of some texts the files show. An engine may remove files at the same time. */
    private Set<String> shown(Set<String> texts) {
        Set<String> shown = new HashSet<>();
        FileVisitor<Path> visitor = new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                try {
                    String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                    texts.stream().filter(content::contains).forEach(shown::add);
                } catch (NoSuchFileException removed) {
                    return visitFileFailed(file, removed);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException removed) {
                return FileVisitResult.CONTINUE;
            }
        };
        try {
            for (Path folder : files()) {
                Files.walkFileTree(folder, visitor);
            }
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
        return shown;
    }

    private static String order(String id, String email, int amount) {
        return """
                {"id": "%s", "amount": %d, "currency": "EUR", "transactionDate": "2025-01-01T00:00:00Z",
                 "gatewayTransactionId": "ch_of_%s", "bin": "424242", "last4": "4242", "ip": "203.0.113.7",
                 "cardFingerprint": "fp-of-leeward-1", "customerAccountId": "login-of-leeward", "deviceId": "device-of-leeward",
                 "receipt": {"customerEmail": "%s", "customerPhone": "+353 1 555 0100", "name": {"familyName": "Leeward"},
                  "billingAddress": {"line1": "1 Main Street"}, "lineItems": [{"productName": "Two mugs", "price": 1}]}}""".formatted(id, amount, id, email);
    }

    @Test
    void theFilesShowNothingOfAnErasedCustomer() {
        Merchant merchant = new Merchant(this, store());
        Shop shop = merchant.shop;
        shop.upload(order("B-1", "bob@example.com", 1)).is(200);
        Set<String> others = canaries(merchant.space);
        shop.upload(order("A-1", "ann@example.com", 1), order("A-2", "ann@example.com", 1))
                .is(200);
        Set<String> all = canaries(merchant.space);
        shop.upload(order("A-1", "ann@example.com", 2)).is(200);
        shop.report("A-1", "F", "2025-02-01");
        shop.post("/api/v2/track", "{\"email\": \"ann@example.com\", \"ip\": \"198.51.100.7\"}")
                .is(200);
        all.addAll(canaries(merchant.space));
        flush();

        shop.post("/api/v2/customers/erase", "{\"email\": \"ann@example.com\"}").is(200);

        // What is left of an erased order has keyed hashes where a write is not atomic.
        Set<String> erased = new HashSet<>(all);
        texts(merchant.space).forEach(left -> erased.removeIf(left::contains));
        assertTrue(erased.size() > 5, () -> erased.size() + " canaries");
        assertTrue(shown(erased).size() > erased.size() / 2, "the files have them until they are compacted");
        assertEquals(Set.of(), shown(PERSONAL));
        Waits.until(
                () -> {
                    compact();
                    return shown(erased).isEmpty();
                },
                "the files still show what was erased");
        flush();
        assertTrue(shown(others).size() > others.size() / 2, "the others are there");
        assertEquals(List.of("B-1"), merchant.listed());
    }
}
