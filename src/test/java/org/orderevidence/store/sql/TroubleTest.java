package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A failing store logs once a minute. */
class TroubleTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Trouble.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void oneLineAMinuteNamesTheFaultAndTheRemedyWithoutATrace() {
        Trouble trouble = new Trouble("cannot write", "free space", nanos::get);
        for (int i = 0; i < 1_200; i++) {
            trouble.report(new SQLException("the disk is full"));
            nanos.addAndGet(Duration.ofMillis(100).toNanos());
        }

        assertEquals(
                List.of(
                        "cannot write: the disk is full; free space",
                        "cannot write: the disk is full (and 599 times since the last line); free space"),
                lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList());
        assertEquals(
                List.of(),
                lines.list.stream()
                        .filter(line -> line.getThrowableProxy() != null)
                        .toList());
    }
}
