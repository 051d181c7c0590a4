package org.orderevidence.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.PrintStream;
import java.util.logging.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Sets logging up: one line an event, text or JSON, to one stream; what the libraries say only from a warning on. */
final class Logging {
    private static final String OURS = "org.orderevidence";

    /** Tells of a taken port with two traces; the command tells it in a line. */
    private static final String SERVER_START = "io.helidon.webserver.LoomServer";

    /** Line breaks in a message would let whoever chose it forge a line. */
    private static final String TEXT =
            "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSX\", UTC} %-5level %logger{20} %replace(%msg %kvp){'[\\r\\n]+', ' '}%n%ex";

    private Logging() {}

    /**
     * Replaces whatever was set up before.
     *
     * @param json JSON when true, text when false
     * @param level least level of our own events
     * @param stream where to
     */
    static void start(boolean json, String level, PrintStream stream) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();

        Encoder<ILoggingEvent> encoder = json ? new JsonLogLine() : text();
        encoder.setContext(context);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setName("stream");
        appender.setEncoder(encoder);
        appender.setOutputStream(stream);
        appender.start();

        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(Level.WARN);
        context.getLogger(SERVER_START).setLevel(Level.OFF);
        context.getLogger(OURS).setLevel(Level.toLevel(level));
        bridgeJavaUtilLogging();
    }

    private static void bridgeJavaUtilLogging() {
        LogManager.getLogManager().reset();
        java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.WARNING);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    private static Encoder<ILoggingEvent> text() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setPattern(TEXT);
        return encoder;
    }
}
