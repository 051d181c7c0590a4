package org.orderevidence.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.transfer.StoreTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints records of a store, opened. */
@Command(
        name = "show",
        description = {
            "Print records of the store, decrypted: the fields by their numbers, and what follows from the record. The"
                    + " output contains personal data and secrets.",
            "A key has two parts; each is text, or 0x and hexadecimal digits. Without SORT, the command prints the first"
                    + " 100 records of PART. Without --account, it looks among the records of the whole installation."
        },
        footer = {
            "%nExamples:",
            "  ./evidence store show accounts \"\" acme",
            "  ./evidence store show keys_of_spaces \"\" --account acme"
        })
final class StoreShowCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "name of the table, without _records")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "PART", description = "first part of the key, such as the ID of an order")
    private String part = "";

    @Parameters(index = "2", paramLabel = "SORT", arity = "0..1", description = "second part of the key")
    private @Nullable String sort;

    @Option(names = "--account", paramLabel = "ID", description = "the account to which the record belongs")
    private @Nullable String account;

    @Option(names = "--test", description = "show test data of the account")
    private boolean test;

    StoreShowCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<String> lines;
        try {
            AccountSpace space = account == null
                    ? AccountSpace.INSTALLATION
                    : new AccountSpace(account, test ? AccountSpace.Mode.TEST : AccountSpace.Mode.LIVE);
            lines = StoreTasks.show(settings.config(terminal), kind, space, part, sort);
        } catch (IllegalArgumentException malformed) {
            throw new Failure(ExitCode.USAGE, String.valueOf(malformed.getMessage()));
        }
        if (lines.isEmpty()) {
            terminal.tell("there is no such record");
            return ExitCode.FAILED;
        }
        lines.forEach(line -> terminal.out().println(Terminal.printable(line)));
        return ExitCode.OK;
    }
}
