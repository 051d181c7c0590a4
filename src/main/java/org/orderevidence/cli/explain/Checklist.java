package org.orderevidence.cli.explain;

import java.io.PrintStream;
import org.orderevidence.cli.terminal.Table;
import tools.jackson.databind.JsonNode;

/** Prints every test of the rule for one order: the result, what the test needs, and what was found. */
final class Checklist {
    private Checklist() {}

    /**
     * @param evidence the {@code compellingEvidence} of an answer
     */
    static void print(JsonNode evidence, PrintStream out) {
        Table table = new Table("", "test", "needed", "found");
        for (JsonNode check : evidence.path("checks")) {
            table.row(
                    check.path("passed").asBoolean(false) ? "pass" : "FAIL",
                    check.path("code").asString("").replace('_', ' '),
                    check.path("needed").asString(""),
                    check.path("found").asString(""));
        }
        table.print(out);
    }
}
