package org.orderevidence.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportRecord;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.order.Bytes;
import org.orderevidence.upload.CsvRows;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records;
import tools.jackson.databind.JsonNode;

/**
 * The payments or orders of an export as records, in constant memory. All rows of an order are one record. The text of a
 * record is JSON: a list with a list for each row, first its line and then its values.
 */
final class ExportRecords implements Records {
    private final ExportColumns columns;
    private final CsvRows rows;
    private final int width;
    private final List<Integer> kept;
    private final LongSupplier bytesRead;
    private @Nullable Read ahead;
    private Item.Place place;

    /** A row, and the characters of the file up to its end. */
    private record Read(ExportRow row, List<String> cells, long characters) {}

    /**
     * @param rows behind the header row
     * @param width how many columns the file has
     * @param kept which of them are read
     * @param bytesRead returns how many bytes of the file were read
     */
    ExportRecords(ExportColumns columns, CsvRows rows, int width, List<Integer> kept, LongSupplier bytesRead) {
        this.columns = columns;
        this.rows = rows;
        this.width = width;
        this.kept = List.copyOf(kept);
        this.bytesRead = bytesRead;
        this.place = new Item.Place(rows.line(), rows.characters(), bytesRead.getAsLong());
    }

    @Override
    public ExportColumns columns() {
        return columns;
    }

    @Override
    public @Nullable Item next() throws IOException {
        Read first = ahead == null ? read() : ahead;
        ahead = null;
        if (first == null) {
            return null;
        }
        ExportFormat format = columns.format();
        List<Read> record = new ArrayList<>(List.of(first));
        Read last = first;
        long size = length(first);
        for (Read next = read(); next != null; next = read()) {
            if (!format.continues(first.row(), next.row())) {
                ahead = next;
                break;
            }
            last = next;
            size += length(next);
            if (size <= RecordReader.MAX_RECORD_BYTES) {
                record.add(next);
            }
        }
        place = new Item.Place(last.row().line(), last.characters(), bytesRead.getAsLong());
        Bytes json =
                Bytes.wrap(Json.bytes(record.stream().map(ExportRecords::json).toList()));
        Outcome.Rejected fault = size <= RecordReader.MAX_RECORD_BYTES
                ? null
                : Outcome.rejected("too_large", "the rows of the record are longer than 1 MB; import it by webhook");
        return new Item(place, json, first.row().text(format.key()), fault);
    }

    private static int length(Read read) {
        return read.cells().stream().mapToInt(String::length).sum();
    }

    private static List<Object> json(Read read) {
        List<Object> json = new ArrayList<>(read.cells().size() + 1);
        json.add(read.row().line());
        json.addAll(read.cells());
        return json;
    }

    @Override
    public boolean skip() throws IOException {
        return next() != null;
    }

    @Override
    public Item.Place place() {
        return place;
    }

    private @Nullable Read read() throws IOException {
        List<String> cells = rows.next();
        if (cells == null) {
            return null;
        }
        // A row with another number of values is kept as it is, and refused later.
        List<String> read =
                cells.size() == width ? kept.stream().map(cells::get).toList() : cells;
        return new Read(new ExportRow(columns.header(), rows.line(), read), read, rows.characters());
    }

    /** Returns the rows of a record that was read. */
    static ExportRecord record(ExportColumns columns, Item item) {
        List<ExportRow> rows = new ArrayList<>();
        for (JsonNode row : Json.read(item.json().toArray())) {
            List<String> cells =
                    row.valueStream().skip(1).map(JsonNode::stringValue).toList();
            rows.add(new ExportRow(columns.header(), row.get(0).longValue(), cells));
        }
        return new ExportRecord(rows);
    }
}
