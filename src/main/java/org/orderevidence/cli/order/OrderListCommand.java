package org.orderevidence.cli.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists orders. */
@Command(
        name = "list",
        description = {
            "List orders, newest transaction first.",
            "Use --from and --to together: at most 31 days, or any number of days with --email. --last4 needs --email,"
                    + " or --from and --to. A page examines at most 1,000 orders."
        },
        footer = {
            "%nExamples:",
            "  ./evidence order list --per 20",
            "  ./evidence order list --from 2026-11-01 --to 2026-11-30 --evidence",
            "  ./evidence order list --email ann@example.com --last4 4242"
        })
public final class OrderListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Mixin
    private PageOptions page = new PageOptions();

    @Option(
            names = "--page",
            paramLabel = "N",
            description = "page number, from 0, of a list without filters (default: 0)")
    private @Nullable Integer number;

    @Option(names = "--from", paramLabel = "DAY", description = "first transaction day, such as 2026-11-01")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "DAY", description = "last transaction day")
    private @Nullable String to;

    @Option(names = "--status", paramLabel = "STATUS", description = "succeeded or failed")
    private @Nullable String status;

    @Option(names = "--email", paramLabel = "EMAIL", description = "the customer's e-mail address")
    private @Nullable String email;

    @Option(names = "--last4", paramLabel = "DIGITS", description = "last 4 digits of the card")
    private @Nullable String last4;

    @Option(names = "--order", paramLabel = "ORDER", description = "desc (newest first) or asc (default: desc)")
    private @Nullable String order;

    public OrderListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        boolean isSearch = email != null || last4 != null;
        if (isSearch) {
            checkSearch();
        }
        try (Client client = service.client(terminal)) {
            if (isSearch) {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                values.put("customerEmail", email);
                values.put("from", from);
                values.put("to", to);
                new FilteredSearch(values, status, last4).print(page, client, terminal);
            } else {
                String path = "/api/v2/orders?" + query();
                page.print(client.ask("GET", path, null), client, terminal);
            }
        }
        return ExitCode.OK;
    }

    private void checkSearch() {
        List<String> refused = new ArrayList<>();
        if (order != null) {
            refused.add("--order");
        }
        if (number != null) {
            refused.add("--page");
        }
        if (!refused.isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    String.join(" and ", refused) + " cannot be used with --email or --last4; these list the newest"
                            + " first, and continue with --cursor");
        }
        if (email == null && (from == null || to == null)) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--last4 needs --email, or --from and --to; to search all orders by card, use order search with"
                            + " --bin and --last4");
        }
        if (last4 != null && !last4.matches("\\d{4}")) {
            throw new Failure(ExitCode.USAGE, "--last4 must be 4 digits");
        }
    }

    private String query() {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put("page", number);
        parameters.put("per", page.per());
        parameters.put("cursor", page.cursor());
        parameters.put("from", from);
        parameters.put("to", to);
        parameters.put("status", status);
        parameters.put("order", order);
        return parameters.entrySet().stream()
                .filter(parameter -> parameter.getValue() != null)
                .map(parameter -> parameter.getKey() + "=" + Client.encoded(String.valueOf(parameter.getValue())))
                .collect(Collectors.joining("&"));
    }
}
