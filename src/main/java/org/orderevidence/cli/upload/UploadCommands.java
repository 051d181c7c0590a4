package org.orderevidence.cli.upload;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.cli.upload.OrderSender.SightingSender;
import org.orderevidence.cli.upload.Upload.SameCommand;
import org.orderevidence.upload.CsvFormat;
import org.orderevidence.upload.CsvOptions;
import org.orderevidence.upload.CsvRecords;
import picocli.CommandLine;

/** The commands that upload files of orders and sightings. */
public final class UploadCommands {
    private static final int MOST_BATCHES = 64;
    private static final int MOST_REQUESTS = 1_024;

    private UploadCommands() {}

    public static CommandLine orders(Terminal terminal) {
        UploadOptions options = new UploadOptions();
        return CliCommand.named(
                        terminal,
                        "upload",
                        "Upload orders from a file of any length. Each order is accepted or rejected on its own.",
                        "",
                        "The format is detected from the content: NDJSON, a JSON array, {\"orders\": [...]}, JSON objects one after the"
                                + " other, or CSV with a header row. Each can be compressed with gzip.",
                        "",
                        "CSV: a column has the name of a field, such as amount or receipt.customerEmail, in any case, with or"
                                + " without underscores. Columns that are not recognised are ignored and listed.",
                        "",
                        "After an interruption, run the same command again. It continues with the same or a longer file.",
                        "")
                .footer(
                        "%nExamples:",
                        "  ./evidence orders upload orders.ndjson.gz --errors-out rejected.ndjson",
                        "  ./evidence orders upload orders.csv --preview",
                        "  ./evidence orders upload orders.csv --currency EUR --zone Europe/Dublin \\",
                        "      --date-format \"dd/MM/yyyy HH:mm\" --map Till=gateway --map Notes=",
                        "  make-orders | ./evidence orders upload -")
                .onService()
                .with(options)
                .takes(
                        Param.option(
                                        "--concurrency",
                                        "N",
                                        "batches of up to 500 orders sent at a time, 1 to 64 (default: ${DEFAULT-VALUE})")
                                .as(int.class)
                                .or("4"),
                        Param.option(
                                        "--map",
                                        "COLUMN=FIELD",
                                        "CSV: the field of a column; COLUMN= ignores it. Can be repeated.")
                                .as(List.class),
                        Param.option(
                                        "--amounts",
                                        "FORM",
                                        "CSV: minor for 1999, decimal for 19.99, decimal-comma for 19,99, auto for what the first rows"
                                                + " show (default: ${DEFAULT-VALUE})")
                                .or("auto"),
                        Param.option("--currency", "CODE", "CSV: currency of rows that name none"),
                        Param.option("--zone", "ZONE", "CSV: time zone of times that name none, such as Europe/Dublin"),
                        Param.option(
                                "--date-format",
                                "FORMAT",
                                "CSV: form of dates that are not like 2026-11-01, such as \"dd/MM/yyyy HH:mm\""),
                        Param.option(
                                "--encoding",
                                "NAME",
                                "CSV: encoding of the text, such as windows-1252 or UTF-16 (default: UTF-8)"),
                        Param.flag(
                                "--preview",
                                "show the columns, the first three orders as they would be sent, and rows that would be rejected;"
                                        + " send nothing"))
                .does(call -> {
                    requireConcurrency(call, MOST_BATCHES);
                    CsvFormat csv = CsvRecords.format(CsvOptions.of(
                            call.list("--map"),
                            call.needed("--amounts"),
                            CsvOptions.Answers.of(
                                    text(call, "--currency"),
                                    text(call, "--zone"),
                                    text(call, "--date-format"),
                                    text(call, "--encoding"))));
                    if (call.flag("--preview")) {
                        call.exit(new Preview(terminal).show(() -> options.open(terminal, csv)));
                    } else {
                        upload(call, options, csv, OrderSender::new);
                    }
                });
    }

    private static String text(Call call, String option) {
        String given = call.text(option);
        return given == null ? "" : given;
    }

    public static CommandLine sightings(Terminal terminal) {
        UploadOptions options = new UploadOptions();
        return CliCommand.named(
                        terminal,
                        "upload",
                        "Upload sightings from a file. Each is an object with email, ip and observedAt.",
                        "After an interruption, run the same command again. It continues with the same or a longer file.")
                .footer("%nExample:", "  ./evidence sightings upload sightings.ndjson --errors-out rejected.ndjson")
                .onService()
                .with(options)
                .takes(Param.option(
                                "--concurrency", "N", "requests sent at a time, 1 to 1024 (default: ${DEFAULT-VALUE})")
                        .as(int.class)
                        .or("64"))
                .does(call -> {
                    requireConcurrency(call, MOST_REQUESTS);
                    upload(call, options, null, SightingSender::new);
                });
    }

    private static void requireConcurrency(Call call, int most) {
        if (call.number("--concurrency") < 1 || call.number("--concurrency") > most) {
            throw new Failure(ExitCode.USAGE, "--concurrency must be 1 to " + most);
        }
    }

    private static void upload(
            Call call, UploadOptions options, @Nullable CsvFormat csv, BiFunction<Client, Retry, Sender> senders)
            throws InterruptedException, IOException {
        Client client = call.client();
        Upload upload = new Upload(
                call.terminal(),
                options,
                csv,
                (path, keep, _) -> new RejectedRecords(path, keep),
                client.target(),
                SameCommand.of(call.spec()));
        call.exit(upload.run(
                call.number("--concurrency"),
                notice -> senders.apply(client, new Retry(client, Thread::sleep, new SecureRandom(), notice))));
    }
}
