package org.orderevidence.bench.chart;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stacks as a picture: a box a call, as wide as its part of the samples, callers below what they call. A box shows its
 * name and part under the pointer.
 */
public final class FlameGraph {
    private static final double WIDTH = 1_400;
    private static final int ROW = 16;
    private static final int TITLE_ROW = 24;
    private static final int MOST_ROWS = 80;

    /** Narrower ones are left out, so that the file stays small. */
    private static final double NARROWEST = 1.4;

    private static final double LETTER_WIDTH = 6.2;

    private final Node root = new Node();

    private static final class Node {
        private final Map<String, Node> calls = new TreeMap<>();
        private long samples;
    }

    /**
     * Adds a sample.
     *
     * @param frames outermost first
     */
    public void add(List<String> frames) {
        Node node = root;
        node.samples++;
        for (String frame : frames) {
            node = node.calls.computeIfAbsent(frame, _ -> new Node());
            node.samples++;
        }
    }

    /** The picture, as SVG. */
    public String svg(String title) {
        StringBuilder boxes = new StringBuilder();
        int rows = Math.min(MOST_ROWS, draw(boxes, root, 0, 0));
        int height = TITLE_ROW + rows * ROW + ROW;
        return String.format(Locale.ROOT, """
                        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$.0f %2$d" width="%1$.0f" height="%2$d" \
                        font-family="monospace" font-size="10"><rect width="100%%" height="100%%" fill="#fff"/>
                        <text x="4" y="16" font-size="13">%3$s, %4$d samples</text>
                        <g transform="translate(0 %2$d) scale(1 -1)">
                        """, WIDTH, height, escaped(title), root.samples) + boxes + "</g></svg>\n";
    }

    /** Draws what a node calls; how many rows that takes. */
    private int draw(StringBuilder boxes, Node node, double left, int row) {
        int rows = row;
        double x = left;
        for (Map.Entry<String, Node> call : node.calls.entrySet()) {
            double width = WIDTH * call.getValue().samples / root.samples;
            if (width >= NARROWEST && row < MOST_ROWS) {
                box(boxes, call.getKey(), call.getValue().samples, x, width, row);
                rows = Math.max(rows, draw(boxes, call.getValue(), x, row + 1));
            }
            x += width;
        }
        return Math.max(rows, row + (node.calls.isEmpty() ? 0 : 1));
    }

    private void box(StringBuilder boxes, String frame, long samples, double x, double width, int row) {
        int letters = (int) (width / LETTER_WIDTH);
        String shown = letters < 4 ? "" : shortened(frame, letters);
        boxes.append(String.format(
                Locale.ROOT,
                "<g transform=\"translate(%.1f %d)\"><title>%s, %.1f %%</title><rect width=\"%.1f\" height=\"%d\""
                        + " fill=\"%s\"/>",
                x,
                row * ROW,
                escaped(frame),
                100.0 * samples / root.samples,
                Math.max(0.4, width - 0.4),
                ROW - 1,
                colour(frame)));
        if (!shown.isEmpty()) {
            boxes.append("<text x=\"2\" y=\"-4\" transform=\"scale(1 -1)\">")
                    .append(escaped(shown))
                    .append("</text>");
        }
        boxes.append("</g>\n");
    }

    /** The class and method, as much of them as fits. */
    private static String shortened(String frame, int letters) {
        int method = frame.lastIndexOf('.');
        String name = method < 0 ? frame : frame.substring(frame.lastIndexOf('.', method - 1) + 1);
        return name.length() <= letters ? name : name.substring(0, letters - 1) + "…";
    }

    /** The service's own code, the HTTP server, drivers and databases, the JDK, everything else. */
    private static String colour(String frame) {
        if (frame.startsWith("org.orderevidence.")) {
            return "#f4a259";
        }
        if (frame.startsWith("io.helidon.")) {
            return "#8cb369";
        }
        if (frame.startsWith("org.sqlite.")
                || frame.startsWith("org.postgresql.")
                || frame.startsWith("com.datastax.")) {
            return "#7fb7be";
        }
        if (frame.startsWith("java.") || frame.startsWith("jdk.") || frame.startsWith("sun.")) {
            return "#d8d8c8";
        }
        return "#e3c4e0";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
