package org.orderevidence.cli.upload;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.CsvFormat;
import org.orderevidence.upload.RecordReader;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of the commands that upload a file. */
public final class UploadOptions {
    private static final String STANDARD_INPUT = "-";

    @Parameters(paramLabel = "FILE", description = "the input, plain or compressed with gzip; - for standard input")
    private String file = STANDARD_INPUT;

    @Option(
            names = "--errors-out",
            paramLabel = "FILE",
            description = "write rejected records and their errors to this file")
    private @Nullable Path errorsOut;

    @Option(
            names = "--progress-file",
            paramLabel = "FILE",
            description = "file that stores the progress for the next run (default: the input's name and .progress)")
    private @Nullable Path progressFile;

    @Option(names = "--restart", description = "start at the first record and ignore earlier progress")
    private boolean restart;

    @Option(names = "--json", description = "print the summary as JSON")
    private boolean json;

    /** Returns the input; null for standard input. */
    public @Nullable Path file() {
        return file.equals(STANDARD_INPUT) ? null : Path.of(file);
    }

    /** Returns the file of rejected records; null if there is none. */
    public @Nullable Path errorsOut() {
        return errorsOut;
    }

    /** Returns the file that stores the progress; null if none does, because standard input cannot be read again. */
    @Nullable
    Path progressFile() {
        Path input = file();
        if (progressFile != null || input == null) {
            return progressFile;
        }
        return input.resolveSibling(input.getFileName() + ".progress");
    }

    /**
     * Opens the input.
     *
     * @param csv how CSV is read; null if the records cannot be CSV
     * @throws Failure if the file cannot be opened, or is an empty CSV file
     */
    RecordReader open(Terminal terminal, @Nullable CsvFormat csv) throws IOException {
        Path input = file();
        try {
            RecordReader reader = new RecordReader(input == null ? terminal.in() : Files.newInputStream(input), csv);
            boolean mustBeCsv = csv != null && (!csv.isOneOfSeveral() || (input != null && isNamedCsv(input)));
            if (mustBeCsv && reader.isEmpty()) {
                reader.close();
                throw new Failure(
                        ExitCode.USAGE,
                        (input == null ? "the input" : input) + " is empty; a CSV file has at least a header row");
            }
            return reader;
        } catch (NoSuchFileException missing) {
            throw new Failure(ExitCode.USAGE, "no such file: " + input);
        } catch (AccessDeniedException denied) {
            throw new Failure(ExitCode.USAGE, "cannot read " + input + ": " + FileError.cause(denied));
        }
    }

    /** True if the name is that of a CSV file: an empty file has no content that decides. Empty NDJSON is no fault. */
    private static boolean isNamedCsv(Path input) {
        String name = input.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".csv") || name.endsWith(".csv.gz");
    }

    boolean restart() {
        return restart;
    }

    boolean json() {
        return json;
    }
}
