package org.orderevidence.cli;

import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.order.part.Platform;
import picocli.CommandLine.Command;

/** Imports payments of Stripe. */
@Command(
        name = "stripe",
        description = {
            "Import the payments that Stripe's dashboard exports as CSV, with all columns. Each row has the same effect"
                    + " as webhooks of the integration about the charge. Webhooks always win.",
            "",
            "Columns that are not used are listed. A service may run at the same time. After an interruption, run the"
                    + " same command again.",
            ""
        },
        footer = {
            "%nExamples:",
            "  ./evidence import stripe payments.csv --integration a1b2c3d4e5f6",
            "  ./evidence import stripe payments.csv --errors-out rejected.csv \\",
            "      --integration a1b2c3d4e5f6"
        })
public final class StripeImportCommand extends ImportCommand {
    public StripeImportCommand(Terminal terminal) {
        super(terminal, Platform.STRIPE);
    }
}
