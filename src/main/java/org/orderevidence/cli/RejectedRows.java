package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.upload.Rejections;
import org.orderevidence.installation.PrivateFile;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.SpreadsheetText;
import tools.jackson.databind.JsonNode;

/**
 * The rejected rows as CSV with the columns of the export, so that the file can be corrected and imported. Four columns
 * before them have the reason, and are ignored by an import. A card number is left out. Only the owner may read the file.
 */
final class RejectedRows extends Rejections {
    /** The columns that are added. */
    static final List<String> COLUMNS =
            List.of("Rejected line", "Rejected column", "Rejected reason", "Rejected remedy");

    private final ExportCsv csv;

    /**
     * @param keep how many bytes of the file belong to an earlier run; the rest is cut off
     * @param csv has opened the export
     */
    RejectedRows(Path path, long keep, ExportCsv csv) throws IOException {
        super(path, keep, PrivateFile.ownerOnly(PrivateFile.folderOf(path)));
        this.csv = csv;
        if (length() == 0) {
            List<String> header = new ArrayList<>(COLUMNS);
            header.addAll(csv.header().names());
            write(SpreadsheetText.row(header));
        }
    }

    @Override
    public void add(String unit, Item item, Outcome.Rejected rejected) throws IOException {
        Map<String, String> error = rejected.errors().getFirst();
        boolean isFirst = true;
        for (JsonNode row : Json.read(item.json().toArray())) {
            List<String> cells = new ArrayList<>();
            cells.add(Long.toString(row.get(0).longValue()));
            cells.add(isFirst ? error.getOrDefault(ImportSender.COLUMN, "") : "");
            cells.add(isFirst ? error.getOrDefault(ImportSender.REASON, error.getOrDefault("detail", "")) : "");
            cells.add(isFirst ? error.getOrDefault(ImportSender.REMEDY, "") : "");
            for (int i = 1; i < row.size(); i++) {
                cells.add(withoutCard(i - 1, row.get(i).stringValue()));
            }
            write(SpreadsheetText.row(cells));
            isFirst = false;
        }
    }

    /** A row with more values than columns has no names for the others. */
    private String withoutCard(int column, String cell) {
        List<String> names = csv.header().names();
        String name = column < names.size() ? names.get(column) : "";
        return csv.format().hasCardNumber(name, cell) ? "" : cell;
    }
}
