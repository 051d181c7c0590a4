package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.account.Actor;
import org.orderevidence.cli.terminal.AcceptedBody;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.wire.IntegrationReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

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
            "      --basic-user adyen --basic-password-file adyen-password \\",
            "      --automatic-capture"
        })
public final class IntegrationAddCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private PlatformSecretOptions platform = new PlatformSecretOptions();

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Mixin
    private AccountOption account = new AccountOption();

    @Option(names = "--test", description = "for test data: takes test events, and stores them with test orders")
    private boolean test;

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
    public Integer call() throws InterruptedException {
        Platform of = platform.platform();
        if (!AccountSpace.isAccountId(account.id())) {
            throw new Failure(ExitCode.USAGE, "an account id is 1 to 64 of a-z, 0-9, - and _");
        }
        IntegrationSettings settings = settings();
        JsonNode made;
        try (Client client = store.client(terminal, account.isGiven() || test)) {
            IntegrationSecrets secrets = platform.secrets(terminal);
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
        body.put("orderIdKey", settings.orderIdKey());
        body.put("trustClientReference", settings.trustsClientReference());
        body.put("accountsRequired", settings.accountsRequired());
        body.put("automaticCapture", settings.capturesAutomatically());
        return Json.bytes(body);
    }

    private IntegrationSettings settings() {
        try {
            return new IntegrationSettings(
                    orderIdPrefix, orderIdKey, trustsClientReference, accountsRequired, capturesAutomatically);
        } catch (IllegalArgumentException wrong) {
            throw new Failure(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }
}
