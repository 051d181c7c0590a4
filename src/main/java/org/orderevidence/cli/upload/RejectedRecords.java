package org.orderevidence.cli.upload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.upload.Upload.Rejections;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;

/** The file of errors. A line has the number and the errors or warnings of a record, and no personal data. */
final class RejectedRecords implements Rejections {
    private final FileChannel file;

    /**
     * Opens the file.
     *
     * @param keep how many bytes of it belong to an earlier run; the rest is cut off
     */
    RejectedRecords(Path path, long keep) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.truncate(keep);
        file.position(file.size());
    }

    @Override
    public void add(String unit, Item item, Outcome.Rejected rejected) throws IOException {
        write(unit, item, rejected.id(), "errors", rejected.errors());
    }

    @Override
    public void warn(String unit, Item item, Outcome.Taken taken) throws IOException {
        write(unit, item, taken.id(), "warnings", taken.warnings());
    }

    private void write(String unit, Item item, @Nullable String id, String name, List<Map<String, String>> faults)
            throws IOException {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put(unit, item.end().number());
        if (id != null) {
            line.put("id", id);
        }
        line.put(name, faults);
        ByteBuffer bytes = ByteBuffer.wrap((Json.line(line) + '\n').getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    @Override
    public long length() throws IOException {
        return file.position();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
