package org.orderevidence.cli.order;

import static org.orderevidence.cli.terminal.CliCommand.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import tools.jackson.databind.JsonNode;

/** The commands about everything that is stored of a customer. */
public final class CustomerCommands {
    private static final Param EMAIL = Param.of("EMAIL >email: the customer's e-mail address");

    private CustomerCommands() {}

    public static CliCommand customers() {
        return group(
                "customer",
                "Export and erase everything of a customer.",
                CliCommand.onService("""
                export: Print everything that is stored of a customer as JSON.
                The key needs the scope admin.
                $ customer export ann@example.com > ann.json
                """, EMAIL).does(call -> {
                    Map<String, Object> body = call.fields();
                    List<JsonNode> orders = new ArrayList<>();
                    JsonNode page;
                    do {
                        page = call.ask("POST", "/api/v2/customers/export", body);
                        page.path("orders").forEach(orders::add);
                        body.put("cursor", page.path("nextCursor").asString(""));
                    } while (page.has("nextCursor"));
                    call.printJson(Map.of("orders", orders, "sightings", page.path("sightings")));
                }),
                CliCommand.onService("""
                erase: Erase everything of a customer. This cannot be undone.
                An order stays while a dispute of it is open, or can be raised. It loses the customer's name, phone \
                number and billing address, and is erased later. The key needs the scope admin.
                $ customer erase ann@example.com --preview
                $ customer erase ann@example.com
                --preview: show what would be erased, and erase nothing
                """, EMAIL, Param.JSON).does(call -> {
                    Map<String, Object> body = call.fields();
                    body.put("preview", call.flag("--preview"));
                    JsonNode answer = call.ask("POST", "/api/v2/customers/erase", body);
                    call.print(answer, () -> print(call, answer));
                }));
    }

    private static void print(Call call, JsonNode answer) {
        if (!answer.path("orders").isEmpty()) {
            call.print(new Table("ORDER=id, OUTCOME=outcome, REASON=reason, UNTIL=until@").rows(answer.path("orders")));
        }
        call.print(answer.path("sightings").asLong()
                + (call.flag("--preview") ? " sightings would be erased" : " sightings are erased"));
        if (!answer.path("complete").asBoolean(true)) {
            call.print("there are more orders; the service erases them in the next minutes");
        }
    }
}
