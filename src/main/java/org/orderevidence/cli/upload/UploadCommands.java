package org.orderevidence.cli.upload;

import static org.orderevidence.cli.terminal.CliCommand.group;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Client.Retry;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.cli.upload.Upload.Rejections;
import org.orderevidence.cli.upload.Upload.UploadOptions;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.CsvOptions;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.OrderBatch;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.Records.CsvFormat;
import tools.jackson.databind.JsonNode;

/** The commands that upload files of orders, disputes and sightings. */
public final class UploadCommands {
    private static final int MOST_BATCHES = 64;
    private static final Param CONCURRENCY =
            Param.of("--concurrency N int =4: batches of up to 500 records sent at a time, 1 to " + MOST_BATCHES);

    /** How CSV is read. */
    private static final Param[] CSV = Param.all("""
            --map COLUMN=FIELD...: CSV: the field of a column; COLUMN= ignores it. Can be repeated.
            --amounts FORM =auto: CSV: minor for 1999, decimal for 19.99, decimal-comma for 19,99, auto for what the \
            first rows show
            --currency CODE: CSV: currency of rows that name none
            --zone ZONE: CSV: time zone of times that name none, such as Europe/Dublin
            --date-format FORMAT: CSV: form of dates that are not like 2026-11-01, such as "dd/MM/yyyy HH:mm"
            --encoding NAME: CSV: encoding of the text, such as windows-1252 or UTF-16 (default: UTF-8)
            """);

    /** How many orders, and how many rejections, a preview shows. */
    private static final int MOST_ORDERS = 3;

    private static final int MOST_REJECTED = 10;

    private UploadCommands() {}

    public static CliCommand orders(CliCommand export) {
        return group("orders", "Upload and export orders in bulk.", uploadOrders(), export);
    }

    public static CliCommand uploads() {
        return group(
                "uploads",
                "List and undo uploads of orders.",
                CliCommand.onService("""
                list: List the uploads of the last 30 days, the newest first.
                $ uploads list
                """, Param.JSON)
                        .does(call -> call.printList(
                                "uploads",
                                call.all("/api/v2/uploads", "uploads"),
                                "there is no upload of the last 30 days",
                                new Table("ID=id, ORDERS=orders, CREATED=created, UNDONE=undoneAt@")
                                        .right("ORDERS")
                                        .right("CREATED"))),
                undo());
    }

    public static CliCommand sightings() {
        return group(
                "sightings",
                "Upload sightings (customers seen at IP addresses) in bulk.",
                CliCommand.onService("""
                upload: Upload sightings from a file. Each is an object with email, ip and observedAt.
                After an interruption, run the same command again. It continues with the same or a longer file.
                $ sightings upload sightings.ndjson
                """)
                        .takes(UploadOptions.ALL)
                        .takes(CONCURRENCY)
                        .does(call -> upload(call, null, (retry, _) -> sightings(retry))));
    }

    private static CliCommand uploadOrders() {
        return CliCommand.onService("""
                upload: Upload orders from a file of any length. Each order is accepted or rejected on its own.

                The format is detected from the content: NDJSON, a JSON array, {"orders": [...]}, JSON objects one \
                after the other, or CSV with a header row. Each can be compressed with gzip.

                CSV: a column has the name of a field, such as amount or receipt.customerEmail, in any case, with or \
                without underscores. Columns that are not recognised are ignored and listed.

                After an interruption, run the same command again. It continues with the same or a longer file.

                $ orders upload orders.ndjson.gz --errors-out rejected.ndjson
                $ orders upload orders.csv --preview
                $ orders upload orders.csv --currency EUR --zone Europe/Dublin \\
                      --date-format "dd/MM/yyyy HH:mm" --map Till=gateway --map Notes=
                  make-orders | ./evidence orders upload -
                --preview: show the columns, the first three orders as they would be sent, and rows that would be \
                rejected; send nothing
                """)
                .takes(UploadOptions.ALL)
                .takes(CONCURRENCY)
                .takes(CSV)
                .does(call -> {
                    CsvOptions csv = csv(call);
                    if (call.flag("--preview")) {
                        preview(call, csv);
                    } else {
                        upload(call, csv, UploadCommands::orders);
                    }
                });
    }

    public static CliCommand disputes() {
        return CliCommand.onService("""
                upload: Upload disputes from a file. Each dispute is accepted or rejected on its own.

                The file is CSV with a header row, NDJSON, or JSON {"disputes": [...]}. A dispute needs disputeId, \
                openedAt, and what identifies its order: orderId, gatewayTransactionId, arn, or bin and last4 with \
                amount, currency and transactionDate. Usual column names of processors are recognised. A dispute \
                whose order is not stored waits for it.

                Uploading the same file again changes nothing.

                $ disputes upload disputes.csv --errors-out rejected.ndjson
                $ disputes upload report.csv --zone UTC --map "Reference=orderId"
                """)
                .takes(UploadOptions.ALL)
                .takes(CONCURRENCY)
                .takes(CSV)
                .does(call -> upload(call, csv(call).ofDisputes(), (retry, _) -> disputes(retry)));
    }

    private static CsvOptions csv(Call call) {
        return CsvOptions.of(
                call.list("--map"),
                call.needed("--amounts"),
                CsvOptions.Answers.of(
                        text(call, "--currency"),
                        text(call, "--zone"),
                        text(call, "--date-format"),
                        text(call, "--encoding")));
    }

    private static String text(Call call, String option) {
        String given = call.text(option);
        return given == null ? "" : given;
    }

    private static CliCommand undo() {
        return CliCommand.onService("""
                undo: Remove the orders that an upload has created. This cannot be undone.

                An order stays if another upload, a PATCH or a platform has changed it. It also stays with a dispute, \
                a fraud report or a legal hold. Orders that the upload has only updated stay as they are. Orders that \
                are removed can be uploaded again. The key needs the scope admin.

                $ uploads undo 20261120-120000-k3x9q2
                ID: the ID of the upload
                """, Param.JSON).does(call -> {
            long removed = 0;
            List<JsonNode> kept = new ArrayList<>();
            JsonNode answer;
            do {
                answer = call.ask("POST", "/api/v2/uploads/" + call.encoded("ID") + "/undo");
                removed += answer.path("removed").asLong();
                answer.path("kept").forEach(kept::add);
            } while (!answer.path("complete").asBoolean(true));
            long sum = removed;
            call.print(Map.of("removed", removed, "kept", kept), () -> {
                if (!kept.isEmpty()) {
                    call.print(new Table("ORDER STAYS=id, REASON=reason").rows(kept));
                }
                call.print(Format.count(sum, "order") + " removed");
            });
        });
    }

    private static void upload(Call call, @Nullable CsvOptions csv, BiFunction<Retry, String, Sender> senders)
            throws InterruptedException, IOException {
        int concurrency = call.number("--concurrency");
        if (concurrency < 1 || concurrency > MOST_BATCHES) {
            throw Failure.usage("--concurrency must be 1 to " + MOST_BATCHES);
        }
        Client client = call.client();
        CsvFormat format = csv == null ? null : csv.ofTest(client.isTest());
        Upload upload = new Upload(new UploadOptions(call), format, Rejections.AsJson::new, client.target());
        call.exit(upload.run(concurrency, (notice, id) -> senders.apply(new Retry(client, notice), id)));
    }

    /** Shows what an upload would send. Fails if an order would be rejected. */
    private static void preview(Call call, CsvFormat csv) {
        PrintStream out = call.out();
        try (RecordReader reader = new UploadOptions(call).open(csv)) {
            CsvColumns columns = reader.columns();
            if (columns != null) {
                columns.lines().forEach(out::println);
                columns.notes().forEach(note -> print(call, "", note));
                out.println();
            }
            long good = 0;
            long rejected = 0;
            for (Item item = reader.next(); item != null; item = reader.next()) {
                String place = reader.unit() + " " + item.end().number();
                Outcome.Rejected fault = item.fault();
                if (fault == null) {
                    good++;
                    if (good <= MOST_ORDERS) {
                        out.println(place + " would be sent as:");
                        out.println(Json.pretty(Json.read(item.json().toArray())));
                    }
                } else {
                    rejected++;
                    if (rejected <= MOST_REJECTED) {
                        out.println(place + " would be rejected:");
                        fault.errors().forEach(error -> print(call, "  ", error.getOrDefault("detail", "")));
                    }
                }
            }
            out.println(Format.count(good, "order") + " would be sent, " + rejected + " would be rejected.");
            out.println("Preview only: nothing was sent. The service checks the orders further.");
            call.exit(rejected == 0 ? ExitCode.OK : ExitCode.FAILED);
        } catch (IOException unreadable) {
            throw Failure.failed("cannot read the input: " + FileError.cause(unreadable));
        }
    }

    private static void print(Call call, String indent, String text) {
        Paragraph.lines(Terminal.printable(text), call.terminal().textWidth() - indent.length())
                .forEach(line -> call.out().println(indent + line));
    }

    public static final String UPLOAD = "/api/v2/orders/upload";

    /** The noun of the only kind of upload that can be undone. */
    static final String ORDER = "order";

    private static final String UPLOAD_OF_DISPUTES = "/api/v2/disputes/upload";
    private static final String UPLOAD_OF_SIGHTINGS = "/api/v2/sightings/upload";
    private static final int BATCH_SIZE = 500;

    /** The most that the service accepts. It finds two orders of one dispute only within a request. */
    private static final int MOST_DISPUTES = 1_000;

    private static Sender orders(Retry retry, String upload) {
        return sender(ORDER, BATCH_SIZE, retry, UPLOAD + "?upload=" + upload);
    }

    private static Sender disputes(Retry retry) {
        return sender("dispute", MOST_DISPUTES, retry, UPLOAD_OF_DISPUTES);
    }

    private static Sender sender(String noun, int batchSize, Retry retry, String path) {
        return new Sender(
                noun, batchSize, batch -> OrderBatch.send(noun + "s", batch, body -> answer(retry.post(path, body))));
    }

    private static OrderBatch.Answer answer(Client.Answer answer) {
        return OrderBatch.isAboutContent(answer.status())
                ? new OrderBatch.Answer.Refused(OrderBatch.rejected(Json.readIfAny(answer.body())))
                : new OrderBatch.Answer.Results(results(answer));
    }

    private static JsonNode results(Client.Answer answer) {
        if (!answer.isOk()) {
            throw answer.refusal();
        }
        JsonNode read = Json.readIfAny(answer.body());
        if (read == null || !read.path("results").isArray()) {
            throw Failure.failed("the response to the upload is not from Order Evidence; check --url");
        }
        if (read.has("endedBecause")) {
            throw Failure.failed("the service ended the upload: " + Json.text(read, "endedBecause"));
        }
        return read;
    }

    private static Sender sightings(Retry retry) {
        return new Sender("sighting", BATCH_SIZE, batch -> {
            JsonNode answer = results(retry.post(UPLOAD_OF_SIGHTINGS, "application/x-ndjson", lines(batch)));
            return OrderBatch.outcomes(answer, batch.size(), 1, "recorded");
        });
    }

    private static byte[] lines(List<Item> batch) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (Item item : batch) {
            for (byte next : item.json().toArray()) {
                // JSON has line feeds only between its values.
                lines.write(next == '\n' ? ' ' : next);
            }
            lines.write('\n');
        }
        return lines.toByteArray();
    }
}
