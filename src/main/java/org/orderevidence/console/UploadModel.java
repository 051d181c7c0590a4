package org.orderevidence.console;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.Amounts;

/**
 * The page of an upload.
 *
 * @param mapping the columns of a CSV file; {@code null} before a file was read, and for other formats
 * @param format what was recognised; empty before a file was read
 * @param error why nothing was uploaded; empty if nothing is wrong
 * @param answers what the visitor wrote about the file
 * @param outlook what the upload of a CSV file would send
 */
public record UploadModel(@Nullable Mapping mapping, String format, String error, Answers answers, Outlook outlook) {
    static final UploadModel START = new UploadModel(null, "", "", new Answers("", "", "", ""), Outlook.NONE);

    /**
     * What a CSV file does not say itself, as it was written; each can be empty.
     *
     * @param currency of rows that name none
     * @param zone of times that name none
     * @param dateFormat form of dates that are not always read
     * @param encoding of the text
     */
    public record Answers(String currency, String zone, String dateFormat, String encoding) {}

    /**
     * What the upload of a CSV file would send.
     *
     * @param notes what was recognised and assumed
     * @param first the first order as it would be sent; empty if there is none
     * @param rejected the first rows that would be rejected, each with its reasons
     */
    public record Outlook(List<String> notes, String first, List<String> rejected) {
        static final Outlook NONE = new Outlook(List.of(), "", List.of());

        public Outlook {
            notes = List.copyOf(notes);
            rejected = List.copyOf(rejected);
        }
    }

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
