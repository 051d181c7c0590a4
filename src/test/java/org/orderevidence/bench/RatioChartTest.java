package org.orderevidence.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart and the table of docs/performance.md are those of the run that it names first. */
class RatioChartTest {
    private static final Path DOCS = Path.of("docs");
    private static final Path SOURCE = Path.of("bench/src/main/java/org/orderevidence/bench/chart/RatioChart.java");

    @TempDir
    private Path folder;

    @Test
    void chartAndTableAreThoseOfTheRun() throws Exception {
        String page = Files.readString(DOCS.resolve("performance.md"));
        Matcher run = Pattern.compile("\\((runs/[^)]*\\.md)\\)").matcher(page);
        assertTrue(run.find(), "the page names its run");

        assertEquals("", draw(DOCS.resolve(run.group(1)), 0));

        assertEquals(Files.readString(DOCS.resolve("performance.svg")), Files.readString(chart()));
        List<String> rows = Files.readAllLines(out());
        assertEquals(15, rows.size());
        assertTrue(page.contains(String.join("\n", rows)), String.join("\n", rows));
    }

    @Test
    void aRunWithoutAPublishedRatioIsRefused() throws Exception {
        Path report = Files.writeString(folder.resolve("report.md"), """
                | ratio | reached (turns: min, max) | least | aim | |
                |---|---|---|---|---|
                | fetch, sqlite ÷ constant answer | 0.50 (0.17, 0.66) | 0.45 | 0.65 | least |
                """);

        assertEquals(
                report + ": has no ratio \"fetch, postgresql ÷ constant answer\"; run all stores, with --large\n",
                draw(report, 1));
        assertTrue(Files.notExists(chart()));
    }

    /** Returns what is printed on standard error. */
    private String draw(Path report, int exitCode) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dstdout.encoding=UTF-8",
                        "-Dstderr.encoding=UTF-8",
                        SOURCE.toString(),
                        report.toString(),
                        chart().toString())
                .redirectOutput(out().toFile())
                .redirectError(errors.toFile())
                .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        String printed = Files.readString(errors, StandardCharsets.UTF_8);
        assertEquals(exitCode, process.exitValue(), printed);
        return printed;
    }

    private Path chart() {
        return folder.resolve("performance.svg");
    }

    private Path out() {
        return folder.resolve("out");
    }
}
