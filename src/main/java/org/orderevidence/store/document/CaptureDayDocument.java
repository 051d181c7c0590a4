package org.orderevidence.store.document;

import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orderevidence.integration.CaptureCount;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CapturePath;
import org.orderevidence.integration.CapturedField;

/** The stored form of the counts of a day. */
public final class CaptureDayDocument {
    private static final int KIND = 'C';
    private static final int MAX_COUNTS = CaptureDay.MAX_SOURCES * (CaptureDay.MAX_METHODS + 1);
    private static final int MAX_FIELDS = 100;

    private CaptureDayDocument() {}

    /** Returns the bytes of a day. */
    public static byte[] encode(CaptureDay day) {
        return DocumentWriter.document(KIND, DocumentFormat.VERSION, day, CaptureDayDocument::write);
    }

    /**
     * Returns a day.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static CaptureDay decode(byte[] bytes) {
        return DocumentReader.document(KIND, DocumentFormat.VERSION, bytes, CaptureDayDocument::read);
    }

    private static void write(DocumentWriter to, CaptureDay day) {
        to.count(1, day.day().toEpochDay());
        to.count(2, day.countedAt().toEpochMilli());
        to.flag(3, day.isPartial());
        day.counts().entrySet().forEach(count -> to.group(4, count, CaptureDayDocument::writeCount));
        day.stated().entrySet().forEach(stated -> to.group(5, stated, CaptureDayDocument::writeStated));
    }

    private static void writeCount(DocumentWriter to, Map.Entry<CapturePath, CaptureCount> entry) {
        CaptureCount count = entry.getValue();
        to.text(1, entry.getKey().source());
        to.text(2, entry.getKey().method());
        to.count(3, (long) count.orders());
        for (CapturedField field : CapturedField.values()) {
            to.count(number(field), (long) count.having(field));
        }
    }

    /** Numbers ascend in the sequence of the fields, and are never used for another field. */
    private static int number(CapturedField field) {
        return switch (field) {
            case CARD -> 4;
            case IP -> 5;
            case LOGIN -> 6;
            case ADDRESS -> 7;
            case ITEMS -> 8;
        };
    }

    private static void writeStated(DocumentWriter to, Map.Entry<String, SortedSet<String>> stated) {
        to.text(1, stated.getKey());
        stated.getValue().forEach(field -> to.group(2, field, (group, name) -> group.text(1, name)));
    }

    private static CaptureDay read(DocumentReader from) {
        LocalDate day = LocalDate.ofEpochDay(from.requiredCount(1));
        Instant countedAt = Instant.ofEpochMilli(from.requiredCount(2));
        boolean isPartial = from.flag(3);
        SortedMap<CapturePath, CaptureCount> counts = new TreeMap<>();
        from.groups(4, MAX_COUNTS, CaptureDayDocument::readCount)
                .forEach(count -> counts.put(count.getKey(), count.getValue()));
        SortedMap<String, SortedSet<String>> stated = new TreeMap<>();
        from.groups(5, CaptureDay.MAX_SOURCES, CaptureDayDocument::readStated)
                .forEach(fields -> stated.put(fields.getKey(), fields.getValue()));
        return new CaptureDay(day, countedAt, isPartial, counts, stated);
    }

    private static Map.Entry<CapturePath, CaptureCount> readCount(DocumentReader from) {
        CapturePath path = new CapturePath(from.requiredText(1), from.requiredText(2));
        int orders = Math.toIntExact(from.requiredCount(3));
        Map<CapturedField, Integer> having = new EnumMap<>(CapturedField.class);
        for (CapturedField field : CapturedField.values()) {
            having.put(field, Math.toIntExact(from.requiredCount(number(field))));
        }
        return Map.entry(path, new CaptureCount(orders, having));
    }

    private static Map.Entry<String, SortedSet<String>> readStated(DocumentReader from) {
        String source = from.requiredText(1);
        List<String> fields = from.groups(2, MAX_FIELDS, group -> group.requiredText(1));
        return Map.entry(source, new TreeSet<>(fields));
    }
}
