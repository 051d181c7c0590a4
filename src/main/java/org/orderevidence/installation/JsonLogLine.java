package org.orderevidence.installation;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event as one line of JSON: {@code time}, {@code level}, {@code logger}, {@code message}, the event's own keys at
 * the same level, and {@code exception} with the trace. An event's key of one of these names is left out. logback's own
 * JSON encoder writes the time as a number, and the keys as a list of strings.
 */
final class JsonLogLine extends EncoderBase<ILoggingEvent> {
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
