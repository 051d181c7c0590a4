package org.orderevidence.cli;

import java.util.List;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportHeader;
import org.orderevidence.upload.CsvColumns;

/**
 * The columns of an export, and which of them are read.
 *
 * @param format of the file
 * @param header its columns, without those that {@link RejectedRows} adds
 */
record ExportColumns(ExportFormat format, ExportHeader header) implements CsvColumns {
    @Override
    public List<String> names() {
        return header.names();
    }

    @Override
    public List<String> lines() {
        List<String> ignored = format.ignored(header);
        return header.names().stream()
                .map(name -> Terminal.printable(name) + (ignored.contains(name) ? " -> ignored" : ""))
                .toList();
    }

    @Override
    public String summary() {
        List<String> ignored = format.ignored(header);
        return Terminal.printable(String.join(
                ", ",
                header.names().stream().filter(name -> !ignored.contains(name)).toList()));
    }

    @Override
    public String ignored() {
        return Terminal.printable(String.join(", ", format.ignored(header)));
    }

    @Override
    public String identity() {
        return format.platform() + " " + header.names();
    }
}
