package org.orderevidence.cli;

import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.part.Platform;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Imports payments of Adyen. */
@Command(
        name = "adyen",
        description = {
            "Import the Received payment details report of Adyen. Each row has the same effect as webhooks of the"
                    + " integration about the payment. Webhooks always win.",
            "",
            "Columns that are not used are listed. A service may run at the same time. After an interruption, run the"
                    + " same command again.",
            ""
        },
        footer = {"%nExample:", "  ./evidence import adyen received.csv --errors-out rejected.csv"})
public final class AdyenImportCommand extends ImportCommand {
    @Option(
            names = "--captured",
            description = "count approved payments as captured; the report does not state it for each payment")
    private boolean captured;

    public AdyenImportCommand(Terminal terminal) {
        super(terminal, Platform.ADYEN);
    }

    @Override
    boolean isCaptured() {
        return captured;
    }

    @Override
    void warn(Terminal told, Integration integration) {
        if (!captured && !integration.settings().capturesAutomatically()) {
            told.tell("Approved payments count as failed until a webhook states that they were captured. If they were,"
                    + " use --captured.");
        }
    }
}
