package org.orderevidence.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/** How the CSV files of a command are read. */
public interface CsvFormat {
    /**
     * Opens the records of a file.
     *
     * @param csv starts with the header row
     * @param firstLine the first line of {@code csv}, or its start if the line is very long
     * @param linesBefore lines of the file before {@code csv}
     * @param bytesRead returns how many bytes of the input were read
     * @throws org.orderevidence.upload.UnusableInput if the columns cannot be read
     */
    Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead) throws IOException;

    /** Returns true if the command also reads JSON. */
    boolean isOneOfSeveral();

    /** Returns the encoding of the file. */
    default Charset encoding() {
        return StandardCharsets.UTF_8;
    }
}
