package org.orderevidence.installation;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.service.InstallationSecret;

/** The text of a secret file: one {@code name = value} a line, and comments. */
final class SecretFileText {
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

    private static final Pattern OLD_FORMAT = Pattern.compile("[0-9A-Fa-f]{64}");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,2}");

    private final Map<String, Integer> lineOfName = new HashMap<>();
    private final SortedMap<Integer, InstallationKey> sealingKeys = new TreeMap<>();
    private final SortedMap<Integer, Instant> sealsFrom = new TreeMap<>();
    private @Nullable InstallationKey indexKey;

    private SecretFileText() {}

    /** Returns the text of a secret file. */
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
        if (OLD_FORMAT.matcher(text.strip()).matches()) {
            throw new IllegalArgumentException("an unreleased version wrote this file, and its data cannot be read;"
                    + " start with a new data folder and a new store");
        }
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
            throw new IllegalArgumentException("there is no line of a sealing key, such as sealing-key-1" + RESTORE);
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
