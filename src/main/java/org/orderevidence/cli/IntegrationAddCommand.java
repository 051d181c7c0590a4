package org.orderevidence.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.account.Actor;
import org.orderevidence.cli.terminal.AcceptedBody;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.PlatformSetting;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.Platforms;
import org.orderevidence.wire.IntegrationReader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Adds an integration. The platforms declare their settings, which are options here. */
@Command(
        name = "add",
        footer = {
            "%nExamples:",
            "  ./evidence integration add stripe --account acme --secret-file stripe-secret",
            "  ./evidence integration add shopify --account acme --order-id-prefix shop2- \\",
            "      --secret-file shopify-secret",
            "  ./evidence integration add adyen --account acme --secret-file adyen-hmac \\",
            "      --basic-user adyen --basic-password-file adyen-password \\",
            "      --automatic-capture"
        })
public final class IntegrationAddCommand implements Callable<Integer> {
    private static final String USER = "--basic-user";
    private static final String PASSWORD = "--basic-password-file";

    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Mixin
    private AccountOption account = new AccountOption();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "file with the secret of the webhook (default: standard input)")
    private @Nullable Path secretFile;

    @Option(names = "--test", description = "for test data: takes test events, and stores them with test orders")
    private boolean test;

    @Option(
            names = "--order-id-prefix",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "text before each order ID; a second shop of one account needs one")
    private String orderIdPrefix = "";

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    private IntegrationAddCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns the command with what the platforms declare. */
    public static CommandLine of(Terminal terminal) {
        CommandLine line = new CommandLine(new IntegrationAddCommand(terminal));
        CommandSpec command = line.getCommandSpec();
        command.usageMessage()
                .description(
                        "Connect an account of " + Platforms.list(Connector::title, "or")
                                + ", and print the path of its webhooks.",
                        "The secret of the webhook is read from a file or from standard input.");
        command.addPositional(PositionalParamSpec.builder()
                .index("0")
                .required(true)
                .type(String.class)
                .paramLabel("PLATFORM")
                .description(Platforms.list(Connector::wireName, "or"))
                .build());
        for (Connector platform : Platforms.all()) {
            String title = platform.title() + ": ";
            if (platform.sendsPassword()) {
                command.addOption(OptionSpec.builder(USER)
                        .type(String.class)
                        .paramLabel("NAME")
                        .description(title + "user that it sends with each webhook")
                        .build());
                command.addOption(OptionSpec.builder(PASSWORD)
                        .type(Path.class)
                        .paramLabel("FILE")
                        .description(title + "file with its password")
                        .build());
            }
            platform.settings().forEach(setting -> command.addOption(option(setting, title + setting.help())));
        }
        return line;
    }

    private static OptionSpec option(PlatformSetting setting, String help) {
        String name = setting.option();
        String usual = setting.usual();
        return usual == null
                ? OptionSpec.builder(name).type(boolean.class).description(help).build()
                : OptionSpec.builder(name)
                        .type(String.class)
                        .paramLabel(name.substring(name.lastIndexOf('-') + 1).toUpperCase(Locale.ROOT))
                        .defaultValue(usual)
                        .description(help + " (default: ${DEFAULT-VALUE})")
                        .build();
    }

    @Override
    public Integer call() throws InterruptedException {
        Platform of = platform();
        if (!AccountSpace.isAccountId(account.id())) {
            throw new Failure(ExitCode.USAGE, "an account id is 1 to 64 of a-z, 0-9, - and _");
        }
        IntegrationSettings settings = settings();
        JsonNode made;
        try (Client client = store.client(terminal, account.isGiven() || test)) {
            IntegrationSecrets secrets = secrets(of);
            made = client == null
                    ? inStore(of, settings, secrets)
                    : client.ask("POST", IntegrationText.PATH, body(of, settings, secrets));
        }
        if (json) {
            terminal.out().println(Json.pretty(made));
        } else {
            terminal.out().println(made.path("path").asString(""));
            terminal.tell("Integration " + made.path("id").asString("")
                    + " is added. A running service takes its webhooks now.");
            terminal.tell("At " + of.wireName() + ", enter the address of the service with this path.");
        }
        return ExitCode.OK;
    }

    private JsonNode inStore(Platform of, IntegrationSettings settings, IntegrationSecrets secrets) {
        AcceptedBody.of(body(of, settings, secrets), IntegrationReader::newIntegration);
        try (OpenIntegrations open = store.open(terminal)) {
            if (open.accounts().account(account.id()).isEmpty()) {
                throw new Failure(
                        ExitCode.FAILED,
                        "there is no account " + account.id() + "; create it with ./evidence account create "
                                + account.id());
            }
            AccountSpace space = new AccountSpace(account.id(), test ? AccountSpace.Mode.TEST : AccountSpace.Mode.LIVE);
            Integrations.Change change = open.administration().add(Actor.operator(), space, of, settings, secrets);
            return IntegrationText.json(IntegrationText.made(change, ""));
        }
    }

    private static byte[] body(Platform of, IntegrationSettings settings, IntegrationSecrets secrets) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("platform", of.wireName());
        body.put("secret", secrets.signing().value());
        IntegrationSecrets.Basic basic = secrets.basic();
        if (basic != null) {
            body.put("basicUser", basic.user());
            body.put("basicPassword", basic.password().value());
        }
        body.put("orderIdPrefix", settings.orderIdPrefix());
        Platforms.settings().forEach(setting -> body.put(setting.name(), settings.value(setting)));
        return Json.bytes(body);
    }

    private Platform platform() {
        String name =
                Objects.requireNonNull(spec).positionalParameters().getFirst().getValue();
        return Platform.named(name.toLowerCase(Locale.ROOT))
                .orElseThrow(() ->
                        new Failure(ExitCode.USAGE, "a platform is " + Platforms.list(Connector::wireName, "or")));
    }

    /** Reads the secrets of the platform from files or standard input. */
    private IntegrationSecrets secrets(Platform of) {
        String user = value(USER);
        Path password = value(PASSWORD);
        Connector platform = Platforms.of(of);
        if (platform.sendsPassword() != (user != null) || platform.sendsPassword() != (password != null)) {
            throw new Failure(
                    ExitCode.USAGE,
                    USER + " and " + PASSWORD + " are for " + Platforms.withPassword(Connector::title)
                            + ", which needs both: it signs only a part");
        }
        try {
            return new IntegrationSecrets(
                    SecretInput.read(terminal, secretFile, of),
                    null,
                    user == null ? null : new IntegrationSecrets.Basic(user, SecretInput.read(terminal, password)));
        } catch (IllegalArgumentException wrong) {
            throw new Failure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    private IntegrationSettings settings() {
        try {
            IntegrationSettings settings = new IntegrationSettings(orderIdPrefix, Map.of());
            for (PlatformSetting setting : Platforms.settings()) {
                Object given = value(setting.option());
                if (given instanceof String text) {
                    settings = settings.with(setting, text);
                } else if (Boolean.TRUE.equals(given)) {
                    settings = settings.with(setting);
                }
            }
            return settings;
        } catch (IllegalArgumentException wrong) {
            throw new Failure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    private <T> @Nullable T value(String option) {
        return Objects.requireNonNull(spec).findOption(option).getValue();
    }
}
