package org.orderevidence.store.sql;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.jspecify.annotations.Nullable;

/** Finds the programs {@code initdb} and {@code postgres}: unpacked from the class path, or installed. */
final class PostgresBinaries {
    /** Where Debian, Fedora and Homebrew keep them. */
    private static final List<String> INSTALLED = List.of(
            "/usr/lib/postgresql/18/bin",
            "/usr/lib/postgresql/17/bin",
            "/usr/pgsql-18/bin",
            "/usr/pgsql-17/bin",
            "/opt/homebrew/opt/postgresql@18/bin",
            "/opt/homebrew/opt/postgresql@17/bin");

    private static final int OLDEST = 15;
    private static final int NEWEST = 30;

    private static final String DONE = "unpacked";

    private PostgresBinaries() {}

    /**
     * The folder of the programs.
     *
     * @param folder where to unpack them, if it has not been done; may not exist yet
     * @throws IllegalStateException if there are none; the message names what to install
     */
    static Path in(Path folder) throws IOException {
        String archive = archive();
        try (InputStream packed = archive == null ? null : PostgresBinaries.class.getResourceAsStream("/" + archive)) {
            if (packed != null) {
                unpackOnce(packed, folder);
                return folder.resolve("bin");
            }
        }
        return INSTALLED.stream()
                .map(Path::of)
                .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the tests need a PostgreSQL server, and there is none for"
                        + " this platform among the libraries: install PostgreSQL 17 or 18 (one of " + INSTALLED
                        + ")"));
    }

    /**
     * The folder of the newest programs that are installed, with {@code pg_dump} and {@code pg_restore}.
     *
     * @throws IllegalStateException if there are none; the message names what to install
     */
    static Path installed() {
        return Stream.of("/usr/lib/postgresql/%d/bin", "/usr/pgsql-%d/bin", "/opt/homebrew/opt/postgresql@%d/bin")
                .flatMap(form -> IntStream.rangeClosed(OLDEST, NEWEST)
                        .map(version -> OLDEST + NEWEST - version)
                        .mapToObj(version -> Path.of(form.formatted(version))))
                .filter(bin ->
                        Files.isExecutable(bin.resolve("postgres")) && Files.isExecutable(bin.resolve("pg_dump")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the test of backups needs an installed PostgreSQL, "
                        + OLDEST + " or newer, with pg_dump: install it (Debian's package is postgresql)"));
    }

    private static @Nullable String archive() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        boolean arm = System.getProperty("os.arch").equals("aarch64");
        if (system.startsWith("linux")) {
            return arm ? "postgres-linux-arm_64.txz" : "postgres-linux-x86_64.txz";
        }
        return system.startsWith("mac") && arm ? "postgres-darwin-arm_64.txz" : null;
    }

    /** Two builds can run at the same time: one unpacks, the other waits. */
    private static void unpackOnce(InputStream packed, Path folder) throws IOException {
        Files.createDirectories(folder.toAbsolutePath().getParent());
        Path lock = folder.resolveSibling(folder.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var locked = channel.lock()) {
            if (locked.isValid() && !Files.exists(folder.resolve(DONE))) {
                delete(folder);
                unpack(packed, folder);
                Files.createFile(folder.resolve(DONE));
            }
        }
    }

    private static void unpack(InputStream packed, Path folder) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(packed)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (!file.startsWith(folder)) {
                    throw new IOException("the archive leaves its folder: " + entry.getName());
                }
                Files.createDirectories(entry.isDirectory() ? file : file.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else if (!entry.isDirectory()) {
                    Files.copy(tar, file, StandardCopyOption.REPLACE_EXISTING);
                    Files.setPosixFilePermissions(file, rights(entry));
                }
            }
        }
    }

    private static Set<PosixFilePermission> rights(TarArchiveEntry entry) {
        boolean program = (entry.getMode() & 0b001_000_000) != 0;
        return PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--");
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }
}
