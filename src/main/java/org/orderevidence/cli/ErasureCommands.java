package org.orderevidence.cli;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.erasure.PastErasures.Past;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.process.FileError;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands that repeat erasures in a restored backup. */
final class ErasureCommands {
    private ErasureCommands() {}

    static CommandLine list() {
        return CliCommand.named(
                        "erasures",
                        "Write the erasures of the last 550 days to a new file, also while the service runs.",
                        "The file has IDs of orders and keyed hashes of e-mail addresses. Write it as often as you back"
                                + " up the store.")
                .examples("store erasures --to backups/erasures")
                .onInstallation()
                .takes(Param.file("--to", "FILE", "new file").required())
                .does(call -> {
                    Path to = Path.of(call.needed("--to"));
                    AtomicLong count = new AtomicLong();
                    try (BufferedWriter file = Files.newBufferedWriter(to)) {
                        call.installation().pastErasures().forEach(past -> {
                            try {
                                file.write(line(past));
                                file.newLine();
                            } catch (IOException unwritable) {
                                throw new UncheckedIOException(unwritable);
                            }
                            count.incrementAndGet();
                        });
                    } catch (IOException unwritable) {
                        throw unusable(to, unwritable);
                    } catch (UncheckedIOException unwritable) {
                        throw unusable(to, Objects.requireNonNull(unwritable.getCause()));
                    }
                    call.print(to + ": " + Format.count(count.get(), "erasure"));
                });
    }

    static CommandLine restore() {
        return CliCommand.named(
                        "restore-erasures",
                        "Repeat erasures in a store that was restored from an older backup. May be repeated.",
                        "Run it before the service starts.")
                .examples("store restore-erasures backups/erasures")
                .onInstallation()
                .takes(Param.argument("FILE", "a file of store erasures"))
                .does(call -> {
                    Path from = Path.of(call.needed("FILE"));
                    try (BufferedReader file = Files.newBufferedReader(from)) {
                        restore(call, file);
                    } catch (IOException unreadable) {
                        throw unusable(from, unreadable);
                    }
                });
    }

    private static void restore(Call call, BufferedReader file) throws IOException {
        long repeated = 0;
        for (String line = file.readLine(); line != null; line = file.readLine()) {
            Past past = past(line);
            if (call.installation().erasures().repeat(past)) {
                repeated++;
            } else {
                call.tell("order " + Terminal.printable(String.valueOf(past.order()))
                        + " is held: release it, and run the command again");
                call.exit(ExitCode.FAILED);
            }
        }
        call.print(Format.count(repeated, "erasure") + " repeated");
    }

    private static Failure unusable(Path file, IOException fault) {
        return Failure.failed(file + ": " + FileError.cause(fault));
    }

    private static String line(Past past) {
        ObjectNode line = Json.object().put("space", past.space().path());
        if (past.order() != null) {
            line.put("order", past.order().value());
        }
        if (past.customer() != null) {
            line.put("customer", past.customer().toString());
        }
        return Json.line(line.put("at", past.at().toString()));
    }

    private static Past past(String line) {
        try {
            JsonNode read = Json.read(line.getBytes(StandardCharsets.UTF_8));
            return new Past(
                    AccountSpace.ofPath(read.path("space").asString("")),
                    read.has("order") ? new OrderId(read.path("order").asString()) : null,
                    read.has("customer")
                            ? KeyedHash.of(HexFormat.of()
                                    .parseHex(read.path("customer").asString()))
                            : null,
                    Instant.parse(read.path("at").asString("")));
        } catch (RuntimeException malformed) {
            throw Failure.failed("the file is not one of ./evidence store erasures");
        }
    }
}
