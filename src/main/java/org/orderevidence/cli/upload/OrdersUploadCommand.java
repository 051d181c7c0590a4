package org.orderevidence.cli.upload;

import java.util.List;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.upload.CsvOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Uploads many orders. */
@Command(
        name = "upload",
        description = {
            "Upload orders from a file of any length. Each order is accepted or rejected on its own.",
            "",
            "The format is detected from the content: NDJSON, a JSON array, {\"orders\": [...]}, JSON objects one after the"
                    + " other, or CSV with a header row. Each can be compressed with gzip.",
            "",
            "CSV: a column has the name of a field, such as amount or receipt.customerEmail, in any case, with or"
                    + " without underscores. Columns that are not recognised are ignored and listed.",
            "",
            "After an interruption, run the same command again. It continues with the same or a longer file.",
            ""
        },
        footer = {
            "%nExamples:",
            "  ./evidence orders upload orders.ndjson.gz --errors-out rejected.ndjson",
            "  ./evidence orders upload orders.csv --preview",
            "  ./evidence orders upload orders.csv --currency EUR --zone Europe/Dublin \\",
            "      --date-format \"dd/MM/yyyy HH:mm\" --map Till=gateway --map Notes=",
            "  make-orders | ./evidence orders upload -"
        })
public final class OrdersUploadCommand extends UploadCommand {
    private static final int MAX_AT_ONCE = 64;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "4",
            description = "batches of up to 500 orders sent at a time, 1 to 64 (default: ${DEFAULT-VALUE})")
    private int atOnce;

    @Option(
            names = "--map",
            paramLabel = "COLUMN=FIELD",
            description = "CSV: the field of a column; COLUMN= ignores it. Can be repeated.")
    private List<String> map = List.of();

    @Option(
            names = "--amounts",
            paramLabel = "FORM",
            defaultValue = "auto",
            description =
                    "CSV: minor for 1999, decimal for 19.99, decimal-comma for 19,99, auto for what the first rows"
                            + " show (default: ${DEFAULT-VALUE})")
    private String amounts = "auto";

    @Option(names = "--currency", paramLabel = "CODE", description = "CSV: currency of rows that name none")
    private String currency = "";

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "CSV: time zone of times that name none, such as Europe/Dublin")
    private String zone = "";

    @Option(
            names = "--date-format",
            paramLabel = "FORMAT",
            description = "CSV: form of dates that are not like 2026-11-01, such as \"dd/MM/yyyy HH:mm\"")
    private String dateFormat = "";

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            description = "CSV: encoding of the text, such as windows-1252 or UTF-16 (default: UTF-8)")
    private String encoding = "";

    @Option(
            names = "--preview",
            description =
                    "show the columns, the first three orders as they would be sent, and rows that would be rejected;"
                            + " send nothing")
    private boolean isPreview;

    public OrdersUploadCommand(Terminal terminal) {
        super(terminal, MAX_AT_ONCE);
    }

    @Override
    int atOnce() {
        return atOnce;
    }

    @Override
    CsvOptions csv() {
        return CsvOptions.of(map, amounts, CsvOptions.Answers.of(currency, zone, dateFormat, encoding));
    }

    @Override
    boolean isPreview() {
        return isPreview;
    }

    @Override
    Sender sender(Client client, Retry retry) {
        return new OrderSender(client, retry);
    }
}
