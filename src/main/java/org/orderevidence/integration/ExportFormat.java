package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.part.Part;
import org.orderevidence.upload.SpreadsheetText;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a file of a platform looks like.
 *
 * @param noun what a record is, such as {@code payment}
 * @param required columns without which no record can be read; one of each list must exist
 * @param ids columns of the platform's own ids, which can look like card numbers
 * @param key the column whose value identifies a record
 * @param continuation a column that has a value only in the first row of a record; empty if a record is one row
 */
public record ExportFormat(
        String title,
        String noun,
        String key,
        @Nullable String continuation,
        List<List<String>> required,
        List<Column> columns,
        Set<String> ids,
        Set<String> telephones) {
    private static final char REPLACEMENT = '\uFFFD';

    /**
     * Reads a format.
     *
     * @param table the settings above, such as {@code ids: ID, Payment ID}; then the columns. The line of a column has a path
     *     with slashes, an equals sign, and names with bars
     */
    public static ExportFormat of(String title, String noun, String table) {
        Map<String, List<String>> settings = new HashMap<>();
        List<Column> columns = new ArrayList<>();
        for (String line : table.lines().toList()) {
            int equals = line.indexOf('=');
            int colon = line.indexOf(": ");
            if (equals < 0) {
                settings.put(line.substring(0, colon), split(line.substring(colon + 2), ","));
            } else {
                columns.add(
                        new Column(split(line.substring(0, equals), "/"), split(line.substring(equals + 1), "\\|")));
            }
        }
        List<String> keys = settings.getOrDefault("key", List.of());
        return new ExportFormat(
                title,
                noun,
                keys.getFirst(),
                keys.size() > 1 ? keys.get(1) : null,
                settings.getOrDefault("required", List.of()).stream()
                        .map(names -> split(names, "\\|"))
                        .toList(),
                List.copyOf(columns),
                keys(settings.getOrDefault("ids", List.of())),
                keys(settings.getOrDefault("telephones", List.of())));
    }

    private static List<String> split(String text, String separator) {
        return Stream.of(text.split(separator, -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /** Returns the same format with one more column. */
    public ExportFormat with(Column column) {
        List<Column> more = Stream.concat(columns.stream(), Stream.of(column)).toList();
        return new ExportFormat(title, noun, key, continuation, required, more, ids, telephones);
    }

    /**
     * A column that is read.
     *
     * @param path the names that lead to its value in an event; empty if code reads it
     * @param names that it can have; the first that has a value counts
     */
    public record Column(List<String> path, List<String> names) {}

    private static Set<String> keys(Collection<String> names) {
        return names.stream().map(ExportHeader::key).collect(Collectors.toUnmodifiableSet());
    }

    /** Writes the values of a row into an event. */
    public void copy(ExportRow row, ObjectNode event) {
        for (Column column : columns) {
            String text =
                    column.path().isEmpty() ? null : row.text(column.names().toArray(String[]::new));
            if (text != null) {
                ObjectNode object = event;
                for (String name : column.path().subList(0, column.path().size() - 1)) {
                    object = object.withObjectProperty(name);
                }
                object.put(column.path().getLast(), text);
            }
        }
    }

    /** Returns the columns of a row with a value that orders cannot have. The row must have been read. */
    public List<RowFault> leftOut(ExportRow row) {
        return columns.stream()
                .filter(column -> !column.path().isEmpty()
                        && Boolean.FALSE.equals(row.readings.get(column.path().getLast())))
                .map(column -> row.fault(
                        "the value cannot be used, and was left out",
                        "write it as the platform exports it",
                        column.names().toArray(String[]::new)))
                .toList();
    }

    /** Returns the required columns that the file does not have. */
    public List<String> missing(ExportHeader header) {
        return required.stream()
                .filter(alternatives -> alternatives.stream().noneMatch(header::has))
                .map(List::getFirst)
                .toList();
    }

    public List<String> ignored(ExportHeader header) {
        Set<String> known =
                keys(columns.stream().flatMap(column -> column.names().stream()).toList());
        List<String> ignored = new ArrayList<>();
        Set<String> found = new HashSet<>();
        for (String name : header.names()) {
            String key = ExportHeader.key(name);
            if (!name.isEmpty() && (!known.contains(key) || !found.add(key))) {
                ignored.add(name);
            }
        }
        return ignored;
    }

    /** Returns true if a row belongs to the record that starts with another row. */
    public boolean continues(ExportRow first, ExportRow row) {
        String of = first.text(key);
        if (continuation == null || of == null || !of.equals(row.text(key))) {
            return false;
        }
        String again = row.text(continuation);
        return again == null || again.equals(first.text(continuation));
    }

    /** Refuses a record with a row that is not complete or not UTF-8, or with a card number in any value. */
    public void check(List<ExportRow> record) throws RowFault {
        for (ExportRow row : record) {
            check(row);
        }
    }

    private void check(ExportRow row) throws RowFault {
        List<String> names = row.header().names();
        if (row.size() != names.size()) {
            throw new RowFault(
                    row.line(),
                    null,
                    "the row has " + row.size() + " values, and the header row has " + names.size(),
                    "put values that contain the separator in double quotes");
        }
        for (int i = 0; i < names.size(); i++) {
            String cell = row.cell(i);
            if (cell.indexOf(REPLACEMENT) >= 0) {
                throw new RowFault(
                        row.line(), names.get(i), "the value is not UTF-8", "save the file as \"CSV UTF-8\"");
            }
            if (SpreadsheetText.isReplaced(cell) && !ignored(row.header()).contains(names.get(i))) {
                throw new RowFault(
                        row.line(),
                        names.get(i),
                        "a spreadsheet program has replaced the value, as with 5.6E+12 or #N/A",
                        "export the file again, and in a spreadsheet program read the column as text");
            }
            if (hasCardNumber(names.get(i), cell)) {
                throw new RowFault(
                        row.line(),
                        names.get(i),
                        "the value contains what looks like a card number",
                        "remove it; only the first six and the last four digits may be in a file");
            }
        }
    }

    /** Returns true if a value contains what looks like a card number, and is not an ID of the platform. */
    public boolean hasCardNumber(String column, String value) {
        String name = ExportHeader.key(column);
        if (ids.contains(name)) {
            return false;
        }
        return telephones.contains(name) ? CardNumbers.appearInTelephone(value) : CardNumbers.appearIn(value);
    }

    public interface Export {
        /** Returns what the file looks like. */
        ExportFormat format();

        /**
         * Returns what a record states, as webhooks about the same payment or order would state it. The versions are before
         * those of any webhook: see {@link HistoryStatements}. Empty if there is no payment.
         *
         * @param record its rows, which have passed {@link ExportFormat#check}
         */
        List<EventStatement> statements(List<ExportRow> record) throws RowFault;

        /** Returns the ID of the dispute of a payment. Exports do not have the platform's own. */
        static String disputeId(String payment) {
            return "dispute-of-" + payment;
        }
    }

    /**
     * Statements of rows. A row is what was known at the time of the export, and lacks fields that a webhook has. A part is
     * replaced completely. So a row gets a version of the day before its payment: each webhook about the payment is newer,
     * whichever comes first. Of two rows about one payment, that of the later stage is newer.
     */
    public static final class HistoryStatements {
        /** A day in microseconds, which versions count. It covers payments whose time zone was understood wrongly. */
        private static final long BEFORE_EVENTS = 86_400_000_000L;

        /** What a rank adds to a version. */
        private static final long RANK = 1_000;

        private HistoryStatements() {}

        /** Returns what the mapper made of a row; nothing if there is no payment. */
        public static List<EventStatement> of(ExportRow row, Mapping mapping) throws RowFault {
            return switch (mapping) {
                case Mapping.Mapped(var _, List<EventStatement> statements) ->
                    statements.stream().map(HistoryStatements::beforeEvents).toList();
                case Mapping.Unmapped(var _, Mapping.Reason reason, String detail) -> {
                    if (reason == Mapping.Reason.NO_PAYMENT) {
                        yield List.of();
                    }
                    throw fault(row, reason, detail);
                }
                case Mapping.Privacy _ -> throw new IllegalStateException("no row is a request about personal data");
            };
        }

        private static RowFault fault(ExportRow row, Mapping.Reason reason, String detail) {
            return switch (reason) {
                case WRONG_MODE ->
                    row.fault("the row is " + detail, "import the file with the integration of the other mode", "Mode");
                case UNSUPPORTED_CURRENCY ->
                    row.fault("the currency is not supported", "write an ISO 4217 code such as EUR", "Currency");
                case UNSUPPORTED_AMOUNT -> row.fault(detail, "check the amounts of the row", "Amount", "Total");
                case MISSING_FIELD, UNREADABLE, UNKNOWN_TYPE, NO_PAYMENT ->
                    new RowFault(
                            row.line(),
                            null,
                            "the row cannot be understood: " + reason.wireName() + " (" + detail + ")",
                            "check its ID, date and amount");
            };
        }

        /** Returns a statement with a version that is older than that of each webhook about the same payment. */
        public static EventStatement beforeEvents(EventStatement statement) {
            return switch (statement) {
                case EventStatement.OfPart(Part part, var fingerprint, var links) ->
                    new EventStatement.OfPart(
                            new Part(part.key(), part.version() - BEFORE_EVENTS, part.content()), fingerprint, links);
                case EventStatement.OfDispute(var dispute, boolean opens, long version, var links) ->
                    new EventStatement.OfDispute(dispute, opens, version - BEFORE_EVENTS, links);
                case EventStatement.OfFraudReport(var report, long version, var links) ->
                    new EventStatement.OfFraudReport(report, version - BEFORE_EVENTS, links);
                case EventStatement.Inquiry inquiry -> inquiry;
            };
        }

        /**
         * Returns a part of a later stage.
         *
         * @param ranks 0 to {@link EventVersion#MAX_RANK}; the greater, the later
         */
        public static Part later(Part part, int ranks) {
            return new Part(part.key(), part.version() + ranks * RANK, part.content());
        }
    }
}
