package org.orderevidence.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.WireNamed;
import org.orderevidence.store.document.RecordDocument;

/**
 * Stores what has changed for a merchant, such as an order that became eligible, by the time at which it was found. A
 * change is stored together with the record that keeps it from being found again. It can be read when it is
 * {@link #SETTLED}, because no change of an earlier time can follow then.
 */
public record ChangeStore(RecordStore records, RecordSealer sealer) {
    /** How long a change is stored. */
    public static final Duration LIFE = Duration.ofDays(30);

    /** Longest time until a change is stored: longer than a write waits on any engine. */
    public static final Duration SETTLED = Duration.ofSeconds(20);

    /** The cursor before all changes. */
    public static final String START = "0".repeat(48);

    private static final int HASH_BYTES = 16;

    /** Part is empty, sort is the time and the hash. */
    private static final Kind CHANGE =
            Kind.of("changes", Kind.Mode.FIRST).sealed().ending().inBuckets(Kind.Bucket.MONTH_OF_MICROS);

    static final List<Meaning> MEANINGS = List.of(Meaning.of(CHANGE, "changes"));

    private static final RecordDocument<Change> DOCUMENT = new RecordDocument<>('N', Change.class);

    /** What a change is. Names have a dot behind their first word. */
    public enum ChangeType implements WireNamed {
        ORDER_ELIGIBLE,
        ORDER_NO_LONGER_ELIGIBLE,
        DISPUTE_OPENED,
        DISPUTE_DUE_SOON,
        CAPTURE_ALARM,
        TEST;

        @Override
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
        }
    }

    /**
     * A change.
     *
     * @param hash follows from what changed and from what was known before
     * @param data IDs and a few facts, by name; nothing personal
     */
    public record Change(Bytes hash, ChangeType type, Instant at, Map<String, String> data) {
        /** Returns a change of something whose name no other change has. */
        public static Change of(String name, ChangeType type, Instant at, Map<String, String> data) {
            return new Change(
                    Bytes.wrap(Arrays.copyOf(Sha256.of(name), HASH_BYTES)), type, Micros.time(Micros.of(at)), data);
        }

        /** Returns its ID, which stays the same however often it is sent. */
        public String id() {
            return "evt_" + hash.hex();
        }

        /** Returns its position in the list of changes. */
        public String cursor() {
            return sort().hex();
        }

        private Bytes sort() {
            return Bytes.ofLong(Micros.of(at)).and(hash);
        }
    }

    /**
     * A part of a list.
     *
     * @param next where the list continues, also for changes that are not there yet
     */
    public record ChangePage(List<Change> changes, String next) {}

    /** Returns the cursor before all changes of this time and later. */
    public static String cursor(Instant time) {
        return Bytes.ofLong(Micros.of(time)).hex() + "0".repeat(2 * HASH_BYTES);
    }

    /** Returns a time for the next changes of a space: now, or later than all, if the clock of another instance is ahead. */
    public Instant next(AccountSpace space, Instant now) {
        Range newest = Range.part(CHANGE, space, Bytes.EMPTY, 1).reversed();
        return records.read(newest.withoutBodies()).stream()
                .map(record -> Micros.time(record.key().sort().leading(Long.BYTES) + 1))
                .filter(now::isBefore)
                .findFirst()
                .orElse(now);
    }

    /** Returns the record of a change, to be stored with another one. */
    public Stored record(AccountSpace space, Change change) {
        Key key = new Key(CHANGE, space, Bytes.EMPTY, change.sort());
        return Stored.of(key, Micros.of(change.at()), Bytes.EMPTY, sealer.seal(key, DOCUMENT.encode(change)))
                .until(change.at().plus(LIFE));
    }

    public void add(AccountSpace space, Change change) {
        records.merge(List.of(record(space, change)), List.of());
    }

    /** Returns changes that are settled, the oldest first. Those that cannot be read are left out. */
    public ChangePage page(AccountSpace space, @Nullable String after, Instant now, int limit) {
        Bytes from = after == null
                ? Bytes.EMPTY
                : Bytes.wrap(HexFormat.of().parseHex(after)).successor();
        Bytes until = Bytes.ofLong(Micros.of(now.minus(SETTLED)));
        List<Stored> read = from.compareTo(until) >= 0
                ? List.of()
                : records.read(Range.part(CHANGE, space, Bytes.EMPTY, limit).between(from, until));
        List<Change> readable = read.stream()
                .flatMap(record -> RecordSealer.ifReadable(() -> DOCUMENT.decode(sealer.open(record))).stream())
                .toList();
        String last = after == null ? START : after;
        return new ChangePage(
                readable, read.isEmpty() ? last : read.getLast().key().sort().hex());
    }
}
