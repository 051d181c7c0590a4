package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.service.InstallationSecret;

/** The text of a secret file: what is accepted, and the message for everything else. */
class SecretFileTextTest {
    private static final String KEY = "00112233445566778899aabbccddeeff".repeat(2);
    private static final String OTHER = "ffeeddccbbaa99887766554433221100".repeat(2);
    private static final String INDEX = "index-key = " + OTHER + "\n";
    private static final String COMPLETE = "# the secret\nformat = 2\n" + INDEX + "sealing-key-1 = " + KEY + "\n";

    @TempDir
    private Path folder;

    /** A text and why it is refused. The test's name is the reason: a text contains keys. */
    record Refused(String reason, String text) {
        @Override
        public String toString() {
            return reason;
        }
    }

    static List<Refused> refused() {
        return List.of(
                new Refused(
                        "an unreleased version wrote this file, and its data cannot be read; start with a new data"
                                + " folder and a new store",
                        KEY + "\n"),
                new Refused(
                        "the line of index-key is missing; restore the file from a backup",
                        "format = 2\nsealing-key-1 = " + KEY),
                new Refused(
                        "there is no line of a sealing key, such as sealing-key-1; restore the file from a backup",
                        "format = 2\n" + INDEX),
                new Refused("the line format = 2 is missing; restore the file from a backup", "# the secret\n"),
                new Refused(
                        "line 1: the first line after the comments must be format = 2; restore the file from a backup",
                        INDEX + "format = 2\n"),
                new Refused(
                        "line 2: this version reads format 2 only; use the version that wrote the file",
                        COMPLETE.replace("format = 2", "format = 3")),
                new Refused(
                        "line 5: sealing-key-1 is also in line 4; restore the file from a backup",
                        COMPLETE + "sealing-key-1 = " + OTHER),
                new Refused(
                        "line 5: sealing-key-1 is also in line 4; restore the file from a backup",
                        COMPLETE + "sealing-key-1 = " + KEY),
                new Refused("line 5: index-key is also in line 3; restore the file from a backup", COMPLETE + INDEX),
                new Refused(
                        "line 5: format is also in line 2; restore the file from a backup", COMPLETE + "format = 2"),
                new Refused(
                        "line 3: index-key must have 64 hexadecimal characters, not 63; restore the file from a backup",
                        COMPLETE.replace(OTHER, OTHER.substring(1))),
                new Refused(
                        "line 4: sealing-key-1 must have 64 hexadecimal characters, not 65; restore the file from a"
                                + " backup",
                        COMPLETE.replace(KEY, KEY + "0")),
                new Refused(
                        "line 4: sealing-key-1 must have 64 hexadecimal characters, not 0; restore the file from a"
                                + " backup",
                        COMPLETE.replace(KEY, "")),
                new Refused(
                        "line 3: index-key must have only the characters 0-9 and a-f; restore the file from a backup",
                        COMPLETE.replace(OTHER, "g" + OTHER.substring(1))),
                new Refused(
                        "line 4: sealing-key-1 must have only the characters 0-9 and a-f; restore the file from a"
                                + " backup",
                        COMPLETE.replace(KEY, KEY.substring(1) + "-")),
                new Refused(
                        "line 5: the number of a sealing key must be 1 to 255, without leading zeros; restore the file"
                                + " from a backup",
                        COMPLETE + "sealing-key-0 = " + OTHER),
                new Refused(
                        "line 5: the number of a sealing key must be 1 to 255, without leading zeros; restore the file"
                                + " from a backup",
                        COMPLETE + "sealing-key-256 = " + OTHER),
                new Refused(
                        "line 5: the number of a sealing key must be 1 to 255, without leading zeros; restore the file"
                                + " from a backup",
                        COMPLETE + "sealing-key-02 = " + OTHER),
                new Refused(
                        "line 5: the number of a sealing key must be 1 to 255, without leading zeros; restore the file"
                                + " from a backup",
                        COMPLETE + "sealing-key-" + OTHER + " = 2"),
                new Refused(
                        "line 5: the name must be format, index-key, or sealing-key- with a number from 1 to 255;"
                                + " restore the file from a backup",
                        COMPLETE + OTHER + " = sealing-key-2"),
                new Refused("line 5: the line must be name = value; restore the file from a backup", COMPLETE + OTHER),
                new Refused(
                        "line 1: a character is not printable ASCII; restore the file from a backup",
                        "\u00ef" + COMPLETE),
                new Refused(
                        "line 4: a character is not printable ASCII; restore the file from a backup",
                        COMPLETE.replace(KEY, KEY + "\u0000")));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefused(Refused example) throws Exception {
        Path file = folder.resolve("secret");
        Files.writeString(file, example.text(), StandardCharsets.ISO_8859_1);

        CannotStart refused = assertThrows(CannotStart.class, () -> new SecretFile(file).read());

        String message = String.valueOf(refused.getMessage());
        assertEquals("the secret file " + file + ": " + example.reason(), message);
        assertFalse(message.contains(KEY.substring(2, 10)) || message.contains(OTHER.substring(2, 10)), message);
    }

    @Test
    void aFileThatIsTooLongIsRefusedBeforeItIsRead() throws Exception {
        Path file = folder.resolve("secret");
        Files.writeString(file, COMPLETE + "#".repeat((64 << 10) - COMPLETE.length() + 1));

        CannotStart refused = assertThrows(CannotStart.class, () -> new SecretFile(file).read());

        assertEquals(
                "the secret file " + file + " is longer than 64 KB and cannot be a secret; restore the file from a"
                        + " backup, or set secret-file",
                refused.getMessage());
    }

    @Test
    void gapsBlanksCommentsAndCapitalsAreAccepted() {
        String text = """
                # made by a person

                format=2
                 sealing-key-255 = %s
                # the index key
                index-key\t=\t%s\r
                sealing-key-7 = %s""".formatted(OTHER.toUpperCase(Locale.ROOT), OTHER, KEY);

        InstallationSecret secret = SecretFileText.parse(text);

        assertEquals(OTHER, secret.indexKey().hex());
        assertEquals(Set.of(7, 255), secret.sealingKeys().byVersion().keySet());
        assertEquals(
                InstallationKey.parse(KEY), secret.sealingKeys().byVersion().get(7));
        assertEquals(
                InstallationKey.parse(OTHER), secret.sealingKeys().byVersion().get(255));
    }

    @Test
    void aKeyThatIsUsedLaterHasItsTimeBehindIt() {
        Instant from = Instant.parse("2026-11-23T15:00:00Z");
        InstallationSecret secret = InstallationSecret.generate(new Random(3)).withNewSealingKey(new Random(4), from);

        String text = SecretFileText.of(secret);

        assertEquals(
                List.of(
                        "sealing-key-2 = "
                                + Objects.requireNonNull(
                                                secret.sealingKeys().byVersion().get(2))
                                        .hex(),
                        "sealing-key-2-from = 2026-11-23T15:00:00Z"),
                text.lines().toList().subList(5, 7));
        assertEquals(secret, SecretFileText.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sealing-key-1-from = soon | line 4: sealing-key-1-from must be a time such as 2026-11-23T15:00:00Z",
                "sealing-key-2-from = 2026-11-23T15:00:00Z | the line of sealing-key-2 is missing",
                "sealing-key-from = 2026-11-23T15:00:00Z | line 4: the number of a sealing key must be 1 to 255, without leading zeros"
            })
    void aTimeThatIsWrongIsNamed(String line, String fault) {
        String text = "format = 2\nindex-key = " + OTHER + "\nsealing-key-1 = " + KEY + "\n" + line + "\n";

        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> SecretFileText.parse(text));

        assertEquals(fault + "; restore the file from a backup", refused.getMessage());
    }

    @Test
    void aSecretWithAllKeysFitsIntoTheFile() throws Exception {
        Random random = new Random(3);
        InstallationSecret secret = InstallationSecret.generate(random);
        while (secret.sealingKeys().canGrow()) {
            secret = secret.withNewSealingKey(random, Instant.EPOCH);
        }
        Path file = folder.resolve("secret");
        Files.writeString(file, SecretFileText.of(secret));

        InstallationSecret read = new SecretFile(file).read().orElseThrow();

        assertEquals(secret, read);
        assertEquals(SealingKeys.MAX_VERSION, read.sealingKeys().byVersion().size());
    }
}
