package org.orderevidence.console;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.upload.SpreadsheetText;

/**
 * Rejected records as CSV. The rows of a CSV file are there with all their columns, so that they can be corrected and
 * uploaded again. Card numbers are left out.
 */
final class RejectedFile {
    /** The columns that are added. An upload ignores them. */
    private static final List<String> ADDED = List.of("Rejected line", "Rejected field", "Rejected reason");

    /** What further rows of a record have in these columns. */
    private static final List<String> NONE = Collections.nCopies(ADDED.size(), "");

    private static final int MOST_BYTES = 512 * 1024;

    private final ByteArrayOutputStream csv = new ByteArrayOutputStream();
    private final boolean hasColumns;
    private boolean isCut;

    /**
     * @param columns of the file; empty if it is not CSV
     */
    RejectedFile(List<String> columns) {
        hasColumns = !columns.isEmpty();
        List<String> header = new ArrayList<>(ADDED);
        header.addAll(hasColumns ? columns : List.of("id"));
        write(header);
    }

    /**
     * Adds a record.
     *
     * @param rows their cells, the reasons stand before the first; empty if the file is not CSV
     */
    void add(UploadResult.Rejected rejected, List<List<String>> rows) {
        if (isCut) {
            return;
        }
        List<String> row = new ArrayList<>();
        row.add(Long.toString(rejected.number()));
        row.add(rejected.reasons().stream().map(UploadResult.Reason::field).collect(Collectors.joining("; ")));
        row.add(rejected.reasons().stream().map(UploadResult.Reason::detail).collect(Collectors.joining("; ")));
        if (!hasColumns) {
            row.add(rejected.id());
            write(row);
            return;
        }
        for (List<String> cells : rows) {
            cells.forEach(cell -> row.add(CardNumbers.appearIn(cell) ? "" : cell));
            write(row);
            row.clear();
            row.addAll(NONE);
        }
    }

    private void write(List<String> cells) {
        byte[] line = SpreadsheetText.row(cells);
        isCut |= csv.size() + line.length > MOST_BYTES;
        if (!isCut) {
            csv.writeBytes(line);
        }
    }

    /** Returns true if not all records fit. */
    boolean isCut() {
        return isCut;
    }

    /** Returns the file as the address of a link. */
    String link() {
        return "data:text/csv;charset=utf-8;base64," + Base64.getEncoder().encodeToString(csv.toByteArray());
    }
}
