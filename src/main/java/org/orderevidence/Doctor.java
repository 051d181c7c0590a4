package org.orderevidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.limits.MemoryPlan;
import org.orderevidence.http.limits.MemoryPlan.LimitsDoNotFit;
import org.orderevidence.installation.BackupMark;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.webhook.EventCounts;

/** Looks for what commonly goes wrong with an installation, and says what to do about it. Changes nothing that is stored. */
public record Doctor(
        Config config,
        Surroundings surroundings,
        @Nullable OpenInstallation parts,
        @Nullable CannotStart closed) {
    private static final double LEAST_FREE = 0.1;
    private static final Duration MOST_CLOCK_ERROR = Duration.ofMinutes(5);
    private static final Duration SLOW_FLUSH = Duration.ofMillis(50);
    private static final Duration EXPIRES_SOON = Duration.ofDays(7);
    private static final Duration OLD_BACKUP = Duration.ofDays(7);
    private static final Duration SILENCE = Duration.ofDays(1);

    /** Of the heap that is set, what the JVM reports with the options of the launcher. */
    private static final double REPORTED_HEAP = 235.0 / 256;

    private static final int FLUSHES = 9;
    private static final int BLOCK = 4096;
    private static final int MOST_KEYS = 1_000;
    private static final int MOST_NAMED = 5;

    /** All checks, in the order in which they are reported. */
    private static final List<Check> CHECKS = List.of(
            new Check(
                    "disk",
                    "free space on the disk of the data folder",
                    Doctor::disk,
                    "Free space, or move the data to a larger disk. When it is full, writes are answered 503."),
            new Check(
                    "clock",
                    "the time of this machine, compared with that of its files and of what was stored last",
                    Doctor::clock,
                    "Set the clock and synchronise it (NTP). Verdicts, retention and keys depend on the day."),
            new Check(
                    "secret",
                    "who may read the file with the secret",
                    Doctor::secret,
                    "Give the file to the user of the service, and run chmod 600. If others may have read it, run"
                            + " ./evidence secret rotate."),
            new Check(
                    "heap",
                    "whether the limits fit the heap of the service",
                    Doctor::heap,
                    "Set a larger -Xmx in EVIDENCE_JAVA_OPTS, or lower limits.connections or limits.body-bytes."),
            new Check(
                    "release",
                    "whether this release can read the store",
                    Doctor::release,
                    "Start the release that wrote the store, or restore a backup from before the update."),
            new Check(
                    "database",
                    "whether the store can be opened",
                    Doctor::database,
                    "Start the database, and check the setting store, the network and the password. A new store is made"
                            + " by the first start of the service."),
            new Check(
                    "flush",
                    "how long the disk needs to flush 4 KB",
                    Doctor::flush,
                    "Use a local disk with a fast flush. Every write waits for it."),
            new Check(
                    "keys",
                    "API keys that have expired or expire within a week",
                    ofOpen(Doctor::keys),
                    "Run ./evidence key rotate for keys in use, and ./evidence key revoke for the others."),
            new Check(
                    "backup",
                    "the age of the last backup",
                    Doctor::backup,
                    "Run ./evidence store backup every day; after a backup by other tools, touch <data>/last-backup."),
            new Check(
                    "integrations",
                    "when each live integration received its last event",
                    ofOpen(Doctor::integrations),
                    "Check the deliveries on the pages of the platform; ./evidence integration status shows the address."),
            new Check(
                    "retention",
                    "whether orders that are older than the retention are removed",
                    ofOpen(Doctor::retention),
                    "Start the service, which removes them. If it runs, its log says why it cannot."));

    /**
     * What the checks measure outside the installation.
     *
     * @param heap the largest heap of the service, in bytes, as it is set
     * @param freeShare returns which share of the disk of a folder is free
     * @param flushTime returns how long the disk of a folder needs to flush a block
     */
    public record Surroundings(Clock clock, long heap, Measure<Double> freeShare, Measure<Duration> flushTime) {
        /** Returns those of this machine. */
        public static Surroundings of(long heap) {
            return new Surroundings(Clock.systemUTC(), heap, Doctor::freeShare, Doctor::flushTime);
        }
    }

    /** Measures something of a folder. */
    @FunctionalInterface
    public interface Measure<T> {
        T of(Path folder) throws IOException;
    }

    /**
     * The result of a check.
     *
     * @param measures what is checked
     * @param found what was found
     * @param cure what to do; {@code null} if nothing is wrong
     */
    public record Finding(
            String name,
            String measures,
            String found,
            @Nullable String cure) {
        public boolean isFault() {
            return cure != null;
        }
    }

    private record Check(String name, String measures, Look look, String cure) {
        Finding finding(Doctor doctor) {
            Found found;
            try {
                found = look.at(doctor);
            } catch (IOException | RuntimeException failed) {
                found = Found.fault("cannot be checked: " + failed.getMessage());
            }
            return new Finding(name, measures, found.words, found.isFault ? cure : null);
        }
    }

    @FunctionalInterface
    private interface Look {
        Found at(Doctor doctor) throws IOException;
    }

    /** Returns a check that runs only if the store is open. */
    private static Look ofOpen(BiFunction<Doctor, OpenInstallation, Found> look) {
        return doctor -> doctor.parts == null ? Found.NOT_OPEN : look.apply(doctor, doctor.parts);
    }

    private record Found(boolean isFault, String words) {
        private static final Found NOT_OPEN = well("not checked, because the store is not open");

        static Found well(String words) {
            return new Found(false, words);
        }

        static Found fault(String words) {
            return new Found(true, words);
        }
    }

    /** Performs all checks. */
    public static List<Finding> examine(Config config, Surroundings surroundings) {
        try (Installation installation = Installation.openExisting(config, surroundings.clock)) {
            return new Doctor(config, surroundings, OpenInstallation.of(installation, config, surroundings.clock), null)
                    .findings();
        } catch (CannotStart closed) {
            return new Doctor(config, surroundings, null, closed).findings();
        }
    }

    private List<Finding> findings() {
        return CHECKS.stream().map(check -> check.finding(this)).toList();
    }

    private Found disk() throws IOException {
        double free = surroundings.freeShare.of(config.data());
        return new Found(free < LEAST_FREE, Math.round(free * 100) + " % of the disk are free");
    }

    private static double freeShare(Path folder) throws IOException {
        FileStore disk = Files.getFileStore(folder);
        return (double) disk.getUsableSpace() / disk.getTotalSpace();
    }

    private Found clock() throws IOException {
        Instant now = surroundings.clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Path probe = Files.createTempFile(config.data(), "doctor", ".tmp");
        Instant ofFiles = Files.getLastModifiedTime(probe).toInstant();
        Files.delete(probe);
        Instant stored = lastStored();
        Duration error = Duration.between(now, ofFiles).abs();
        if (error.compareTo(MOST_CLOCK_ERROR) > 0) {
            return Found.fault("now " + now + ", but a new file has the time " + ofFiles);
        }
        return new Found(
                stored.isAfter(now.plus(MOST_CLOCK_ERROR)),
                "now " + now + "; last stored: " + stored.truncatedTo(ChronoUnit.SECONDS));
    }

    /** Returns the latest time that the background work of a service has stored. */
    private Instant lastStored() {
        Instant[] last = {Instant.EPOCH};
        OpenInstallation open = parts;
        if (open != null) {
            open.installation().accounts().eachSpace((_, space) -> {
                open.coverages()
                        .computed(space)
                        .filter(computed -> computed.computedAt().isAfter(last[0]))
                        .ifPresent(computed -> last[0] = computed.computedAt());
                return true;
            });
        }
        return last[0];
    }

    private Found secret() throws IOException {
        Path file = config.secretFile();
        if (!Files.exists(file)) {
            return Found.fault("there is no file " + file);
        }
        if (!Files.isReadable(file)) {
            return Found.fault(file + " cannot be read by the user of this command");
        }
        Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
        others.removeIf(permission -> permission.name().startsWith("OWNER"));
        return new Found(
                !others.isEmpty(),
                file + (others.isEmpty() ? " is accessible only to its owner" : " is accessible to others"));
    }

    private Found heap() {
        long reported = Math.round(surroundings.heap * REPORTED_HEAP);
        try {
            MemoryPlan.of(reported, config.limits());
            return Found.well("the limits fit a heap of " + (surroundings.heap >> 20) + " MB");
        } catch (LimitsDoNotFit tooLittle) {
            return Found.fault(String.valueOf(tooLittle.getMessage()));
        }
    }

    private Found release() {
        CannotStart fault = closed;
        return fault != null && fault.getCause() instanceof StoreRefused
                ? Found.fault(String.valueOf(fault.getMessage()))
                : fault == null ? Found.well("this release can read the store") : Found.NOT_OPEN;
    }

    private Found database() {
        CannotStart fault = closed;
        return fault == null || fault.getCause() instanceof StoreRefused
                ? Found.well(config.store() + " answers")
                : Found.fault(String.valueOf(fault.getMessage()));
    }

    private Found flush() throws IOException {
        Duration time = surroundings.flushTime.of(config.data());
        return new Found(time.compareTo(SLOW_FLUSH) > 0, time.toMillis() + " ms for 4 KB");
    }

    /** Returns the median of some flushes. */
    private static Duration flushTime(Path folder) throws IOException {
        Path file = Files.createTempFile(folder, "doctor", ".tmp");
        long[] nanos = new long[FLUSHES];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < FLUSHES; i++) {
                long start = System.nanoTime();
                channel.write(ByteBuffer.allocate(BLOCK));
                channel.force(false);
                nanos[i] = System.nanoTime() - start;
            }
        } finally {
            Files.delete(file);
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[FLUSHES / 2]);
    }

    private Found keys(OpenInstallation open) {
        Instant soon = surroundings.clock.instant().plus(EXPIRES_SOON);
        List<String> expiring = new ArrayList<>();
        open.installation().accounts().eachSpace((_, space) -> {
            open.installation().store().accounts().keys(space, null, MOST_KEYS).stream()
                    .filter(key -> key.endedAt() == null && isBefore(key.expiresAt(), soon))
                    .map(KeyRow::id)
                    .forEach(expiring::add);
            return true;
        });
        return new Found(!expiring.isEmpty(), expiring.isEmpty() ? "none expires within a week" : named(expiring));
    }

    private static boolean isBefore(@Nullable Instant time, Instant other) {
        return time != null && time.isBefore(other);
    }

    private static String named(List<String> all) {
        String first = all.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        return all.size() > MOST_NAMED ? first + " and " + (all.size() - MOST_NAMED) + " more" : first;
    }

    private Found backup() {
        Instant week = surroundings.clock.instant().minus(OLD_BACKUP);
        Instant last = BackupMark.read(config.data()).orElse(null);
        if (last != null) {
            return new Found(last.isBefore(week), "last backup " + last.truncatedTo(ChronoUnit.SECONDS));
        }
        return new Found(isOlderThan(week), "no backup yet");
    }

    /** Returns true if the installation has an account from before a time. */
    private boolean isOlderThan(Instant time) {
        OpenInstallation open = parts;
        boolean[] isOlder = {false};
        if (open != null) {
            open.installation().accounts().eachSpace((account, _) -> {
                isOlder[0] |= account.createdAt().isBefore(time);
                return !isOlder[0];
            });
        }
        return isOlder[0];
    }

    private Found integrations(OpenInstallation open) {
        Instant yesterday = surroundings.clock.instant().minus(SILENCE);
        List<Integration> live = open.webhooks().integrations().all().stream()
                .filter(integration -> integration.space().mode() == Mode.LIVE)
                .toList();
        List<String> silent = live.stream()
                .filter(integration -> lastEvent(open, integration).isBefore(yesterday))
                .map(integration -> integration.platform().wireName() + " " + integration.id())
                .toList();
        return silent.isEmpty()
                ? Found.well(live.isEmpty() ? "there are none" : "all " + live.size() + " received events within a day")
                : Found.fault("no event for a day: " + named(silent));
    }

    private Found retention(OpenInstallation open) {
        List<String> late = new ArrayList<>();
        open.installation().accounts().eachSpace((_, space) -> {
            if (open.purge().isLate(space)) {
                late.add(space.path());
            }
            return true;
        });
        return late.isEmpty()
                ? Found.well("no order stays too long")
                : Found.fault("nothing was removed for two days: " + named(late));
    }

    /** Returns when an integration was made if it has received no event. */
    private static Instant lastEvent(OpenInstallation open, Integration integration) {
        EventCounts.Last last =
                open.webhooks().eventCounts().count(integration.id()).last();
        return last == null ? integration.createdAt() : last.at();
    }
}
