package org.orderevidence.cli.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.csv.CsvOptions;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands that upload a file ask for. */
final class UploadOptions {
    private static final String STANDARD_INPUT = "-";

    @Parameters(paramLabel = "FILE", description = "the input, plain or packed with gzip; - for standard input")
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

    /** The input; absent for standard input. */
    @Nullable
    Path file() {
        return file.equals(STANDARD_INPUT) ? null : Path.of(file);
    }

    @Nullable
    Path errorsOut() {
        return errorsOut;
    }

    /** Where the state is kept; absent when it is not: standard input cannot be read again. */
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
     * @throws Failure if the file does not exist
     */
    RecordReader open(Terminal terminal, @Nullable CsvOptions csv) throws IOException {
        Path input = file();
        try {
            return new RecordReader(input == null ? terminal.in() : Files.newInputStream(input), csv);
        } catch (NoSuchFileException missing) {
            throw new Failure(ExitCode.USAGE, "no such file: " + input);
        }
    }

    boolean restart() {
        return restart;
    }

    boolean json() {
        return json;
    }
}
