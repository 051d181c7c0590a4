package org.orderevidence.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A description as blocks of text. It supports the Markdown that the OpenAPI description uses: paragraphs, lists with
 * hyphens, and code in backquotes.
 *
 * @param blocks in sequence
 */
public record Prose(List<Block> blocks) {
    private static final Pattern BLANK_LINE = Pattern.compile("\n\\s*\n");
    private static final String BULLET = "- ";

    public Prose {
        blocks = List.copyOf(blocks);
    }

    /** A part of a text. */
    public sealed interface Block {}

    /**
     * A paragraph.
     *
     * @param spans in sequence
     */
    public record Paragraph(List<Span> spans) implements Block {
        public Paragraph {
            spans = List.copyOf(spans);
        }
    }

    /**
     * A list.
     *
     * @param items the spans of each item
     */
    public record Bullets(List<List<Span>> items) implements Block {
        public Bullets {
            items = items.stream().map(List::copyOf).toList();
        }
    }

    /**
     * Characters of one kind.
     *
     * @param text without backquotes
     * @param isCode true for names and values
     */
    public record Span(String text, boolean isCode) {}

    /** Returns a description as blocks. */
    public static Prose of(String markdown) {
        List<Block> blocks = new ArrayList<>();
        for (String part : BLANK_LINE.split(markdown.strip(), -1)) {
            add(part, blocks);
        }
        return new Prose(blocks);
    }

    private static void add(String part, List<Block> blocks) {
        StringBuilder text = new StringBuilder();
        List<List<Span>> items = new ArrayList<>();
        for (String line : part.lines().map(String::strip).toList()) {
            if (line.startsWith(BULLET)) {
                items.add(spans(line.substring(BULLET.length())));
            } else {
                text.append(text.isEmpty() ? "" : " ").append(line);
            }
        }
        if (!text.isEmpty()) {
            blocks.add(new Paragraph(spans(text.toString())));
        }
        if (!items.isEmpty()) {
            blocks.add(new Bullets(items));
        }
    }

    /** Returns one line of text as spans. */
    public static List<Span> line(String text) {
        return spans(text);
    }

    private static List<Span> spans(String text) {
        List<Span> spans = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int open = text.indexOf('`', from);
            int close = open < 0 ? -1 : text.indexOf('`', open + 1);
            if (close < 0) {
                spans.add(new Span(text.substring(from), false));
                break;
            }
            if (open > from) {
                spans.add(new Span(text.substring(from, open), false));
            }
            spans.add(new Span(text.substring(open + 1, close), true));
            from = close + 1;
        }
        return spans;
    }
}
