package org.orderevidence.cli.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.order.AccountSpace.Mode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands that make keys ask for. */
final class KeyOptions {
    @Mixin
    private AccountOption account = new AccountOption();

    @Option(names = "--test", description = "create a test key: test and live data are separate")
    private boolean test;

    @Option(
            names = "--scope",
            split = ",",
            paramLabel = "SCOPE",
            defaultValue = "read,write",
            description = "read, write or admin, separated by commas (default: ${DEFAULT-VALUE})")
    private List<String> scopes = new ArrayList<>();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    String account() {
        return account.id();
    }

    Mode mode() {
        return test ? Mode.TEST : Mode.LIVE;
    }

    boolean json() {
        return json;
    }

    Set<Scope> scopes() {
        Set<Scope> read = new LinkedHashSet<>();
        for (String name : scopes) {
            read.add(Scope.parse(name)
                    .orElseThrow(() ->
                            new Failure(ExitCode.USAGE, "no such scope: " + name + "; there are read, write, admin")));
        }
        return read;
    }

    Failure noAccount() {
        return new Failure(
                ExitCode.FAILED,
                "there is no account " + account.id() + "; make it with ./evidence account create " + account.id());
    }

    /** What may be shown of a key. */
    static Map<String, @Nullable Object> shown(KeyInfo info) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        shown.put("id", info.id());
        shown.put("account", info.space().account());
        shown.put("mode", info.space().mode().name().toLowerCase(Locale.ROOT));
        shown.put("scopes", scopeNames(info));
        shown.put("createdAt", info.createdAt().toString());
        shown.put("endsAt", info.endsAt() == null ? null : info.endsAt().toString());
        return shown;
    }

    static List<String> scopeNames(KeyInfo info) {
        return info.scopes().stream().map(Scope::wireName).sorted().toList();
    }
}
