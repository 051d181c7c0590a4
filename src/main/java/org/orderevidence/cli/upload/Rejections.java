package org.orderevidence.cli.upload;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import tools.jackson.databind.node.ObjectNode;

/** A file of the records that were rejected or have warnings, and why. */
public abstract class Rejections implements Closeable {
    private final FileChannel file;

    /** Opens the file. */
    public interface Opening {
        /**
         * Opens the file.
         *
         * @param keep how many bytes of it belong to an earlier run; the rest is cut off
         */
        Rejections open(Path path, long keep) throws IOException;
    }

    /**
     * @param keep how many bytes of the file belong to an earlier run; the rest is cut off
     * @param attributes of a new file
     */
    protected Rejections(Path path, long keep, FileAttribute<?>... attributes) throws IOException {
        file = FileChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), attributes);
        file.truncate(keep);
        file.position(file.size());
    }

    /**
     * Adds a record.
     *
     * @param unit what the numbers of records count, such as {@code line}
     */
    public abstract void add(String unit, Item item, Outcome.Rejected rejected) throws IOException;

    /** Adds a record that was accepted with warnings, if the file has these. */
    public void warn(String unit, Item item, Outcome.Taken taken) throws IOException {}

    protected final void write(byte[] content) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /** Returns its length in bytes. */
    protected final long length() throws IOException {
        return file.position();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** As NDJSON. A line has the number and the errors or warnings of a record, and no personal data. */
    static final class AsJson extends Rejections {
        AsJson(Path path, long keep) throws IOException {
            super(path, keep);
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
            ObjectNode line = Json.object().put(unit, item.end().number());
            if (id != null) {
                line.put("id", id);
            }
            write((Json.line(line.putPOJO(name, faults)) + '\n').getBytes(StandardCharsets.UTF_8));
        }
    }
}
