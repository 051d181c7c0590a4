package org.orderevidence.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.BackupMark;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.PrivateFile;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.Setting;
import org.orderevidence.installation.StoreUrl;
import org.orderevidence.installation.Stores;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.process.FileError;
import org.orderevidence.process.Periodic;
import org.orderevidence.store.Key;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.document.DocumentText;
import org.orderevidence.transfer.StoreCopy.CopyJournal;
import org.orderevidence.transfer.StoreVerify.VerifyReport;

/**
 * Tasks on a whole store: copy, verify and back up. A service may use the store in the meantime. Throws
 * {@link CannotStart} if the operator can fix what is wrong.
 */
public final class StoreTasks {
    /** Longer than a write takes from its first row to its last. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final int MOST_SHOWN = 100;

    private static final String HEX = "0x";

    /** Default names in a data folder: the backup can be served and verified without changes. */
    private static final String DATABASE = "evidence.db";

    private static final String SECRET = "secret";

    private StoreTasks() {}

    /**
     * The result of a copy.
     *
     * @param damaged records that cannot be read, and could not be copied or compared
     */
    public record Copied(List<Kind> kinds, long damaged, long surplus, boolean isEqual) {}

    public record Kind(String name, long inSource, long inTarget, boolean isEqual) {}

    public record BackedUp(long databaseBytes, boolean hasFirstKey) {}

    /** Returns what is wrong with the addresses of a copy, or an empty result if it can start. */
    public static Optional<String> fault(String from, String to) {
        Optional<String> fault = faultOf("--from", from).or(() -> faultOf("--to", to));
        if (fault.isEmpty() && Stores.isSame(StoreUrl.parse(from), StoreUrl.parse(to))) {
            return Optional.of("--from and --to name the same store");
        }
        return fault;
    }

    /** Copies everything from one store to another, and compares the two. */
    public static Copied copy(
            Config config, String from, String to, boolean restart, boolean mirror, StoreWatch watch) {
        Clock clock = Clock.systemUTC();
        StoreUrl sourceUrl = StoreUrl.parse(from);
        StoreUrl targetUrl = StoreUrl.parse(to);
        return surviving(() -> {
            SecretOfStore secret =
                    new SecretOfStore(config.secretFile(), SecretOfStore.Use.READ, sourceUrl.toString(), clock);
            try (OpenStore source = Stores.openExisting(sourceUrl, clock, secret);
                    Periodic _ = secret.watch()) {
                SecretOfStore sameSecret =
                        new SecretOfStore(config.secretFile(), SecretOfStore.Use.FILL, targetUrl.toString(), clock);
                try (OpenStore target = Stores.open(targetUrl, clock, sameSecret);
                        Periodic _ = sameSecret.watch()) {
                    CopyJournal journal = CopyJournal.of(target.accounts(), from);
                    if (restart) {
                        journal.end();
                    }
                    return new StoreCopy(source, target, journal, mirror, clock.instant(), watch).run();
                }
            }
        });
    }

    /** Reads the whole store back. */
    public static VerifyReport verify(Config config, boolean repair, StoreWatch watch) {
        return verify(config, repair, PAUSE, watch);
    }

    /** The same, with a time that is longer than a write takes from its first row to its last. */
    static VerifyReport verify(Config config, boolean repair, Duration longestWrite, StoreWatch watch) {
        Runnable pause = () -> LockSupport.parkNanos(longestWrite.toNanos());
        return within(config, (store, _) -> new StoreVerify(store, Instant.now(), repair, pause, watch).run());
    }

    /**
     * Returns records of a store, opened, as lines; empty if there are none.
     *
     * @param part first part of their key; text, or {@code 0x} and hexadecimal digits
     * @param sort the second part; {@code null} for the first 100 records
     * @throws IllegalArgumentException if the kind or a key is not valid
     */
    public static List<String> show(
            Config config, String kind, AccountSpace space, String part, @Nullable String sort) {
        return within(config, (store, _) -> lines(store, kind, space, part, sort));
    }

    /** Writes a backup of the embedded store, its secret and the first key, also while a service uses it. */
    public static BackedUp backup(Config config, Path folder) {
        BackedUp written = within(config, (_, _) -> write(config, folder));
        try {
            BackupMark.write(config.data(), Instant.now());
        } catch (IOException unwritable) {
            throw new CannotStart(
                    "the backup is complete, but its time cannot be noted in " + BackupMark.file(config.data()) + ": "
                            + FileError.cause(unwritable),
                    unwritable);
        }
        return written;
    }

    /**
     * Copies a backup to a data folder.
     *
     * @param backup settings with the backup as their data folder
     */
    public static BackedUp restore(Config backup, Path folder) {
        return within(backup, (_, _) -> write(backup, folder));
    }

    /** Performs a task in the store of an installation, with its secret. */
    static <T> T within(Config config, BiFunction<OpenStore, SecretOfStore, T> task) {
        Clock clock = Clock.systemUTC();
        return surviving(() -> {
            SecretOfStore secret = new SecretOfStore(
                    config.secretFile(), SecretOfStore.Use.READ, config.store().toString(), clock);
            try (OpenStore store = Stores.openExisting(config.store(), clock, secret);
                    Periodic _ = secret.watch()) {
                return task.apply(store, secret);
            }
        });
    }

    /**
     * Returns the result of a task. A store that goes away ends the task, and is no fault of this program.
     *
     * @throws CannotStart if the store failed
     */
    public static <T> T surviving(Supplier<T> task) {
        try {
            return task.get();
        } catch (StoreUnavailable | UnknownOutcome failed) {
            throw new CannotStart(
                    "a store failed: " + failed.getMessage() + "; when it is well again, run the same command again",
                    failed);
        }
    }

    private static Optional<String> faultOf(String option, String address) {
        try {
            StoreUrl.parse(address);
            return Optional.empty();
        } catch (IllegalArgumentException broken) {
            return Optional.of(option + " " + broken.getMessage() + ", not \"" + Setting.redacted(address) + "\"");
        }
    }

    private static List<String> lines(
            OpenStore store, String kind, AccountSpace space, String part, @Nullable String sort) {
        Meaning meaning = store.kinds().stream()
                .filter(one -> one.kind().name().equals(kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no kind " + kind + "; the kinds are "
                        + store.kinds().stream().map(one -> one.kind().name()).collect(Collectors.joining(", "))));
        Range range = sort == null
                ? Range.part(meaning.kind(), space, bytes(part), MOST_SHOWN)
                : Range.one(new Key(meaning.kind(), space, bytes(part), bytes(sort)));
        List<String> lines = new ArrayList<>();
        for (Stored record : store.records().read(range)) {
            add(lines, store, meaning, record);
        }
        return lines;
    }

    private static void add(List<String> lines, OpenStore store, Meaning meaning, Stored record) {
        Optional<OpenedRecord> opened = RecordSealer.ifReadable(() -> OpenedRecord.of(store, meaning, record));
        lines.add(opened.map(OpenedRecord::words).orElse("one of the " + meaning.name() + ", damaged"));
        lines.add("  part: " + text(record.key().part()));
        lines.add("  sort: " + text(record.key().sort()));
        lines.add("  version: " + record.version() + " (" + Micros.time(record.version()) + ")");
        if (record.expires() != null) {
            lines.add("  expires: " + record.expires());
        }
        if (!record.link().isEmpty()) {
            lines.add("  link: " + text(record.link()));
        }
        add(lines, "head", record.head());
        add(lines, "body", opened.map(OpenedRecord::content).orElse(record.body()));
        opened.ifPresent(whole -> whole.rows()
                .forEach(row -> lines.add("  row: " + row.key().kind() + " "
                        + text(row.key().part()) + " " + text(row.key().sort()))));
    }

    private static void add(List<String> lines, String name, Bytes bytes) {
        if (!bytes.isEmpty()) {
            DocumentText.of(name, bytes.toArray()).forEach(line -> lines.add("  " + line));
        }
    }

    private static Bytes bytes(String text) {
        return Bytes.wrap(
                text.startsWith(HEX)
                        ? HexFormat.of().parseHex(text, HEX.length(), text.length())
                        : text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns bytes as {@link #bytes} reads them. */
    private static String text(Bytes bytes) {
        String text = StandardCharsets.US_ASCII.decode(bytes.buffer()).toString();
        return !text.startsWith(HEX) && text.chars().allMatch(c -> c >= ' ' && c <= '~')
                ? "\"" + text + "\""
                : HEX + bytes.hex();
    }

    /** Writes a backup: a folder with a consistent copy of the database, the secret and, if it exists, the first key. */
    private static BackedUp write(Config config, Path to) {
        Path folder = to.toAbsolutePath().normalize();
        Path partial = folder.resolveSibling(folder.getFileName() + ".partial");
        if (Files.exists(folder)) {
            throw new CannotStart(folder + " exists; rename it, or name a new folder");
        }
        try {
            Path parent = Objects.requireNonNull(partial.getParent(), "a folder that is not the root");
            Files.createDirectories(parent);
            Files.createDirectory(partial, PrivateFile.ownerOnlyFolder(parent));
        } catch (FileAlreadyExistsException interrupted) {
            throw new CannotStart(
                    partial + " exists: a backup is in progress or was interrupted; if none is in progress, delete it",
                    interrupted);
        } catch (IOException unwritable) {
            throw failed(folder, unwritable);
        }
        try {
            Stores.backup(config.store(), partial.resolve(DATABASE));
            long bytes = Files.size(partial.resolve(DATABASE));
            // Read after the database is copied: the secret then has all sealing keys of the records in the copy.
            String secret = Files.readString(config.secretFile(), StandardCharsets.US_ASCII);
            SecureRandom random = new SecureRandom();
            PrivateFile.create(partial.resolve(SECRET), secret, random);
            Path firstKey = config.data().resolve(FirstKey.FILE_NAME);
            boolean hasFirstKey = Files.exists(firstKey);
            if (hasFirstKey) {
                String key = Files.readString(firstKey, StandardCharsets.US_ASCII);
                PrivateFile.create(partial.resolve(FirstKey.FILE_NAME), key, random);
            }
            Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
            PrivateFile.flush(folder.resolveSibling("."));
            return new BackedUp(bytes, hasFirstKey);
        } catch (IOException unwritable) {
            throw failed(folder, unwritable);
        } finally {
            deletePartial(partial);
        }
    }

    private static CannotStart failed(Path folder, IOException unwritable) {
        return new CannotStart("cannot write " + folder + ": " + FileError.cause(unwritable), unwritable);
    }

    /** Deletes the files of a failed backup. After a successful backup there are none. */
    private static void deletePartial(Path partial) {
        try {
            for (String name : new String[] {DATABASE, DATABASE + "-journal", SECRET, FirstKey.FILE_NAME}) {
                Files.deleteIfExists(partial.resolve(name));
            }
            Files.deleteIfExists(partial);
        } catch (IOException undeletable) {
            // The failure of the backup is reported; the next backup reports this folder.
        }
    }
}
