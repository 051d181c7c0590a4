package org.orderevidence.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeySpec;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Texts;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the commands that create or import a key. */
final class KeyOptions {
    @Mixin
    private AccountOption account = new AccountOption();

    @Option(names = "--test", description = "create a test key; test and live data are separate")
    private boolean test;

    @Option(
            names = "--scope",
            split = ",",
            paramLabel = "SCOPE",
            defaultValue = "read,write",
            description = "read, write, lookup or admin, separated by commas (default: ${DEFAULT-VALUE})")
    private List<String> scopes = new ArrayList<>();

    @Option(names = "--label", paramLabel = "TEXT", description = "your own name for the key")
    private @Nullable String label;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    String account() {
        return account.id();
    }

    boolean accountIsGiven() {
        return account.isGiven() || test;
    }

    /** True if the key is for test data. */
    boolean isTest() {
        return test;
    }

    /** Returns what the key shall be. */
    KeySpec spec(@Nullable Instant expiresAt) {
        if (!AccountSpace.isAccountId(account.id())) {
            throw new Failure(ExitCode.USAGE, "an account id is 1 to 64 of a-z, 0-9, - and _");
        }
        AccountSpace space = new AccountSpace(account.id(), test ? Mode.TEST : Mode.LIVE);
        return new KeySpec(space, label(), scopes(), expiresAt);
    }

    /** Returns the label; {@code null} if none was given. */
    @Nullable
    String label() {
        if (label == null || label.isBlank()) {
            return null;
        }
        if (!Texts.isPrintable(label) || Texts.length(label) > KeySpec.MAX_LABEL) {
            throw new Failure(
                    ExitCode.USAGE, "--label must be printable, at most " + KeySpec.MAX_LABEL + " characters");
        }
        return label;
    }

    boolean json() {
        return json;
    }

    Set<Scope> scopes() {
        Set<Scope> read = new LinkedHashSet<>();
        for (String name : scopes) {
            read.add(Scope.parse(name)
                    .orElseThrow(() -> new Failure(
                            ExitCode.USAGE, "no such scope: " + name + "; there are read, write, lookup, admin")));
        }
        return read;
    }

    /** Explains why nothing was changed. */
    Failure refusal(KeyChange.Reason reason) {
        return reason == KeyChange.Reason.NO_ACCOUNT ? noAccount() : KeyText.refusal(reason);
    }

    private Failure noAccount() {
        return new Failure(
                ExitCode.FAILED,
                "there is no account " + account.id() + "; create it with ./evidence account create " + account.id());
    }
}
