package org.orderevidence.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.order.part.Platform;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The argument that names a platform, and the options for the secrets of its webhooks. */
final class PlatformSecretOptions {
    private static final String PLATFORMS = "stripe, shopify or adyen";

    @Parameters(paramLabel = "PLATFORM", description = PLATFORMS)
    private String platform = "";

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "file with the secret of the webhook (default: standard input)")
    private @Nullable Path secretFile;

    @Option(names = "--basic-user", paramLabel = "NAME", description = "Adyen: user that it sends with each webhook")
    private @Nullable String basicUser;

    @Option(names = "--basic-password-file", paramLabel = "FILE", description = "Adyen: file with its password")
    private @Nullable Path basicPasswordFile;

    /** Returns the platform. */
    Platform platform() {
        String name = platform.toLowerCase(Locale.ROOT);
        return Arrays.stream(Platform.values())
                .filter(each -> each.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new Failure(ExitCode.USAGE, "a platform is " + PLATFORMS));
    }

    /** Reads the secrets of the platform from files or standard input. */
    IntegrationSecrets secrets(Terminal terminal) {
        Platform of = platform();
        boolean needsBasic = of == Platform.ADYEN;
        if (needsBasic != (basicUser != null) || needsBasic != (basicPasswordFile != null)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--basic-user and --basic-password-file are for Adyen, which needs both: it signs only a part");
        }
        try {
            return new IntegrationSecrets(
                    SecretInput.read(terminal, secretFile, of),
                    null,
                    basicUser == null
                            ? null
                            : new IntegrationSecrets.Basic(basicUser, SecretInput.read(terminal, basicPasswordFile)));
        } catch (IllegalArgumentException wrong) {
            throw new Failure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }
}
