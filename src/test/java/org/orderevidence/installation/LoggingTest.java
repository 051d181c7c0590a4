package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.installation.Logging.LogBuffer;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.Waits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Events in the log. */
class LoggingTest {
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private static final long SEED = 20_261_120L;

    @AfterEach
    void quiet() {
        Logging.start(false, "warn", System.err);
    }

    @Test
    void anEventIsOneLineOfTextWithItsKeys() {
        start(false, "info");

        log().atInfo()
                .addKeyValue("route", "/api/v2/track")
                .addKeyValue("status", 200)
                .log("done\nforged line");

        assertEquals(1, lines().size());
        assertTrue(
                lines().getFirst()
                        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  o\\.o\\.Example"
                                + " done forged line route=\"/api/v2/track\" status=\"200\" ?"),
                lines().getFirst());
    }

    /** A thread can log while the levels are reset, and reach the appender after that. */
    @Test
    void anEventBelowTheLevelIsNotWritten() {
        start(false, "warn");
        LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        ch.qos.logback.classic.Logger library = loggers.getLogger("org.example.Library");
        Appender<ILoggingEvent> appender =
                loggers.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stream");

        appender.doAppend(new LoggingEvent("", library, Level.DEBUG, "no font table", null, null));
        appender.doAppend(new LoggingEvent("", library, Level.WARN, "no font", null, null));

        assertEquals(1, lines().size(), stream::toString);
    }

    @Test
    void noControlCharacterOfAMessageOrAValueReachesTheLog() {
        start(false, "info");
        String controls = "a\r\nb\u001b[2Jc\u0000d\u0085e\u2028f\u2029g\th\u007fi \u00e9~\u4e2d\ud83d\ude00";

        log().atInfo().addKeyValue("key", controls).log("{}", controls);

        assertEquals(1, lines().size());
        assertTrue(
                lines().getFirst()
                        .endsWith(
                                " a b [2Jc d e f g h i \u00e9~\u4e2d\ud83d\ude00 key=\"a b [2Jc d e f g h i \u00e9~\u4e2d\ud83d\ude00\""),
                lines().getFirst());
    }

    @Test
    void theMessageOfAnExceptionCannotForgeALine() {
        start(false, "info");
        String forged = "2026-11-23T04:06:14.000Z INFO  o.o.Example done";

        log().atError()
                .setCause(new IllegalStateException("why\n" + forged, new IOException("because\r\u2028" + forged)))
                .log("failed");

        assertEquals(1, lines().stream().filter(line -> line.matches("\\d.*")).count(), stream::toString);
        assertEquals("java.lang.IllegalStateException: why " + forged, lines().get(1));
        assertTrue(lines().contains("Caused by: java.io.IOException: because " + forged), stream::toString);
    }

    @Test
    void theTraceOfAnExceptionFollowsTheLineOfText() {
        start(false, "info");

        log().atError().setCause(new IllegalStateException("why")).log("failed");

        assertTrue(lines().getFirst().endsWith("Z ERROR o.o.Example failed "), lines().getFirst());
        assertEquals("java.lang.IllegalStateException: why", lines().get(1));
        assertTrue(lines().get(2).startsWith("\tat org.orderevidence.installation.LoggingTest."), lines().get(2));
    }

    /** During an outage, each of many tasks fails again and again. */
    @Test
    void aWarningOfAnOutageIsOneLineWithItsCauses() {
        StoreUnavailable outage = new StoreUnavailable("cannot connect", new IOException("refused\nforged"));
        for (boolean json : List.of(false, true)) {
            start(json, "info");

            log().atWarn().addKeyValue("try", 2).setCause(outage).log("the sweep failed");
            log().warn("closing a connection failed", new SQLException("gone"));

            assertEquals(2, lines().size(), stream::toString);
            for (String word :
                    List.of("the sweep failed", "try", "StoreUnavailable: cannot connect; IOException: ref")) {
                assertTrue(lines().getFirst().contains(word), stream::toString);
            }
            assertTrue(lines().getLast().contains("SQLException: gone"), stream::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "info, org.orderevidence.Example, true",
        "info, com.example.driver, false",
        "debug, com.example.driver, true"
    })
    void aWarningHasItsTraceIfItIsOfABugOfOursOrAtDebug(String level, String logger, boolean hasTrace) {
        start(false, level);
        LoggerFactory.getLogger(logger).warn("a task failed", new IllegalStateException("why"));
        assertEquals(hasTrace, lines().size() > 2, stream::toString);
    }

    @Test
    void linesThatAreGatheredComeWithTheNextWarning() throws IOException {
        try (LogBuffer buffer = new LogBuffer(stream)) {
            Logging.start(false, "info", buffer);

            log().info("first");
            log().warn("second");

            assertEquals(List.of("first", "second"), lastWords());
        }
    }

    @Test
    void anEventIsOneLineOfJsonWithItsKeysBeside() {
        start(true, "info");

        log().atWarn()
                .addKeyValue("status", 200)
                .addKeyValue("level", "forged")
                .setCause(new IllegalStateException("why"))
                .log("done \"so\"\n");

        assertEquals(1, lines().size());
        JsonNode line = Json.read(lines().getFirst().getBytes(StandardCharsets.UTF_8));
        assertEquals("WARN", line.path("level").asString());
        assertEquals("org.orderevidence.Example", line.path("logger").asString());
        assertEquals("done \"so\"\n", line.path("message").asString());
        assertEquals(200, line.path("status").asInt());
        assertTrue(line.path("exception").asString().startsWith("java.lang.IllegalStateException: why"));
    }

    @Test
    void librariesAreHeardFromAWarningOnAlsoThoseOfJavaUtilLogging() {
        start(false, "debug");
        java.util.logging.Logger library = java.util.logging.Logger.getLogger("io.example");

        library.info("chatter");
        LoggerFactory.getLogger("io.example").info("chatter");
        library.warning("trouble");
        log().debug("ours");

        assertEquals(List.of("trouble", "ours"), lastWords());
    }

    private List<String> lastWords() {
        return lines().stream()
                .map(line -> line.strip().replaceFirst(".* ", ""))
                .toList();
    }

    private void start(boolean json, String level) {
        stream.reset();
        Logging.start(json, level, new PrintStream(stream, true, StandardCharsets.UTF_8));
    }

    private List<String> lines() {
        return stream.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static Logger log() {
        return LoggerFactory.getLogger("org.orderevidence.Example");
    }

    @Test
    void whatIsWrittenIsPassedOnByItself() throws IOException {
        CountDownLatch flushed = new CountDownLatch(1);
        OutputStream told = new OutputStream() {
            @Override
            public void write(int b) {
                stream.write(b);
            }

            @Override
            public void flush() {
                flushed.countDown();
            }
        };
        try (LogBuffer buffer = new LogBuffer(told)) {
            buffer.write(utf8("line"));

            Waits.open(flushed, "the line is not passed on");
            assertEquals("line", stream.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void nothingIsDroppedOrReorderedWhateverTheSizes() throws IOException {
        Random random = new Random(SEED);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (LogBuffer buffer = new LogBuffer(stream)) {
            for (int i = 0; i < 200; i++) {
                byte[] some = new byte[random.nextInt(i % 20 == 0 ? 200_000 : 2_000)];
                random.nextBytes(some);
                buffer.write(some);
                all.write(some);
            }
        }

        assertArrayEquals(all.toByteArray(), stream.toByteArray(), "seed " + SEED);
    }

    @Test
    void afterItIsClosedALineIsPassedOnAtOnce() throws IOException {
        LogBuffer buffer = new LogBuffer(stream);
        buffer.write(utf8("before "));
        buffer.close();

        buffer.write(utf8("after"));

        assertEquals("before after", stream.toString(StandardCharsets.UTF_8));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
