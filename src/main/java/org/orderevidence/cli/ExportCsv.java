package org.orderevidence.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Shell;
import org.orderevidence.integration.Export;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportHeader;
import org.orderevidence.order.part.Platform;
import org.orderevidence.upload.CsvFormat;
import org.orderevidence.upload.CsvRows;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records;

/** Opens the export of a platform. A file of another kind is refused with what to do. */
final class ExportCsv implements CsvFormat {
    private static final char REPLACEMENT = '\uFFFD';

    private final ExportFormat format;
    private final String file;
    private volatile @Nullable ExportColumns columns;

    /**
     * @param file its name as it was given, for messages
     */
    ExportCsv(ExportFormat format, String file) {
        this.format = format;
        this.file = file;
    }

    /** Returns the columns of the file, which was opened. */
    ExportColumns columns() {
        ExportColumns found = columns;
        if (found == null) {
            throw new IllegalStateException("the file was not opened");
        }
        return found;
    }

    @Override
    public boolean isOneOfSeveral() {
        return false;
    }

    @Override
    public Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead)
            throws IOException {
        CsvRows rows = new CsvRows(csv, firstLine, linesBefore, RecordReader.MAX_RECORD_BYTES);
        List<String> names = rows.next();
        List<String> all = names == null ? List.of() : names;
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (!RejectedRows.COLUMNS.contains(all.get(i).strip())) {
                kept.add(i);
            }
        }
        ExportHeader header = new ExportHeader(kept.stream().map(all::get).toList());
        requireFormat(header);
        ExportColumns found = new ExportColumns(format, header);
        columns = found;
        return new ExportRecords(found, rows, all.size(), kept, bytesRead);
    }

    private void requireFormat(ExportHeader header) {
        if (header.names().stream().anyMatch(name -> name.indexOf(REPLACEMENT) >= 0)) {
            throw usage("the header row is not UTF-8; save the file as \"CSV UTF-8\"");
        }
        List<String> missing = format.missing(header);
        Optional<String> kind = Export.otherKind(header);
        Optional<Platform> looksLike = Export.recognised(header);
        if (looksLike.isPresent() && looksLike.get() != format.platform()) {
            String other = looksLike.get().wireName();
            throw usage("this looks like an export of "
                    + Character.toUpperCase(other.charAt(0))
                    + other.substring(1) + "; run " + Shell.command("import", other, file));
        }
        if (kind.isPresent()) {
            throw usage("this is an export of " + kind.get() + ", not the " + format.title()
                    + "; docs/integrations.md has the steps to export that");
        }
        if (!missing.isEmpty()) {
            throw usage("this is not the " + format.title() + ": there is no column \"" + String.join("\", \"", missing)
                    + "\"; docs/integrations.md has the steps to export it");
        }
    }

    private static Failure usage(String message) {
        return new Failure(ExitCode.USAGE, message);
    }
}
