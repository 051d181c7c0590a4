package org.orderevidence.console;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.CsvPreview;

/**
 * The page of an upload.
 *
 * @param mapping the columns of a CSV file, and the field of each; {@code null} before a file was read, and for other
 *     formats
 * @param format what was recognised; empty before a file was read
 * @param error why nothing was uploaded; empty if nothing is wrong
 * @param typed what the visitor wrote about the file
 * @param outlook what the upload of a CSV file would send
 */
public record UploadModel(@Nullable CsvPreview mapping, String format, String error, Form typed, Outlook outlook) {
    static final UploadModel START = new UploadModel(null, "", "", Form.EMPTY, Outlook.NONE);

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
}
