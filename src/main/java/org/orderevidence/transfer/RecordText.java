package org.orderevidence.transfer;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Key;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.Stored;
import org.orderevidence.store.document.DocumentText;

/** Opened records as lines for an operator, with their personal data. */
final class RecordText {
    private static final int MOST = 100;
    private static final String HEX = "0x";

    private RecordText() {}

    /**
     * Returns records.
     *
     * @param kind name of their kind
     * @param sort {@code null} for the first {@value #MOST} of the part
     * @throws IllegalArgumentException if there is no such kind, or a part of the key is malformed
     */
    static List<String> of(OpenStore store, String kind, AccountSpace space, String part, @Nullable String sort) {
        Meaning meaning = store.kinds().stream()
                .filter(one -> one.kind().name().equals(kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no kind " + kind + "; the kinds are "
                        + store.kinds().stream().map(one -> one.kind().name()).collect(Collectors.joining(", "))));
        Range range = sort == null
                ? Range.part(meaning.kind(), space, bytes(part), MOST)
                : Range.one(new Key(meaning.kind(), space, bytes(part), bytes(sort)));
        List<String> lines = new ArrayList<>();
        for (Stored record : store.records().read(List.of(range)).getFirst()) {
            add(lines, store, meaning, record);
        }
        return lines;
    }

    private static void add(List<String> lines, OpenStore store, Meaning meaning, Stored record) {
        Optional<OpenedRecord> opened = RecordSealer.ifReadable(() -> OpenedRecord.of(store, meaning, record));
        lines.add(opened.map(OpenedRecord::words).orElse("one of the " + meaning.name() + ", damaged"));
        lines.add("  part: " + text(record.key().part()));
        lines.add("  sort: " + text(record.key().sort()));
        lines.add("  version: " + record.version() + " (" + Instant.EPOCH.plus(record.version(), ChronoUnit.MICROS)
                + ")");
        if (record.expires() != null) {
            lines.add("  expires: " + record.expires());
        }
        if (!record.link().isEmpty()) {
            lines.add("  link: " + text(record.link()));
        }
        add(lines, "head", record.head());
        add(lines, "body", opened.map(OpenedRecord::content).orElse(record.body()));
        opened.ifPresent(whole -> whole.rows()
                .forEach(row -> lines.add("  row: " + row.key().kind() + " "
                        + text(row.key().part()) + " " + text(row.key().sort()))));
    }

    private static void add(List<String> lines, String name, Bytes bytes) {
        if (!bytes.isEmpty()) {
            DocumentText.of(name, bytes.toArray()).forEach(line -> lines.add("  " + line));
        }
    }

    private static Bytes bytes(String text) {
        return Bytes.wrap(
                text.startsWith(HEX)
                        ? HexFormat.of().parseHex(text, HEX.length(), text.length())
                        : text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns bytes as {@link #bytes} reads them. */
    private static String text(Bytes bytes) {
        String text = StandardCharsets.US_ASCII.decode(bytes.buffer()).toString();
        return !text.startsWith(HEX) && text.chars().allMatch(c -> c >= ' ' && c <= '~')
                ? "\"" + text + "\""
                : HEX + HexFormat.of().formatHex(bytes.toArray());
    }
}
