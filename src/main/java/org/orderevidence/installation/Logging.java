package org.orderevidence.installation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Configures logging: one line per event, as text or JSON, to one stream. Libraries log warnings and errors only. */
public final class Logging {
    private static final String OURS = "org.orderevidence";

    /** Logs client input, such as a bad Host, as a warning. Client input must not be in the log. */
    private static final String HTTP_SERVER = "org.eclipse.jetty";

    /**
     * Time in UTC, level, shortened logger, message, the event's keys with their values in quotes; the stack trace
     * follows on its own lines. Control characters could forge a line or change a terminal. They become spaces, and a
     * line of a stack trace cannot start with a digit, as the time of an event does. The characters that may stay are
     * listed, because a list of the others costs three times as much a line.
     */
    private static final String TEXT_LINE = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{20}"
            + " %replace(%msg %kvp){'[^ -~\\xa0-\\u2027\\u202a-\\x{10ffff}]+',' '}"
            + "%n%replace(%ex){'[\\n\\r\\u0085\\u2028\\u2029]+(?=\\d)',' '}";

    private Logging() {}

    /**
     * Replaces an earlier setup.
     *
     * @param json JSON when true, text when false
     * @param level lowest level of this program's own events
     * @param stream where to; may gather lines, but for those that warn
     */
    public static void start(boolean json, String level, OutputStream stream) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();

        Encoder<ILoggingEvent> encoder = json ? new JsonLogLine() : textLine();
        encoder.setContext(context);
        encoder.start();
        boolean hasAllTraces = Level.toLevel(level).equals(Level.DEBUG);
        OutputStreamAppender<ILoggingEvent> appender = new WarningsAtOnce(stream, hasAllTraces);
        appender.setContext(context);
        appender.setName("stream");
        appender.setEncoder(encoder);
        appender.setImmediateFlush(!(stream instanceof LogBuffer));
        appender.setOutputStream(stream);
        appender.start();

        // The levels come first, because another thread may log at the same moment.
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        context.getLogger(HTTP_SERVER).setLevel(Level.ERROR);
        context.getLogger(OURS).setLevel(Level.toLevel(level));
        root.addAppender(appender);
        bridgeJavaUtilLogging();
    }

    private static Encoder<ILoggingEvent> textLine() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern(TEXT_LINE);
        return encoder;
    }

    private static void bridgeJavaUtilLogging() {
        LogManager.getLogManager().reset();
        java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.WARNING);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    /**
     * Lets the stream decide when it flushes, except for warnings and errors. They may be the last lines before the
     * process ends. Leaves out the traces of outages.
     */
    private static final class WarningsAtOnce extends OutputStreamAppender<ILoggingEvent> {
        private final OutputStream stream;
        private final boolean hasAllTraces;

        WarningsAtOnce(OutputStream stream, boolean hasAllTraces) {
            this.stream = stream;
            this.hasAllTraces = hasAllTraces;
        }

        @Override
        protected void append(ILoggingEvent event) {
            // Another thread may have passed the level of the moment at which the levels were reset.
            LoggerContext loggers = (LoggerContext) getContext();
            if (!loggers.getLogger(event.getLoggerName()).isEnabledFor(event.getLevel())) {
                return;
            }
            super.append(hasAllTraces ? event : OutageLines.shown(event, OURS));
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                try {
                    stream.flush();
                } catch (IOException nowhereToSayIt) {
                    // The stream of messages itself is closed.
                }
            }
        }
    }
}
