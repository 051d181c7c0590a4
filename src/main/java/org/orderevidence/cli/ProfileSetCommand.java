package org.orderevidence.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.App;
import org.orderevidence.account.Account;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.cli.terminal.AcceptedBody;
import org.orderevidence.cli.terminal.AccountArgument;
import org.orderevidence.cli.terminal.AdministrationOptions;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import org.orderevidence.wire.AccountProfile;
import org.orderevidence.wire.AccountReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Changes an account's profile. */
@Command(
        name = "set",
        description =
                "Change the profile of an account. Its fields complete the receipts of orders. Other fields stay.",
        footer = {
            "%nExamples:",
            "  ./evidence account profile set acme --name \"Acme Ltd\" \\",
            "      --phone +442079460000",
            "  ./evidence account profile set acme --category services \\",
            "      --field receiptAddress.city=London",
            "  ./evidence account profile set acme --clear logoUrl --clear description",
            "  ./evidence account profile set --url https://evidence.example --name Acme"
        })
public final class ProfileSetCommand implements Callable<Integer> {
    private static final String PATH = "/api/v2/account";

    private final Terminal terminal;

    @Mixin
    private AdministrationOptions where = new AdministrationOptions();

    @Mixin
    private AccountArgument account = new AccountArgument();

    @Option(names = "--name", description = "the merchant's name")
    private @Nullable String name;

    @Option(names = "--phone", description = "phone for receipts")
    private @Nullable String phone;

    @Option(names = "--email", description = "e-mail address for receipts")
    private @Nullable String email;

    @Option(names = "--website", description = "website for receipts")
    private @Nullable String website;

    @Option(names = "--category", description = "merchandise or services, for orders without a category")
    private @Nullable String category;

    @Option(
            names = "--field",
            paramLabel = "NAME=TEXT",
            description = "set a field by its name in profile show; repeatable")
    private Map<String, String> fields = new LinkedHashMap<>();

    @Option(names = "--clear", paramLabel = "NAME", description = "remove a field, or all; repeatable")
    private Set<String> cleared = new LinkedHashSet<>();

    public ProfileSetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> changes = changes();
        refuseFaults(changes);
        try (Client client = where.client(terminal, account.isGiven())) {
            if (client == null) {
                changeInStore(changes);
            } else {
                JsonNode stored = client.ask("GET", PATH, null);
                Map<String, String> texts = changed(ProfileJson.texts(stored), changes);
                client.ask("PUT", PATH, Json.bytes(ProfileJson.account(texts)));
            }
        }
        terminal.err()
                .println(
                        "profile changed; a running service sees it within " + Accounts.SEEN_WITHIN.toSeconds() + " s");
        return ExitCode.OK;
    }

    private void changeInStore(Map<String, String> changes) {
        String id = account.id();
        try (Administration administration = App.openAccounts(where.config(terminal))) {
            Accounts accounts = administration.accounts();
            Account stored =
                    accounts.account(id).orElseThrow(() -> new Failure(ExitCode.FAILED, "there is no account " + id));
            Map<String, String> texts = changed(ProfileTexts.of(stored), changes);
            AccountProfile profile = read(texts, id);
            accounts.setProfile(Actor.operator(), id, profile.merchantInfo(), profile.category(), profile.showsLogo());
        }
    }

    private Map<String, String> changed(Map<String, String> stored, Map<String, String> changes) {
        Map<String, String> texts = new LinkedHashMap<>(stored);
        if (cleared.contains("all")) {
            texts.clear();
        }
        texts.keySet().removeAll(cleared);
        texts.putAll(changes);
        return texts;
    }

    private Map<String, String> changes() {
        Map<String, String> changes = new LinkedHashMap<>(fields);
        put(changes, "name", name);
        put(changes, "phoneForReceipt", phone);
        put(changes, "emailForReceipt", email);
        put(changes, "websiteForReceipt", website);
        put(changes, ProfileTexts.CATEGORY, category);
        return changes;
    }

    private static AccountProfile read(Map<String, String> texts, String accountId) {
        return AcceptedBody.of(Json.bytes(ProfileJson.account(texts)), body -> AccountReader.read(body, accountId));
    }

    private void refuseFaults(Map<String, String> changes) {
        List<String> faults = new ArrayList<>();
        if (changes.isEmpty() && cleared.isEmpty()) {
            faults.add("name at least one field to set or to clear");
        }
        Set<String> names = new LinkedHashSet<>(changes.keySet());
        names.addAll(cleared);
        names.remove("all");
        names.removeAll(ProfileTexts.NAMES);
        names.forEach(unknown ->
                faults.add("no such field: " + unknown + "; there are " + String.join(", ", ProfileTexts.NAMES)));
        changes.forEach((field, text) -> {
            String fault = text.isBlank() ? field + " is blank; use --clear" : ProfileTexts.fault(field, text);
            if (fault != null) {
                faults.add(fault);
            }
        });
        if (!faults.isEmpty()) {
            throw new Failure(ExitCode.USAGE, String.join(System.lineSeparator(), faults));
        }
        read(changes, "");
    }

    private static void put(Map<String, String> changes, String field, @Nullable String text) {
        if (text != null) {
            changes.put(field, text.strip());
        }
    }
}
