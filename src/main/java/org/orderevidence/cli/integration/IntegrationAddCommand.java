package org.orderevidence.cli.integration;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.inbox.Integration;
import org.orderevidence.integration.inbox.IntegrationSecrets;
import org.orderevidence.integration.inbox.IntegrationSettings;
import org.orderevidence.integration.inbox.SecretText;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds an integration. */
@Command(
        name = "add",
        description = {
            "Connect an account of Stripe, Shopify or Adyen, and print the path of its webhooks.",
            "The secret of the webhook is read from a file or from standard input."
        },
        footer = {
            "%nExamples:",
            "  ./evidence integration add stripe --account acme --secret-file stripe-secret",
            "  ./evidence integration add shopify --account acme --order-id-prefix shop2- \\",
            "      --secret-file shopify-secret",
            "  ./evidence integration add adyen --account acme --secret-file adyen-hmac \\",
            "      --basic-user adyen --basic-password-file adyen-password --automatic-capture"
        })
public final class IntegrationAddCommand implements Callable<Integer> {
    private static final String PLATFORMS = "stripe, shopify or adyen";

    private final Terminal terminal;

    @Parameters(paramLabel = "PLATFORM", description = PLATFORMS)
    private String platform = "";

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private AccountOption account = new AccountOption();

    @Option(names = "--test", description = "for test data: takes test events, and stores them with test orders")
    private boolean test;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "file with the secret of the webhook (default: standard input)")
    private @Nullable Path secretFile;

    @Option(names = "--basic-user", paramLabel = "NAME", description = "Adyen: user that comes with each webhook")
    private @Nullable String basicUser;

    @Option(names = "--basic-password-file", paramLabel = "FILE", description = "Adyen: file with its password")
    private @Nullable Path basicPasswordFile;

    @Option(
            names = "--order-id-prefix",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "text before each order ID; a second shop of one account needs one")
    private String orderIdPrefix = "";

    @Option(
            names = "--order-id-key",
            paramLabel = "KEY",
            defaultValue = "order_id",
            description = "Stripe: key of the metadata that has the order ID (default: ${DEFAULT-VALUE})")
    private String orderIdKey = "order_id";

    @Option(
            names = "--trust-client-reference",
            description = "Stripe: client_reference_id can be the order ID. Shoppers can set it in payment links")
    private boolean trustsClientReference;

    @Option(names = "--accounts-required", description = "Shopify: customers must log in to buy")
    private boolean accountsRequired;

    @Option(names = "--automatic-capture", description = "Adyen: payments are captured automatically")
    private boolean capturesAutomatically;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationAddCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Platform of = platform();
        if (!AccountSpace.isAccountId(account.id())) {
            throw new Failure(ExitCode.USAGE, "an account id is 1 to 64 of a-z, 0-9, - and _");
        }
        IntegrationSettings settings = settings();
        IntegrationSecrets secrets = secrets(of);
        Integration made;
        try (OpenIntegrations open = store.open(terminal)) {
            if (open.accounts().account(account.id()).isEmpty()) {
                throw new Failure(
                        ExitCode.FAILED,
                        "there is no account " + account.id() + "; create it with ./evidence account create "
                                + account.id());
            }
            AccountSpace space = new AccountSpace(account.id(), test ? AccountSpace.Mode.TEST : AccountSpace.Mode.LIVE);
            made = IntegrationText.made(open.integrations().add(space, of, settings, secrets), "");
        }
        if (json) {
            terminal.out().println(Json.pretty(Map.of("id", made.id(), "path", made.path())));
        } else {
            terminal.out().println(made.path());
            terminal.tell("Integration " + made.id() + " is added. A running service takes its webhooks within 5 s.");
            terminal.tell("At " + of.wireName() + ", enter the address of the service with this path.");
        }
        return ExitCode.OK;
    }

    private Platform platform() {
        String name = platform.toLowerCase(Locale.ROOT);
        return Arrays.stream(Platform.values())
                .filter(each -> each.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new Failure(ExitCode.USAGE, "a platform is " + PLATFORMS));
    }

    private IntegrationSettings settings() {
        try {
            return new IntegrationSettings(
                    orderIdPrefix, orderIdKey, trustsClientReference, accountsRequired, capturesAutomatically);
        } catch (IllegalArgumentException wrong) {
            throw new Failure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    private IntegrationSecrets secrets(Platform of) {
        boolean hasBasic = basicUser != null && basicPasswordFile != null;
        if ((of == Platform.ADYEN) != hasBasic || (basicUser == null) != (basicPasswordFile == null)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--basic-user and --basic-password-file are for Adyen, which needs both: it signs only a part");
        }
        SecretText secret = checked(of, SecretInput.read(terminal, secretFile));
        try {
            return new IntegrationSecrets(
                    secret,
                    null,
                    basicUser == null
                            ? null
                            : new IntegrationSecrets.Basic(basicUser, SecretInput.read(terminal, basicPasswordFile)));
        } catch (IllegalArgumentException wrong) {
            throw new Failure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    /** Returns the secret if it has the form of its platform. */
    static SecretText checked(Platform of, SecretText secret) {
        boolean fits = switch (of) {
            case STRIPE -> secret.value().startsWith("whsec_");
            case ADYEN -> isHex(secret.value());
            case SHOPIFY -> true;
        };
        if (!fits) {
            throw new Failure(
                    ExitCode.USAGE,
                    of == Platform.STRIPE
                            ? "a signing secret of Stripe starts with whsec_; it is not an API key"
                            : "an HMAC key of Adyen is written in hexadecimal");
        }
        // The letters of a hexadecimal key can be written in two ways, and it is the same key.
        return of == Platform.ADYEN ? new SecretText(secret.value().toLowerCase(Locale.ROOT)) : secret;
    }

    private static boolean isHex(String text) {
        try {
            return HexFormat.of().parseHex(text).length > 0;
        } catch (IllegalArgumentException notHex) {
            return false;
        }
    }
}
