package org.orderevidence.cli.order;

import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/** Prints every test of the rule for one order: the result, what was found, and what the test needs. */
final class Checklist {
    private Checklist() {}

    /**
     * @param evidence the {@code compellingEvidence} of an answer
     */
    static void print(JsonNode evidence, Terminal terminal) {
        Table table = new Table("", "test", "found", "needed");
        for (JsonNode check : evidence.path("checks")) {
            table.row(
                    check.path("passed").asBoolean(false) ? "pass" : "FAIL",
                    OrderAnswer.text(check, "code").replace('_', ' '),
                    OrderAnswer.text(check, "found"),
                    OrderAnswer.text(check, "needed"));
        }
        table.print(terminal);
    }
}
