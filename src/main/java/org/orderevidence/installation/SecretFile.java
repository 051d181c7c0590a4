package org.orderevidence.installation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.FileError;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.SealingKeys;

/** The secret file of an installation. The file is either missing or complete, even after a crash. */
public record SecretFile(Path file) {
    /** Twice the length of a file with all sealing keys and their times. */
    private static final int MAX_BYTES = 64 << 10;

    /**
     * Returns the secret, or empty if the file does not exist.
     *
     * @throws CannotStart if the file cannot be read or contains no secret
     */
    Optional<InstallationSecret> read() {
        String text;
        try (InputStream stream = Files.newInputStream(file)) {
            // Any byte is a character of this character set. The text is checked below.
            text = new String(stream.readNBytes(MAX_BYTES + 1), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new CannotStart("cannot read the secret " + file + ": " + FileError.cause(unreadable), unreadable);
        }
        if (text.isBlank()) {
            throw new CannotStart("the secret file " + file + " is empty: an earlier start was interrupted before it"
                    + " wrote the secret; restore the file from a backup, or delete it if this store is new");
        }
        if (text.length() > MAX_BYTES) {
            throw new CannotStart(
                    "the secret file " + file + " is longer than 64 KB and cannot be a secret; restore the"
                            + " file from a backup, or set secret-file");
        }
        try {
            return Optional.of(SecretFileText.parse(text));
        } catch (IllegalArgumentException fault) {
            throw new CannotStart("the secret file " + file + ": " + fault.getMessage(), fault);
        }
    }

    /**
     * Writes a new secret and returns it, or returns the one that another process wrote at the same time.
     *
     * @throws CannotStart if the file cannot be written
     */
    InstallationSecret create(RandomGenerator strong) {
        InstallationSecret secret = InstallationSecret.generate(strong);
        try {
            PrivateFile.create(file, SecretFileText.of(secret), strong);
            return secret;
        } catch (FileAlreadyExistsException another) {
            return read().orElseThrow(() -> unwritable(another));
        } catch (IOException unwritable) {
            throw unwritable(unwritable);
        }
    }

    /**
     * Adds a sealing key to the file and returns the new secret. The new key is on stable storage before any record can
     * be sealed with it.
     *
     * @throws CannotStart if there is no secret, it has no room for a key, or the file cannot be written; the file is
     *     then unchanged
     */
    public InstallationSecret addSealingKey(RandomGenerator strong, Instant from) {
        try (FileReplacement replacement = new FileReplacement(file)) {
            InstallationSecret old = read().orElseThrow(this::missing);
            if (!old.sealingKeys().canGrow()) {
                throw new CannotStart("the secret file " + file + " has sealing key " + SealingKeys.MAX_VERSION
                        + ", which is the highest number: no key can be added");
            }
            InstallationSecret secret = old.withNewSealingKey(strong, from);
            replacement.commit(SecretFileText.of(secret));
            return secret;
        } catch (NoSuchFileException missing) {
            throw missing();
        } catch (FileAlreadyExistsException another) {
            throw new CannotStart(
                    another.getFile()
                            + " exists: another command is changing the secret, or was interrupted; if none is"
                            + " running, delete " + another.getFile(),
                    another);
        } catch (IOException unwritable) {
            throw unwritable(unwritable);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private CannotStart missing() {
        return new CannotStart("the secret " + file + " is missing; restore it from the backup, or set secret-file");
    }

    private CannotStart unwritable(IOException error) {
        return new CannotStart("cannot write the secret " + file + ": " + FileError.cause(error), error);
    }

    /**
     * Replaces a private file by a new version of it. Readers see the old or the new content, never a part of it, also
     * after a crash. The new version is written to {@code FILE.new}, which exists from the start to the end: only one
     * replacement can be in progress.
     */
    static final class FileReplacement implements AutoCloseable {
        private final Path file;
        private final Path partial;
        private final FileChannel channel;
        private boolean committed;

        /**
         * Starts a replacement. Read the old content after this.
         *
         * @param file the file or a link to it
         * @throws FileAlreadyExistsException if a replacement is in progress or was interrupted; its file is
         *     {@code FILE.new}
         */
        FileReplacement(Path file) throws IOException {
            this.file = file.toRealPath();
            this.partial = this.file.resolveSibling(this.file.getFileName() + ".new");
            this.channel = PrivateFile.openNew(partial);
        }

        /**
         * Replaces the file. The new version is on stable storage when this method returns, and has the owner, the group and
         * the permissions of the old one: the same users can read it.
         */
        void commit(String ascii) throws IOException {
            copyAccess();
            PrivateFile.write(channel, ascii);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            committed = true;
            PrivateFile.flush(PrivateFile.folderOf(file));
        }

        private void copyAccess() throws IOException {
            PosixFileAttributeView view = Files.getFileAttributeView(partial, PosixFileAttributeView.class);
            if (view == null) {
                return;
            }
            PosixFileAttributes old = Files.readAttributes(file, PosixFileAttributes.class);
            PosixFileAttributes mine = view.readAttributes();
            if (!mine.group().equals(old.group())) {
                view.setGroup(old.group());
            }
            if (!mine.owner().equals(old.owner())) {
                view.setOwner(old.owner());
            }
            view.setPermissions(old.permissions());
        }

        @Override
        public void close() throws IOException {
            channel.close();
            if (!committed) {
                Files.deleteIfExists(partial);
            }
        }
    }

    /** The text of a secret file: one {@code name = value} a line, and comments. */
    static final class SecretFileText {
        private static final String COMMENT = """
                # The secret of an Order Evidence installation: keep it private, and keep a backup.
                # The store cannot be read without it. Do not change or delete a line.
                """;

        private static final String FORMAT = "format";
        private static final String VERSION = "2";
        private static final String INDEX_KEY = "index-key";
        private static final String SEALING_KEY = "sealing-key-";
        private static final String FROM = "-from";
        private static final String RESTORE = "; restore the file from a backup";

        private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,2}");

        private final Map<String, Integer> lineOfName = new HashMap<>();
        private final SortedMap<Integer, InstallationKey> sealingKeys = new TreeMap<>();
        private final SortedMap<Integer, Instant> sealsFrom = new TreeMap<>();
        private @Nullable InstallationKey indexKey;

        private SecretFileText() {}

        static String of(InstallationSecret secret) {
            StringBuilder text = new StringBuilder(COMMENT);
            line(text, FORMAT, VERSION);
            line(text, INDEX_KEY, secret.indexKey().hex());
            secret.sealingKeys().byVersion().forEach((number, key) -> {
                line(text, SEALING_KEY + number, key.hex());
                Instant from = secret.sealingKeys().from().get(number);
                if (from != null) {
                    line(text, SEALING_KEY + number + FROM, from.toString());
                }
            });
            return text.toString();
        }

        private static void line(StringBuilder text, String name, String value) {
            text.append(name).append(" = ").append(value).append('\n');
        }

        /**
         * Reads the text of a secret file.
         *
         * @throws IllegalArgumentException if the text is anything else; the message names the line and what to do, and
         *     never repeats a value
         */
        static InstallationSecret parse(String text) {
            SecretFileText parsed = new SecretFileText();
            int number = 0;
            for (String line : text.lines().toList()) {
                number++;
                parsed.read(number, line);
            }
            return parsed.secret();
        }

        private void read(int number, String line) {
            if (!line.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))) {
                throw fault(number, "a character is not printable ASCII" + RESTORE);
            }
            String entry = line.strip();
            if (entry.isEmpty() || entry.startsWith("#")) {
                return;
            }
            int separator = entry.indexOf('=');
            if (separator < 0) {
                throw fault(number, "the line must be name = value" + RESTORE);
            }
            String name = entry.substring(0, separator).strip();
            if (lineOfName.isEmpty() && !name.equals(FORMAT)) {
                throw fault(number, "the first line after the comments must be format = 2" + RESTORE);
            }
            read(number, name, entry.substring(separator + 1).strip());
        }

        private void read(int number, String name, String value) {
            switch (name) {
                case FORMAT -> {
                    once(number, name);
                    if (!value.equals(VERSION)) {
                        throw fault(number, "this version reads format 2 only; use the version that wrote the file");
                    }
                }
                case INDEX_KEY -> {
                    once(number, name);
                    indexKey = key(number, name, value);
                }
                default -> {
                    if (!name.startsWith(SEALING_KEY)) {
                        throw fault(
                                number,
                                "the name must be format, index-key, or sealing-key- with a number from 1 to 255"
                                        + RESTORE);
                    }
                    boolean isTime = name.endsWith(FROM);
                    int end = name.length() - (isTime ? FROM.length() : 0);
                    int version = sealingKeyNumber(
                            number, end < SEALING_KEY.length() ? "" : name.substring(SEALING_KEY.length(), end));
                    once(number, name);
                    if (isTime) {
                        sealsFrom.put(version, time(number, name, value));
                    } else {
                        sealingKeys.put(version, key(number, name, value));
                    }
                }
            }
        }

        private static int sealingKeyNumber(int number, String digits) {
            int version = NUMBER.matcher(digits).matches() ? Integer.parseInt(digits) : 0;
            if (version < 1 || version > SealingKeys.MAX_VERSION) {
                throw fault(number, "the number of a sealing key must be 1 to 255, without leading zeros" + RESTORE);
            }
            return version;
        }

        private void once(int number, String name) {
            Integer earlier = lineOfName.putIfAbsent(name, number);
            if (earlier != null) {
                throw fault(number, name + " is also in line " + earlier + RESTORE);
            }
        }

        private static InstallationKey key(int number, String name, String value) {
            try {
                return InstallationKey.parse(value);
            } catch (IllegalArgumentException notAKey) {
                throw fault(number, name + " " + notAKey.getMessage() + RESTORE);
            }
        }

        private static Instant time(int number, String name, String value) {
            try {
                return Instant.parse(value);
            } catch (DateTimeParseException notATime) {
                throw fault(number, name + " must be a time such as 2026-11-23T15:00:00Z" + RESTORE);
            }
        }

        private InstallationSecret secret() {
            if (lineOfName.isEmpty()) {
                throw new IllegalArgumentException("the line format = 2 is missing" + RESTORE);
            }
            if (indexKey == null) {
                throw new IllegalArgumentException("the line of index-key is missing" + RESTORE);
            }
            if (sealingKeys.isEmpty()) {
                throw new IllegalArgumentException(
                        "there is no line of a sealing key, such as sealing-key-1" + RESTORE);
            }
            for (int number : sealsFrom.keySet()) {
                if (!sealingKeys.containsKey(number)) {
                    throw new IllegalArgumentException("the line of sealing-key-" + number + " is missing" + RESTORE);
                }
            }
            return new InstallationSecret(indexKey, new SealingKeys(sealingKeys, sealsFrom));
        }

        private static IllegalArgumentException fault(int number, String message) {
            return new IllegalArgumentException("line " + number + ": " + message);
        }
    }
}
