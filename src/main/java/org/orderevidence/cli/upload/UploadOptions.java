package org.orderevidence.cli.upload;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records.CsvFormat;

/** The options of the commands that upload a file. */
public record UploadOptions(Call call) {
    public static final List<Param> ALL = List.of(
            Param.argument("FILE", "the input, plain or compressed with gzip; - for standard input"),
            Param.file("--errors-out", "FILE", "write rejected records and their errors to this file"),
            Param.file(
                    "--progress-file",
                    "FILE",
                    "file that stores the progress for the next run (default: the input's name and .progress)"),
            Param.flag("--restart", "start at the first record and ignore earlier progress"),
            Param.flag("--json", "print the summary as JSON"));

    /** Returns the input; null for standard input. */
    public @Nullable Path file() {
        String file = call.needed("FILE");
        return file.equals("-") ? null : Path.of(file);
    }

    /** Returns the file of rejected records; null if there is none. */
    public @Nullable Path errorsOut() {
        return call.file("--errors-out");
    }

    /** Returns the file that stores the progress; null if none does, because standard input cannot be read again. */
    @Nullable
    Path progressFile() {
        Path given = call.file("--progress-file");
        Path input = file();
        return given != null || input == null ? given : input.resolveSibling(input.getFileName() + ".progress");
    }

    /**
     * Opens the input.
     *
     * @param csv how CSV is read; null if the records cannot be CSV
     * @throws Failure if the file cannot be opened, or is an empty CSV file
     */
    RecordReader open(@Nullable CsvFormat csv) throws IOException {
        Path input = file();
        try {
            RecordReader reader =
                    new RecordReader(input == null ? call.terminal().in() : Files.newInputStream(input), csv);
            boolean mustBeCsv = csv != null && (!csv.isOneOfSeveral() || (input != null && isNamedCsv(input)));
            if (mustBeCsv && reader.isEmpty()) {
                reader.close();
                throw Failure.usage(
                        (input == null ? "the input" : input) + " is empty; a CSV file has at least a header row");
            }
            return reader;
        } catch (NoSuchFileException missing) {
            throw Failure.usage("no such file: " + input);
        } catch (AccessDeniedException denied) {
            throw Failure.usage("cannot read " + input + ": " + FileError.cause(denied));
        }
    }

    /** True if the name is that of a CSV file: an empty file has no content that decides. Empty NDJSON is no fault. */
    private static boolean isNamedCsv(Path input) {
        String name = input.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".csv") || name.endsWith(".csv.gz");
    }
}
