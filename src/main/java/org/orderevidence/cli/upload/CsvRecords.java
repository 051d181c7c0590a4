package org.orderevidence.cli.upload;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.upload.csv.CsvMapping;
import org.orderevidence.cli.upload.csv.CsvOrders;
import org.orderevidence.cli.upload.csv.CsvRow;
import org.orderevidence.order.Bytes;

/** The rows of a CSV file. The offset of a place counts the characters of values. */
final class CsvRecords implements Records {
    private final CsvOrders orders;
    private final UnpackedInput input;

    CsvRecords(CsvOrders orders, UnpackedInput input) {
        this.orders = orders;
        this.input = input;
    }

    CsvMapping mapping() {
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
    public Item.Place place() {
        return new Item.Place(orders.line(), orders.characters(), input.packedCount());
    }

    private static List<Map<String, String>> errors(List<CsvRow.Fault> faults) {
        return faults.stream()
                .map(fault -> Outcome.error(fault.pointer(), fault.code(), fault.detail()))
                .toList();
    }
}
