package org.orderevidence.waiting;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * What the service, or one of its loggers, logs from a level on until it is closed, also by the loggers of the JDK. Tests of
 * one JVM may set other levels.
 */
public final class LogLines implements AutoCloseable {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger;
    private final Level before;

    static {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    public LogLines(Level level) {
        this(level, "org.orderevidence");
    }

    public LogLines(Level level, String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        lines.start();
        logger.setLevel(level);
        logger.addAppender(lines);
    }

    public List<ILoggingEvent> list() {
        return List.copyOf(lines.list);
    }

    /** Returns messages with their fields. */
    public List<String> texts() {
        return list().stream()
                .map(entry -> entry.getFormattedMessage() + entry.getKeyValuePairs())
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
        logger.setLevel(before);
    }
}
