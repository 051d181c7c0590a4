package org.orderevidence.integration;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.upload.CsvRows;

/** Sample exports: the files below {@code src/test/resources/integration/history}. */
public final class Exports {
    private Exports() {}

    /** Returns a sample, such as {@code stripe}. */
    public static String text(String name) {
        try (InputStream file = Exports.class.getResourceAsStream("/integration/history/" + name + ".csv")) {
            if (file == null) {
                throw new IllegalArgumentException("there is no sample " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the records of a file. */
    public static List<List<ExportRow>> records(ExportFormat format, String csv) {
        try {
            byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
            byte[] firstLine = csv.lines().findFirst().orElse("").getBytes(StandardCharsets.UTF_8);
            CsvRows rows = new CsvRows(new ByteArrayInputStream(bytes), firstLine, 0, 1 << 20);
            ExportHeader header = new ExportHeader(Objects.requireNonNull(rows.next(), "no header"));
            List<List<ExportRow>> records = new ArrayList<>();
            for (List<String> cells = rows.next(); cells != null; cells = rows.next()) {
                ExportRow row = new ExportRow(header, rows.line(), cells);
                if (!records.isEmpty() && format.continues(records.getLast().getFirst(), row)) {
                    records.getLast().add(row);
                } else {
                    records.add(new ArrayList<>(List.of(row)));
                }
            }
            return records.stream().map(List::copyOf).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the record whose key column has this value. */
    public static List<ExportRow> record(ExportFormat format, String csv, String key) {
        return records(format, csv).stream()
                .filter(record -> key.equals(record.getFirst().text(format.key())))
                .findFirst()
                .orElseThrow();
    }
}
