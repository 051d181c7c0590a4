package org.orderevidence.cli.order;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.orderevidence.cli.terminal.LabelledLines;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import tools.jackson.databind.JsonNode;

/** Prints one order like a case file: the verdict, the facts, the deadline, and what to do next. */
final class CaseFile {
    private static final String INDENT = "  ";

    private CaseFile() {}

    /** Prints everything except the line of days. */
    static void print(OrderAnswer answer, Terminal terminal) {
        PrintStream out = terminal.out();
        JsonNode evidence = answer.evidence();
        String id = Terminal.printable(answer.id());
        if (answer.isClosed()) {
            out.println("Closed: no dispute can be raised after " + printable(evidence, "disputableUntil") + ".");
        }
        out.println("Order " + id + ". Dispute date " + printable(evidence, "asOf") + ", profile "
                + printable(evidence, "profile") + ".");
        out.println(INDENT + highlighted(answer, terminal));
        String explanation = printable(evidence, "explanation");
        for (String line : Paragraph.lines(explanation, terminal.textWidth() - INDENT.length())) {
            out.println(INDENT + line);
        }
        out.println();
        facts(answer).print(terminal);
    }

    /** Prints the line of the days on which a dispute can be raised. */
    static void printDays(OrderAnswer answer, Terminal terminal) {
        List<String> days = AgeTimeline.disputes(answer, terminal, INDENT.length());
        if (!days.isEmpty()) {
            terminal.out().println();
            days.forEach(line -> terminal.out().println(INDENT + line));
        }
    }

    private static LabelledLines facts(OrderAnswer answer) {
        LabelledLines lines = new LabelledLines();
        lines.add("Customer", CaseFacts.customer(answer));
        lines.add("Card", CaseFacts.card(answer));
        lines.add("Charge", CaseFacts.charge(answer));
        lines.addAll("Bought", CaseFacts.bought(answer));
        lines.add("Refunds", CaseFacts.refunds(answer));
        lines.addAll("Disputes", CaseFacts.disputes(answer));
        lines.addAll("Fraud reports", CaseFacts.fraudReports(answer));
        lines.addAll("Matched", CaseNeeds.elements(answer, true));
        lines.addAll("Not matched", CaseNeeds.elements(answer, false));
        lines.addAll("Protections", CaseNeeds.protections(answer));
        lines.addAll("Deadline", CaseNeeds.deadline(answer));
        if (!answer.isClosed()) {
            lines.addAll("Send next", CaseNeeds.remedies(answer));
            lines.addAll("For submission", CaseNeeds.submissionGaps(answer));
        }
        lines.add("Receipt", CaseNeeds.receipt(answer));
        return lines;
    }

    private static String highlighted(OrderAnswer answer, Terminal terminal) {
        String words = Terminal.printable(answer.verdict()).toUpperCase(Locale.ROOT);
        if (!terminal.colours()) {
            return words;
        }
        String colour = switch (answer.status()) {
            case "qualified" -> "\u001b[1;32m";
            case "requires_action" -> "\u001b[1;33m";
            default -> "\u001b[1;31m";
        };
        return colour + words + "\u001b[0m";
    }

    private static String printable(JsonNode object, String name) {
        return Terminal.printable(OrderAnswer.text(object, name));
    }
}
