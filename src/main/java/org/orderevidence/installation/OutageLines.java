package org.orderevidence.installation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.slf4j.event.KeyValuePair;

/**
 * Warnings of an outage without their stack traces. They are all alike, and their number hides the line that tells what
 * failed. The errors themselves follow the message on its line.
 */
final class OutageLines {
    /** Maximum number of errors of a chain of causes that are named. */
    private static final int MOST_CAUSES = 8;

    private OutageLines() {}

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
                .anyMatch(OutageLines::isOutage);
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
}
