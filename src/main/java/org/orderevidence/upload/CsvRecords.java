package org.orderevidence.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/** The rows of a CSV file as records. The offset of a place counts the characters of values. */
public final class CsvRecords implements Records {
    private final CsvOrders orders;
    private final LongSupplier bytesRead;

    private CsvRecords(CsvOrders orders, LongSupplier bytesRead) {
        this.orders = orders;
        this.bytesRead = bytesRead;
    }

    /** Returns how CSV is read with these options. */
    public static CsvFormat format(CsvOptions options) {
        return new CsvFormat() {
            @Override
            public Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead)
                    throws IOException {
                return new CsvRecords(
                        new CsvOrders(csv, firstLine, linesBefore, RecordReader.MAX_RECORD_BYTES, options), bytesRead);
            }

            @Override
            public boolean isOneOfSeveral() {
                return true;
            }

            @Override
            public Charset encoding() {
                return options.answers().encoding();
            }
        };
    }

    @Override
    public CsvColumns columns() {
        return orders.mapping();
    }

    @Override
    public @Nullable Item next() throws IOException {
        return switch (orders.next()) {
            case null -> null;
            case CsvRow.Order(String id, Bytes json) ->
                json.length() > RecordReader.MAX_RECORD_BYTES
                        ? Item.tooLarge(place())
                        : new Item(place(), json, id, null);
            case CsvRow.Faulty(String id, List<CsvRow.Fault> faults) ->
                Item.rejected(place(), new Outcome.Rejected(id, errors(faults)));
        };
    }

    @Override
    public boolean skip() throws IOException {
        return orders.skip();
    }

    @Override
    public List<List<String>> rows() {
        return orders.rows();
    }

    @Override
    public Item.Place place() {
        return new Item.Place(orders.line(), orders.characters(), bytesRead.getAsLong());
    }

    private static List<Map<String, String>> errors(List<CsvRow.Fault> faults) {
        return faults.stream()
                .map(fault -> Outcome.error(fault.pointer(), fault.code(), fault.detail()))
                .toList();
    }
}
