package org.orderevidence.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.process.FileError;

/** Reads secrets of platforms from files or standard input. Other processes of the machine can see arguments. */
final class SecretInput {
    private SecretInput() {}

    /** Returns the secret in a file, or in standard input if there is no file. */
    static SecretText read(Terminal terminal, @Nullable Path file) {
        try {
            if (file == null) {
                if (terminal.errIsTerminal()) {
                    terminal.err().println("reading the secret from standard input");
                }
                return text(terminal.in());
            }
            try (InputStream in = Files.newInputStream(file)) {
                return text(in);
            }
        } catch (IOException unreadable) {
            throw Failure.failed("cannot read the secret: " + FileError.cause(unreadable));
        }
    }

    private static SecretText text(InputStream in) throws IOException {
        String text = new String(in.readNBytes(SecretText.MAX_LENGTH + 3), StandardCharsets.UTF_8).strip();
        if (!SecretText.isSecret(text)) {
            throw Failure.usage(
                    "a secret is one line of 1 to " + SecretText.MAX_LENGTH + " printable ASCII characters");
        }
        return new SecretText(text);
    }
}
