package org.orderevidence.installation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.json.JsonMapper;

/** Configures logging: one line per event, as text or JSON, to one stream. Libraries log warnings and errors only. */
public final class Logging {
    private static final String OURS = "org.orderevidence";

    /** The rooms without this library. The JDK forgets the level of a logger to which no reference is left. */
    private static final java.util.logging.Logger OWN = java.util.logging.Logger.getLogger(OURS);

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
        OWN.setLevel(java.util.logging.Level.INFO);
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
            super.append(hasAllTraces ? event : shown(event, OURS));
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                try {
                    stream.flush();
                } catch (IOException nowhereToSayIt) {
                    // The stream of messages itself is closed.
                }
            }
        }
    }

    /**
     * An event as one line of JSON: {@code time}, {@code level}, {@code logger}, {@code message}, the event's own keys at
     * the same level, and {@code exception} with the trace. An event's key of one of these names is left out. logback's own
     * JSON encoder writes the time as a number, and the keys as a list of strings.
     */
    private static final class JsonLogLine extends EncoderBase<ILoggingEvent> {
        private static final JsonMapper JSON = new JsonMapper();
        private static final byte[] NOTHING = {};

        @Override
        public byte[] headerBytes() {
            return NOTHING;
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            Map<String, @Nullable Object> line = new LinkedHashMap<>();
            line.put("time", event.getInstant().toString());
            line.put("level", event.getLevel().toString());
            line.put("logger", event.getLoggerName());
            line.put("message", event.getFormattedMessage());
            if (event.getKeyValuePairs() != null) {
                for (KeyValuePair pair : event.getKeyValuePairs()) {
                    line.putIfAbsent(pair.key, plain(pair.value));
                }
            }
            IThrowableProxy failure = event.getThrowableProxy();
            if (failure != null) {
                line.put("exception", ThrowableProxyUtil.asString(failure));
            }
            return (JSON.writeValueAsString(line) + '\n').getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] footerBytes() {
            return NOTHING;
        }

        private static @Nullable Object plain(@Nullable Object value) {
            return value == null || value instanceof Number || value instanceof Boolean ? value : value.toString();
        }
    }

    /** Maximum number of errors of a chain of causes that are named. */
    private static final int MOST_CAUSES = 8;

    /**
     * Returns the event without its trace if it is a warning of a library or of an outage of a store, a file or a
     * connection; otherwise the same event. Errors and other warnings may be bugs, and need their traces.
     *
     * @param ours the start of the names of this program's own loggers
     */
    static ILoggingEvent shown(ILoggingEvent event, String ours) {
        if (!event.getLevel().equals(Level.WARN)
                || !(event.getThrowableProxy() instanceof ThrowableProxy proxy)
                || (event.getLoggerName().startsWith(ours) && !isOutage(proxy))) {
            return event;
        }
        LoggingEvent line = new LoggingEvent();
        line.setLevel(event.getLevel());
        line.setLoggerName(event.getLoggerName());
        line.setThreadName(event.getThreadName());
        line.setInstant(event.getInstant());
        line.setMDCPropertyMap(event.getMDCPropertyMap());
        line.setMessage(event.getFormattedMessage());
        List<KeyValuePair> pairs =
                new ArrayList<>(event.getKeyValuePairs() == null ? List.of() : event.getKeyValuePairs());
        pairs.add(new KeyValuePair("cause", causes(proxy)));
        line.setKeyValuePairs(pairs);
        return line;
    }

    private static boolean isOutage(ThrowableProxy proxy) {
        return chain(proxy).stream()
                .map(link -> link instanceof ThrowableProxy known ? known.getThrowable() : null)
                .anyMatch(Logging::isOutage);
    }

    private static boolean isOutage(@Nullable Throwable thrown) {
        return thrown instanceof StoreUnavailable
                || thrown instanceof UnknownOutcome
                || thrown instanceof SQLException
                || thrown instanceof IOException;
    }

    private static String causes(ThrowableProxy proxy) {
        return chain(proxy).stream()
                .map(link -> link.getClassName().substring(link.getClassName().lastIndexOf('.') + 1)
                        + (link.getMessage() == null ? "" : ": " + link.getMessage()))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static List<IThrowableProxy> chain(IThrowableProxy first) {
        List<IThrowableProxy> chain = new ArrayList<>();
        for (IThrowableProxy link = first; link != null && chain.size() < MOST_CAUSES; link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }

    /**
     * A buffer for log lines, so that a request does not pay for a system call. It writes them out after at most
     * {@value #LONGEST_WAIT_MILLIS} ms, when it is full, and when it is flushed or closed. A closed buffer writes each line
     * at once. logback has a buffer too, but nothing that writes it out after a time.
     */
    public static final class LogBuffer extends BufferedOutputStream {
        static final int LONGEST_WAIT_MILLIS = 100;

        private static final int ROOM = 64 * 1024;

        private final CountDownLatch closed = new CountDownLatch(1);

        /**
         * @param to where all lines are written; not closed with this
         */
        public LogBuffer(OutputStream to) {
            super(to, ROOM);
            Thread.ofPlatform().daemon().name("log-buffer").start(this::passOn);
        }

        @Override
        public synchronized void write(byte[] from, int offset, int count) throws IOException {
            super.write(from, offset, count);
            if (closed.getCount() == 0) {
                flush();
            }
        }

        @Override
        public void close() throws IOException {
            closed.countDown();
            flush();
        }

        private void passOn() {
            try {
                while (!closed.await(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                    flush();
                }
            } catch (IOException noStream) {
                // The stream itself is closed. The next write fails in the same way.
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
