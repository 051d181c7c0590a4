package org.orderevidence.console.upload;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.csv.Amounts;

/**
 * The page of an upload.
 *
 * @param mapping the columns of a CSV file; {@code null} before a file was read, and for other formats
 * @param format what was recognised; empty before a file was read
 * @param error why nothing was uploaded; empty if nothing is wrong
 */
public record UploadModel(@Nullable Mapping mapping, String format, String error) {
    static final UploadModel START = new UploadModel(null, "", "");

    /**
     * How columns become fields.
     *
     * @param columns in the sequence of the file
     * @param fields all fields that can be selected
     * @param amounts the form of the amounts
     */
    public record Mapping(List<Column> columns, List<String> fields, Amounts amounts) {
        public Mapping {
            columns = List.copyOf(columns);
            fields = List.copyOf(fields);
        }
    }

    /**
     * A column.
     *
     * @param name as in the file
     * @param field that it is read as; empty if it is ignored
     * @param isListed true if the field is one of those that can be selected
     * @param samples values of the first rows
     */
    public record Column(String name, String field, boolean isListed, String samples) {}
}
