package org.orderevidence.store.document;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.Coverage.Counted;
import org.orderevidence.evidence.coverage.Coverage.DayCount;
import org.orderevidence.evidence.coverage.Coverage.FieldCount;
import org.orderevidence.evidence.coverage.Coverage.ForecastDay;
import org.orderevidence.evidence.coverage.Coverage.Left;
import org.orderevidence.evidence.coverage.Coverage.ReasonCount;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.evidence.coverage.MissingField;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;

/**
 * The stored form of a coverage. A code that this release does not support makes it unreadable: it is computed again.
 */
public final class CoverageDocument {
    private static final int KIND = 'C';
    private static final int MOST_ROWS = 1_000;

    private CoverageDocument() {}

    /**
     * What is stored.
     *
     * @param computedAt milliseconds since 1970
     * @param took milliseconds
     * @param coverage the result
     */
    public record Stored(long computedAt, long took, Coverage coverage) {}

    /** Returns the bytes of a coverage. */
    public static byte[] encode(Stored stored) {
        return DocumentWriter.document(KIND, DocumentFormat.VERSION, stored, CoverageDocument::write);
    }

    /**
     * Returns a coverage.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static Stored decode(byte[] bytes) {
        return DocumentReader.document(KIND, DocumentFormat.VERSION, bytes, CoverageDocument::read);
    }

    private static void write(DocumentWriter to, Stored stored) {
        Coverage coverage = stored.coverage();
        to.count(1, stored.computedAt());
        to.count(2, stored.took());
        to.count(3, coverage.asOf().toEpochDay());
        to.text(4, coverage.profile().wireName());
        to.group(5, coverage.eligible(), CoverageDocument::write);
        to.group(6, coverage.requiresAction(), CoverageDocument::write);
        to.group(7, coverage.notQualified(), CoverageDocument::write);
        to.group(8, coverage.left(), CoverageDocument::write);
        to.group(9, coverage.sample(), CoverageDocument::write);
        coverage.missingFields().forEach(field -> to.group(10, field, CoverageDocument::write));
        coverage.reasons().forEach(reason -> to.group(11, reason, CoverageDocument::write));
        coverage.days().forEach(day -> to.group(12, day, CoverageDocument::write));
        coverage.forecast().forEach(day -> to.group(13, day, CoverageDocument::write));
        to.count(14, coverage.customers());
        coverage.addresses().forEach(address -> to.group(15, address, CoverageDocument::write));
    }

    private static Stored read(DocumentReader from) {
        return new Stored(
                from.requiredCount(1),
                from.requiredCount(2),
                new Coverage(
                        LocalDate.ofEpochDay(from.requiredCount(3)),
                        Profile.parse(from.requiredText(4)).orElseThrow(DocumentReader::malformed),
                        from.requiredGroup(5, CoverageDocument::counted),
                        from.requiredGroup(6, CoverageDocument::counted),
                        from.requiredGroup(7, CoverageDocument::counted),
                        from.requiredGroup(8, CoverageDocument::left),
                        from.group(9, CoverageDocument::sample),
                        from.groups(10, MOST_ROWS, CoverageDocument::field),
                        from.groups(11, MOST_ROWS, CoverageDocument::reason),
                        from.groups(12, MOST_ROWS, CoverageDocument::day),
                        from.groups(13, MOST_ROWS, CoverageDocument::forecastDay),
                        from.requiredCount(14),
                        from.groups(15, MOST_ROWS, CoverageDocument::address)));
    }

    private static void write(DocumentWriter to, Counted counted) {
        to.count(1, counted.orders());
        write(to, 2, counted.examples());
    }

    private static Counted counted(DocumentReader from) {
        return new Counted(from.requiredCount(1), orders(from, 2));
    }

    private static void write(DocumentWriter to, int tag, List<OrderId> orders) {
        orders.forEach(order -> to.text(tag, order.value()));
    }

    private static List<OrderId> orders(DocumentReader from, int tag) {
        List<OrderId> orders = new ArrayList<>();
        for (String id = from.text(tag); id != null; id = from.text(tag)) {
            orders.add(new OrderId(id));
        }
        return orders;
    }

    private static void write(DocumentWriter to, Left left) {
        to.count(1, left.failed());
        to.count(2, left.disputed());
        to.count(3, left.unreadable());
    }

    private static Left left(DocumentReader from) {
        return new Left(from.requiredCount(1), from.requiredCount(2), from.requiredCount(3));
    }

    private static void write(DocumentWriter to, Sample sample) {
        to.count(1, sample.judged());
        to.count(2, sample.total());
    }

    private static Sample sample(DocumentReader from) {
        return new Sample(from.requiredCount(1), from.requiredCount(2));
    }

    private static void write(DocumentWriter to, FieldCount field) {
        to.text(1, field.field().wireName());
        to.group(2, field.unlocked(), CoverageDocument::write);
    }

    private static FieldCount field(DocumentReader from) {
        String name = from.requiredText(1);
        MissingField field = Arrays.stream(MissingField.values())
                .filter(each -> each.wireName().equals(name))
                .findFirst()
                .orElseThrow(DocumentReader::malformed);
        return new FieldCount(field, from.requiredGroup(2, CoverageDocument::counted));
    }

    private static void write(DocumentWriter to, ReasonCount reason) {
        to.text(1, reason.status().code());
        to.text(2, reason.code().code());
        to.group(3, reason.counted(), CoverageDocument::write);
    }

    private static ReasonCount reason(DocumentReader from) {
        String status = from.requiredText(1);
        String code = from.requiredText(2);
        return new ReasonCount(
                Arrays.stream(Status.values())
                        .filter(each -> each.code().equals(status))
                        .findFirst()
                        .orElseThrow(DocumentReader::malformed),
                ReasonCode.all().stream()
                        .filter(each -> each.code().equals(code))
                        .findFirst()
                        .orElseThrow(DocumentReader::malformed),
                from.requiredGroup(3, CoverageDocument::counted));
    }

    private static void write(DocumentWriter to, DayCount day) {
        to.count(1, day.day().toEpochDay());
        to.count(2, day.eligible());
        to.count(3, day.requiresAction());
        to.count(4, day.notQualified());
    }

    private static DayCount day(DocumentReader from) {
        return new DayCount(
                LocalDate.ofEpochDay(from.requiredCount(1)),
                from.requiredCount(2),
                from.requiredCount(3),
                from.requiredCount(4));
    }

    private static void write(DocumentWriter to, ForecastDay day) {
        to.count(1, day.day().toEpochDay());
        to.count(2, day.eligible());
        to.count(3, day.entering());
        to.count(4, day.leaving());
        to.count(5, day.ended());
    }

    private static ForecastDay forecastDay(DocumentReader from) {
        return new ForecastDay(
                LocalDate.ofEpochDay(from.requiredCount(1)),
                from.requiredCount(2),
                from.requiredCount(3),
                from.requiredCount(4),
                from.requiredCount(5));
    }

    private static void write(DocumentWriter to, SharedAddress address) {
        to.hash(1, address.address());
        to.count(2, address.customers());
        write(to, 3, address.examples());
    }

    private static SharedAddress address(DocumentReader from) {
        KeyedHash key = KeyedHash.of(from.requiredBytes(1));
        return new SharedAddress(key, from.requiredCount(2), orders(from, 3));
    }
}
