package org.orderevidence.cli;

import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.order.part.Platform;
import picocli.CommandLine.Command;

/** Imports orders of Shopify. */
@Command(
        name = "shopify",
        description = {
            "Import the orders that Shopify's admin exports as plain CSV. All rows of an order become one order, as"
                    + " with webhooks of the integration. Webhooks always win.",
            "",
            "The export has no card and no IP address. Columns that are not used are listed. A service may run at the"
                    + " same time. After an interruption, run the same command again.",
            ""
        },
        footer = {"%nExample:", "  ./evidence import shopify shop.csv --errors-out rejected.csv"})
public final class ShopifyImportCommand extends ImportCommand {
    public ShopifyImportCommand(Terminal terminal) {
        super(terminal, Platform.SHOPIFY);
    }
}
