package org.orderevidence.bench.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Draws the ratios of docs/performance.md: {@code RatioChart REPORT SVG} reads the table of ratios in a report of the
 * benchmark, writes a bar chart and prints the same ratios as Markdown. Needs only the JDK, so that {@code bench/run
 * chart} can start the source file without a build. The same report gives the same bytes.
 */
final class RatioChart {
    private static final int WIDTH = 830;
    private static final int BARS_X = 400;
    private static final int LONGEST_BAR = 320;
    private static final int TOP = 66;
    private static final int ROW = 25;
    private static final int BAR = 15;

    /**
     * The published ratios, at most 15, by their names in a report.
     *
     * @param inReport how the name in the report starts
     * @param label the name in the documentation
     */
    private record Published(String inReport, String label) {}

    private static final List<Published> PUBLISHED = List.of(
            new Published("fetch, sqlite ÷ constant answer", "Fetch, embedded ÷ constant answer of the same size"),
            new Published(
                    "fetch, postgresql ÷ constant answer", "Fetch, PostgreSQL ÷ constant answer of the same size"),
            new Published("fetch, sqlite ÷ Spring Boot", "Fetch, embedded ÷ Spring Boot"),
            new Published("fetch, postgresql ÷ Spring Boot", "Fetch, PostgreSQL ÷ Spring Boot"),
            new Published("fetch of the large embedded store", "Fetch, ten million orders ÷ one million, embedded"),
            new Published("track, sqlite ÷ pgbench upsert", "Track, embedded ÷ upserts by pgbench"),
            new Published("track, postgresql ÷ pgbench upsert", "Track, PostgreSQL ÷ upserts by pgbench"),
            new Published("track, sqlite ÷ Spring Boot", "Track, embedded ÷ Spring Boot"),
            new Published("order upload, sqlite ÷ pgbench order", "Upload of one order, embedded ÷ pgbench"),
            new Published("order upload, postgresql ÷ pgbench order", "Upload of one order, PostgreSQL ÷ pgbench"),
            new Published(
                    "orders per second in uploads of 100 ÷ single uploads, sqlite",
                    "Orders in uploads of 100 ÷ in single uploads, embedded"),
            new Published(
                    "orders per second in uploads of 100 ÷ single uploads, postgresql",
                    "Orders in uploads of 100 ÷ in single uploads, PostgreSQL"),
            new Published("upload of 100 orders, sqlite ÷ Spring Boot", "Upload of 100 orders, embedded ÷ Spring Boot"),
            new Published(
                    "upload of 100 orders, postgresql ÷ Spring Boot", "Upload of 100 orders, PostgreSQL ÷ Spring Boot"),
            new Published("`orders upload` of", "Upload of a large file, embedded ÷ PostgreSQL's COPY"));

    /**
     * One bar.
     *
     * @param reached the ratio, as the report has it
     * @param asked the minimum, as the report has it
     * @param isReached whether it is reached, before rounding
     */
    private record Bar(String label, String reached, String asked, boolean isReached) {
        double share() {
            return Double.parseDouble(reached) / Double.parseDouble(asked);
        }

        String markdown() {
            return "| %s | %s | %s | %s |\n"
                    .formatted(label, reached, asked, isReached ? "reached" : "**not reached**");
        }
    }

    private RatioChart() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("Usage: bench/run chart REPORT");
            System.exit(2);
        }
        List<Bar> bars;
        try {
            bars = bars(Files.readAllLines(Path.of(args[0])));
        } catch (IllegalArgumentException incomplete) {
            System.err.println(args[0] + ": " + incomplete.getMessage());
            System.exit(1);
            return;
        }
        Files.writeString(Path.of(args[1]), svg(bars));
        System.out.print(bars.stream().map(Bar::markdown).collect(Collectors.joining()));
    }

    /** The bars, the one that is furthest from its minimum first. */
    private static List<Bar> bars(List<String> report) {
        List<Map<String, String>> rows = rows(report);
        List<Bar> bars = new ArrayList<>();
        for (Published published : PUBLISHED) {
            Map<String, String> row = rows.stream()
                    .filter(r -> r.getOrDefault("ratio", "").startsWith(published.inReport()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "has no ratio \"" + published.inReport() + "\"; run all stores, with --large"));
            String reached = row.getOrDefault("reached", "").replaceFirst(" .*", "");
            boolean isReached = !row.getOrDefault("", "").contains("below");
            bars.add(new Bar(published.label(), reached, row.getOrDefault("least", ""), isReached));
        }
        bars.sort(Comparator.comparingDouble(Bar::share));
        return bars;
    }

    /** The rows of the table of ratios, each cell by the first word of its column. */
    private static List<Map<String, String>> rows(List<String> report) {
        List<Map<String, String>> rows = new ArrayList<>();
        List<String> columns = List.of();
        for (String line : report) {
            List<String> cells = cells(line);
            if (line.startsWith("| ratio |")) {
                columns =
                        cells.stream().map(cell -> cell.replaceFirst(" .*", "")).toList();
            } else if (!line.startsWith("|")) {
                columns = List.of();
            } else if (cells.size() >= columns.size()) {
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < columns.size(); i++) {
                    row.put(columns.get(i), cells.get(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static List<String> cells(String line) {
        String[] parts = line.split("\\|", -1);
        List<String> cells = new ArrayList<>();
        for (int i = 1; i < parts.length - 1; i++) {
            cells.add(parts[i].strip());
        }
        return cells;
    }

    private static String svg(List<Bar> bars) {
        double longest = bars.stream().mapToDouble(Bar::share).max().orElse(1);
        double unit = LONGEST_BAR / Math.max(1, longest);
        int height = TOP + ROW * bars.size() + 14;
        double line = BARS_X + unit;
        StringBuilder svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
                <title>Ratios of the benchmark, compared with the minimum asked for</title>
                <style>
                text { font: 12.5px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
                .head { font-weight: 600; font-size: 15px }
                .note { fill: #59636e }
                .page { fill: #ffffff }
                .reached { fill: #0969da }
                .missed { fill: #c4570d }
                .minimum { stroke: #59636e; stroke-dasharray: 4 3 }
                @media (prefers-color-scheme: dark) {
                text { fill: #f0f6fc }
                .note { fill: #9198a1 }
                .page { fill: #0d1117 }
                .reached { fill: #4493f8 }
                .missed { fill: #e08b3e }
                .minimum { stroke: #9198a1 }
                }
                </style>
                """.formatted(WIDTH, height, WIDTH, height));
        svg.append("<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n".formatted(WIDTH, height));
        svg.append("<text class=\"head\" x=\"14\" y=\"26\">Ratio of rates, reached (asked for)</text>\n");
        svg.append(legend("reached", 14, "minimum reached")).append(legend("missed", 164, "not reached"));
        for (int i = 0; i < bars.size(); i++) {
            svg.append(bar(bars.get(i), TOP + ROW * i, unit));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"minimum\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n",
                line,
                TOP - 10,
                line,
                height - 10));
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"note\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">asked for</text>\n",
                line,
                TOP - 16));
        return svg.append("</svg>\n").toString();
    }

    private static String legend(String kind, int x, String text) {
        return String.format(
                        Locale.ROOT, "<rect class=\"%s\" x=\"%d\" y=\"38\" width=\"10\" height=\"10\"/>\n", kind, x)
                + String.format(Locale.ROOT, "<text class=\"note\" x=\"%d\" y=\"47\">%s</text>\n", x + 15, text);
    }

    private static String bar(Bar bar, int y, double unit) {
        double length = bar.share() * unit;
        // A number that would cross the line of the minimum goes to its right.
        double numberX = BARS_X + (bar.isReached() ? length : Math.max(length, unit)) + 6;
        return String.format(
                Locale.ROOT,
                """
                <text x="%d" y="%d" text-anchor="end">%s</text>
                <rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>
                <text x="%.1f" y="%d">%s (%s)</text>
                """,
                BARS_X - 8,
                y + 12,
                escaped(bar.label()),
                bar.isReached() ? "reached" : "missed",
                BARS_X,
                y,
                length,
                BAR,
                numberX,
                y + 12,
                bar.reached(),
                bar.asked());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
