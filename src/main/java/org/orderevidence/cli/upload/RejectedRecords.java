package org.orderevidence.cli.upload;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;

/** The file of rejected records: a line each, with its number and its errors; not the record, which holds personal data. */
final class RejectedRecords implements Closeable {
    private final FileChannel file;

    /**
     * Opens the file.
     *
     * @param keep how many bytes of it belong to an earlier run; what is behind them is cut off
     */
    RejectedRecords(Path path, long keep) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.truncate(keep);
        file.position(file.size());
    }

    /**
     * Adds a record.
     *
     * @param unit what {@code number} counts, such as {@code line}
     */
    void add(String unit, long number, Outcome.Rejected rejected) throws IOException {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put(unit, number);
        if (rejected.id() != null) {
            line.put("id", rejected.id());
        }
        line.put("errors", rejected.errors());
        ByteBuffer bytes = ByteBuffer.wrap((Json.line(line) + '\n').getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /** Its length in bytes. */
    long length() throws IOException {
        return file.position();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
