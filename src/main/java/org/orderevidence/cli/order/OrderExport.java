package org.orderevidence.cli.order;

import static org.orderevidence.cli.terminal.Json.text;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalLong;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Client.Retry;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.installation.PrivateFile;
import org.orderevidence.order.Bytes;
import tools.jackson.databind.JsonNode;

/** An export of all orders, which continues where its connection broke. */
public final class OrderExport {
    private static final Client.Answer PROGRESS = new Client.Answer(200, OptionalLong.empty(), Bytes.EMPTY, false);

    private final Call call;
    private final PrintStream out;
    private String cursor = "";
    private long orders;
    private long unreadable;
    private boolean isComplete;

    private OrderExport(Call call, PrintStream out) {
        this.call = call;
        this.out = out;
    }

    public static CliCommand command() {
        return CliCommand.onService("""
                export: Write all orders as NDJSON, the oldest transaction first.
                A line has the charge and the receipt of an order. The file appears when it is complete. If the \
                connection breaks, the export continues. The key needs the scope read.
                $ orders export orders.ndjson
                $ orders export --verdicts --from 2026-01-01 > orders.ndjson
                [FILE]: the file to write (default: standard output)
                --from DAY >from: first transaction day, such as 2026-11-01
                --to DAY >to: last transaction day
                --verdicts >verdicts: add the verdict on each order, for a dispute raised today
                """).does(call -> {
            String file = call.text("FILE");
            if (file == null) {
                new OrderExport(call, call.out()).run();
            } else {
                write(call, Path.of(file));
            }
        });
    }

    private static void write(Call call, Path file) throws IOException, InterruptedException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.deleteIfExists(partial);
        Files.createFile(partial, PrivateFile.ownerOnly(PrivateFile.folderOf(file)));
        try {
            try (OutputStream buffered = new BufferedOutputStream(Files.newOutputStream(partial));
                    PrintStream out = new PrintStream(buffered, false, StandardCharsets.UTF_8)) {
                new OrderExport(call, out).run();
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private void run() throws InterruptedException {
        Retry retry = new Retry(call.client(), call::tell);
        while (!isComplete) {
            Client.Answer answer = retry.repeat(this::attempt);
            if (!answer.isOk()) {
                throw answer.refusal();
            }
        }
        call.tell(Format.count(orders, "order"));
        if (unreadable > 0) {
            call.tell(unreadable + " of them cannot be read; run ./evidence store verify");
            call.exit(ExitCode.FAILED);
        }
    }

    /** Continues behind the last line. An end that comes too early is no failure if there were lines before it. */
    private Client.Answer attempt() throws IOException, InterruptedException {
        String before = cursor;
        String query = call.query();
        String more = cursor.isEmpty() ? query : (query.isEmpty() ? "?" : query + "&") + "cursor=" + cursor;
        IOException early = new IOException("the export ended early");
        try {
            Client.Answer answer = call.client().lines("/api/v2/orders/export" + more, this::take);
            if (!answer.isOk() || isComplete) {
                return answer;
            }
        } catch (IOException broken) {
            early = broken;
        }
        if (cursor.equals(before)) {
            throw early;
        }
        return PROGRESS;
    }

    private void take(String line) {
        JsonNode read = Json.readIfAny(line);
        if (read == null) {
            return;
        }
        isComplete = read.path("complete").asBoolean(false);
        if (read.has("cursor")) {
            out.println(line);
            if (out.checkError()) {
                throw Failure.failed("cannot write the export");
            }
            cursor = text(read, "cursor");
            orders++;
            unreadable += read.has("unreadable") ? 1 : 0;
        }
    }
}
