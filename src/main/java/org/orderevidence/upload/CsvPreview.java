package org.orderevidence.upload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orderevidence.upload.ColumnField.Cell;

/** The columns of a CSV file before it is uploaded: their names, the field of each, and some values. */
public record CsvPreview(List<Column> columns, Amounts amounts) {
    private static final int SAMPLES = 3;

    /**
     * A column.
     *
     * @param field the field that the name means; empty if it means none
     */
    public record Column(String name, String field, List<String> samples) {}

    /** Reads the header and the first rows. A row that cannot be read ends the samples. */
    public static CsvPreview read(CsvRows rows) throws IOException {
        List<String> header = rows.next();
        List<List<String>> first = new ArrayList<>();
        try {
            for (List<String> row = rows.next(); row != null && first.size() < SAMPLES; row = rows.next()) {
                first.add(row);
            }
        } catch (IOException cutOff) {
            // The rows before it are shown. The upload itself reports the row.
        }
        List<Column> columns = new ArrayList<>();
        List<String> names = header == null ? List.of() : header;
        Map<Integer, String> meant = CsvMapping.meant(names);
        for (int i = 0; i < names.size(); i++) {
            int column = i;
            String name = SpreadsheetText.text(names.get(i));
            columns.add(new Column(
                    name,
                    meant.getOrDefault(i, ""),
                    first.stream()
                            .filter(row -> column < row.size())
                            .map(row -> SpreadsheetText.text(row.get(column)))
                            .filter(value -> !value.isEmpty())
                            .toList()));
        }
        return new CsvPreview(columns, likely(columns));
    }

    /** Returns the names of all fields that a column can have, with those of the first line item. */
    public static List<String> fields() {
        List<ColumnField> all = ColumnField.all();
        List<String> names = new ArrayList<>();
        all.stream()
                .filter(field -> field.item() == ColumnField.NO_ITEM)
                .map(ColumnField::name)
                .forEach(names::add);
        List<ColumnField> ofRow = all.stream()
                .filter(field -> field.item() == ColumnField.ROW_ITEM)
                .toList();
        ofRow.stream()
                .flatMap(field -> field.ofFirstItem().stream())
                .map(ColumnField::name)
                .sorted()
                .forEach(names::add);
        ofRow.stream().map(ColumnField::name).sorted().forEach(names::add);
        return List.copyOf(names);
    }

    /** Returns why the file cannot be uploaded with these options; empty if it can. */
    public String fault(CsvOptions options) {
        try {
            CsvMapping.of(columns.stream().map(Column::name).toList(), options);
            return "";
        } catch (UnusableInput unusable) {
            return String.valueOf(unusable.getMessage());
        }
    }

    /**
     * Returns the fields that differ from those that the names of columns mean.
     *
     * @param selected the field of each column, by its position; empty to ignore the column
     */
    public static Map<String, String> changed(List<String> names, List<String> selected) {
        Map<String, String> changed = new LinkedHashMap<>();
        Map<Integer, String> meant = CsvMapping.meant(names);
        for (int i = 0; i < Math.min(names.size(), selected.size()); i++) {
            if (!meant.getOrDefault(i, "").equals(selected.get(i))) {
                changed.put(names.get(i), selected.get(i));
            }
        }
        return changed;
    }

    /** Returns the form of the amounts that the samples show; that of the first rows if they show none. */
    private static Amounts likely(List<Column> columns) {
        return columns.stream()
                .filter(column -> ColumnField.Columns.ORDER
                        .find(column.field())
                        .filter(found -> found.field().kind() == Cell.AMOUNT)
                        .isPresent())
                .map(column -> Amounts.shownBy(column.samples()))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(Amounts.AUTO);
    }
}
