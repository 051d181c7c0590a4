package org.orderevidence.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.cli.terminal.Terminal.Paragraph;

/** Texts with a label each, aligned and wrapped to the width of the terminal. */
public final class LabelledLines {
    private static final String INDENT = "  ";
    private static final String GAP = "  ";

    private final List<String> labels = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    /** Adds a text. An empty label continues the text above. */
    public void add(String label, String text) {
        labels.add(label);
        texts.add(Terminal.printable(text));
    }

    /** Adds one text for each entry, the first with the label. No entry adds nothing. */
    public void addAll(String label, List<String> entries) {
        for (int i = 0; i < entries.size(); i++) {
            add(i == 0 ? label : "", entries.get(i));
        }
    }

    /** Prints all lines on the terminal's {@code out}. */
    public void print(Terminal terminal) {
        int widest = labels.stream().mapToInt(String::length).max().orElse(0);
        int room = terminal.textWidth() - INDENT.length() - widest - GAP.length();
        for (int i = 0; i < labels.size(); i++) {
            String label = labels.get(i);
            for (String line : Paragraph.lines(texts.get(i), room)) {
                terminal.out().println(INDENT + label + " ".repeat(widest - label.length()) + GAP + line);
                label = "";
            }
        }
    }
}
