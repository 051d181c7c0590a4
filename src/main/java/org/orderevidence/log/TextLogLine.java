package org.orderevidence.log;

import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.event.KeyValuePair;

/**
 * An event as one line of text: time in UTC, level, shortened logger, message, and the event's keys with their values in
 * quotes; the trace of an exception follows on lines of its own. Written by hand, since each request has a line: logback's
 * pattern costs several times as much.
 */
final class TextLogLine extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};
    private static final int ROOM = 256;
    private static final int LEVEL_WIDTH = 5;
    private static final int LOGGER_LENGTH = 20;
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.").withZone(ZoneOffset.UTC);

    /** Line breaks in a message would let whoever chose it forge a line. */
    private static final Pattern LINE_BREAKS = Pattern.compile("[\\r\\n]+");

    private final TargetLengthBasedClassNameAbbreviator abbreviator =
            new TargetLengthBasedClassNameAbbreviator(LOGGER_LENGTH);

    /** By name; loggers are as few as the classes that have one. */
    private final Map<String, String> loggers = new ConcurrentHashMap<>();

    private volatile Second latest = new Second(0, SECOND.format(Instant.EPOCH));

    /**
     * A second as it is written, up to the point behind it.
     *
     * @param epochSecond since 1970
     */
    private record Second(long epochSecond, String text) {}

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(ROOM);
        appendTime(line, event.getInstant());
        String level = event.getLevel().toString();
        line.append(' ').append(level).repeat(' ', Math.max(0, LEVEL_WIDTH - level.length()) + 1);
        line.append(loggers.computeIfAbsent(event.getLoggerName(), abbreviator::abbreviate))
                .append(' ');
        int messageAt = line.length();
        line.append(event.getFormattedMessage());
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                line.append(' ')
                        .append(pair.key)
                        .append("=\"")
                        .append(pair.value)
                        .append('"');
            }
        }
        removeLineBreaks(line, messageAt);
        line.append(System.lineSeparator());
        IThrowableProxy failure = event.getThrowableProxy();
        if (failure != null) {
            line.append(ThrowableProxyUtil.asString(failure));
        }
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    private void appendTime(StringBuilder line, Instant time) {
        Second second = latest;
        if (second.epochSecond != time.getEpochSecond()) {
            second = new Second(time.getEpochSecond(), SECOND.format(time));
            latest = second;
        }
        int millis = time.getNano() / 1_000_000;
        line.append(second.text)
                .append((char) ('0' + millis / 100))
                .append((char) ('0' + millis / 10 % 10))
                .append((char) ('0' + millis % 10))
                .append('Z');
    }

    private static void removeLineBreaks(StringBuilder line, int from) {
        for (int i = from; i < line.length(); i++) {
            if (line.charAt(i) == '\n' || line.charAt(i) == '\r') {
                String oneLine = LINE_BREAKS.matcher(line.substring(i)).replaceAll(" ");
                line.setLength(i);
                line.append(oneLine);
                return;
            }
        }
    }
}
