package org.orderevidence.store;

import static org.orderevidence.store.RecordStore.require;

import java.nio.BufferUnderflowException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.PendingFact.PendingKey;
import org.orderevidence.order.part.Source;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Stores facts that wait for their order, per account space, and lists the spaces that have some.
 * {@code PendingStoreContract} checks them on every engine.
 *
 * <p>Every write may be repeated. A fact is unreadable if it is damaged or a newer release wrote it. Reads leave it out,
 * but it stays stored. A fact that has waited for {@link #LIFE} is returned until it is deleted.
 */
public final class PendingStore {
    /** A fact. Its version is that of the fact. Version and time are sealed too. */
    public static final Kind PENDING =
            Kind.of("pending", Kind.Mode.NEWEST).sealed().ending();

    /** A space that has facts, or had some: a sweep finds them by it. */
    private static final Kind SPACE = Kind.of("pending_spaces", Kind.Mode.NEWEST);

    /** What walks over a whole store know of pending facts. */
    public static final List<Meaning> MEANINGS = List.of(
            Meaning.of(SPACE, "pending spaces").inSpace((record, content) -> space(record)),
            Meaning.of(PENDING, "pending facts")
                    .inWords((record, content) -> "pending fact of key "
                            + Bytes.wrap(fact(record, content).key().bytes()).hex())
                    .withRows((record, content) -> List.of(
                            row(record.key().space(), fact(record, content).since()))));

    private static final RecordDocument<Content> DOCUMENT = new RecordDocument<>('W', Content.class);

    /** Maximum number of facts of one account space. Several instances together may store a few more. */
    public static final int MAX_FACTS = 100_000;

    /** How long a fact waits. After that it is deleted. */
    public static final Duration LIFE = Duration.ofDays(550);

    public static final int MAX_PAGE = 1_000;
    public static final int MAX_SPACES = 10_000;
    public static final int MAX_REFERENCES = 100;

    private static final int PARTS = 16;

    private static final int MAX_OF_PART = MAX_FACTS / PARTS;

    /** After a count, an instance takes this part of the room before it counts again: others count the same room. */
    private static final int SHARE = 16;

    /** Facts that are read of a part before it is known that the parts before it do not fill the page. */
    private static final int FEW = 16;

    /** Much longer than a fact can take from the row of its space to its own. */
    private static final Duration LONGEST_PUT = Duration.ofHours(1);

    /** No byte of a key is 255 after the reference: kinds are small, and UTF-8 never has it. */
    private static final Bytes AFTER_ALL = Bytes.wrap(new byte[] {(byte) 0xff});

    private final RecordStore records;
    private final RecordSealer sealer;

    /** How many more facts each part can take before they are counted again. */
    private final ConcurrentMap<Part, Integer> room = new ConcurrentHashMap<>();

    private record Part(AccountSpace space, Bytes part) {}

    public PendingStore(RecordStore records, RecordSealer sealer) {
        this.records = records;
        this.sealer = sealer;
    }

    /**
     * Stores a fact. A stored one of the same key is replaced if it is older.
     *
     * @return false if the space has no room for another fact; then nothing was stored
     */
    public boolean put(AccountSpace space, PendingFact fact) {
        Key key = key(space, fact.key());
        Stored row = row(space, fact.since());
        List<List<Stored>> held = records.read(List.of(Range.one(key), Range.one(row.key())));
        if (held.getFirst().isEmpty() && !takesRoom(new Part(space, key.part()))) {
            return false;
        }
        if (held.getLast().isEmpty() || isOlder(held.getLast().getFirst(), fact.since(), LONGEST_PUT)) {
            // First: a fact of a space that is not listed would not be found by a sweep.
            records.merge(List.of(row), List.of());
        }
        Bytes body = sealer.seal(
                key,
                DOCUMENT.encode(new Content(
                        fact.version(), fact.since(), fact.source(), fact.referenceText(), fact.content())));
        records.merge(
                List.of(Stored.of(key, version(fact.version()), Bytes.EMPTY, body)
                        .until(fact.since().plus(LIFE))),
                List.of());
        return true;
    }

    private boolean takesRoom(Part part) {
        if (room.computeIfPresent(part, (key, left) -> left == 0 ? null : left - 1) != null) {
            return true;
        }
        int free = MAX_OF_PART - count(part);
        room.put(part, Math.max(0, free / SHARE - 1));
        return free > 0;
    }

    private int count(Part part) {
        Range all = Range.part(PENDING, part.space(), part.part(), 1).withoutBodies();
        return records.readAll(all, MAX_OF_PART).size();
    }

    /** Has the facts counted again before another one is stored: other instances have changed how many there are. */
    public void recount() {
        room.clear();
    }

    /** Returns facts that wait for orders with these references, in no particular order. */
    public List<PendingFact> of(AccountSpace space, List<OrderReference> references, int limit) {
        requirePage(limit);
        require(
                references.size() <= MAX_REFERENCES,
                "at most " + MAX_REFERENCES + " references are looked up at a time");
        List<Range> ranges = references.stream()
                .map(reference -> {
                    Bytes prefix = Bytes.wrap(reference.bytes());
                    return Range.part(PENDING, space, part(number(reference.bytes())), limit)
                            .between(prefix, prefix.and(AFTER_ALL));
                })
                .toList();
        return readable(
                records.read(ranges).stream().flatMap(List::stream).limit(limit).toList());
    }

    /** Returns facts in a fixed order. */
    public Listing page(AccountSpace space, @Nullable PendingKey after, int limit) {
        requirePage(limit);
        List<Stored> rows = new ArrayList<>();
        int part = after == null ? 0 : number(after);
        Bytes from = after == null ? Bytes.EMPTY : Bytes.wrap(after.bytes()).successor();
        while (part < PARTS && rows.size() < limit) {
            // With the next parts: those of most spaces have few facts.
            List<Range> ranges = new ArrayList<>(PARTS);
            for (int next = part; next < PARTS; next++) {
                int most = next == part ? limit - rows.size() : FEW;
                ranges.add(Range.part(PENDING, space, part(next), most).between(from, Bytes.EMPTY));
                from = Bytes.EMPTY;
            }
            List<List<Stored>> found = records.read(ranges);
            rows.addAll(found.getFirst());
            part++;
            for (List<Stored> few : found.subList(1, found.size())) {
                if (few.size() == FEW || rows.size() + few.size() > limit) {
                    break;
                }
                rows.addAll(few);
                part++;
            }
        }
        PendingKey last = rows.size() < limit
                ? null
                : PendingKey.of(rows.getLast().key().sort().toArray());
        return new Listing(readable(rows), last, rows.size());
    }

    /**
     * Facts in the order of the store.
     *
     * @param facts those that can be read
     * @param rows how many facts were examined, with those that cannot be read
     */
    public record Listing(List<PendingFact> facts, @Nullable PendingKey next, int rows) {}

    /** Deletes a fact that has found its order, unless a newer version is stored. */
    public void end(AccountSpace space, PendingKey key, long version) {
        Key place = key(space, key);
        records.merge(List.of(), List.of(new Deletion(place, version(version))));
        // A part that was full is counted again.
        room.remove(new Part(space, place.part()), 0);
    }

    /** Returns spaces that have facts, in a fixed order. A space whose facts have all ended may be among them. */
    public List<AccountSpace> spaces(@Nullable AccountSpace after, int limit) {
        require(limit >= 1 && limit <= MAX_SPACES, "1 to " + MAX_SPACES + " spaces are listed at a time");
        Range all = Range.part(SPACE, AccountSpace.INSTALLATION, Bytes.EMPTY, 1)
                .behind(after == null ? null : sort(after))
                .withoutBodies();
        return records.readAll(all, limit).stream().map(PendingStore::space).toList();
    }

    /** Returns true if a space is among {@link #spaces}. */
    public boolean isListed(AccountSpace space) {
        return records.read(row(space, Instant.EPOCH).key()).isPresent();
    }

    /**
     * Removes a space from {@link #spaces}, in which the first page had no rows. One that got a fact in the two hours
     * before stays: the fact may not be visible yet.
     */
    public void endSpace(AccountSpace space, Instant now) {
        records.read(row(space, now).key())
                .filter(row -> isOlder(row, now, LONGEST_PUT.multipliedBy(2)))
                .ifPresent(row -> records.merge(List.of(), List.of(new Deletion(row.key(), row.version()))));
    }

    private static boolean isOlder(Stored row, Instant now, Duration age) {
        return row.version() < Micros.of(now.minus(age));
    }

    private List<PendingFact> readable(List<Stored> found) {
        return found.stream()
                // store verify reports those that cannot be read.
                .flatMap(record -> RecordSealer.ifReadable(() -> fact(record, sealer.open(record))).stream())
                .toList();
    }

    /**
     * A fact as it is stored.
     *
     * @param referenceText the value that leads to its order
     */
    private record Content(
            long version, Instant since, Source source, PersonalText referenceText, PendingContent content) {}

    private static PendingFact fact(Stored record, byte[] content) {
        Content held = DOCUMENT.decode(content);
        try {
            PendingKey key = PendingKey.of(record.key().sort().toArray());
            if (record.version() != version(held.version)
                    || !held.since.plus(LIFE).equals(record.expires())
                    || !record.key().part().equals(part(number(key)))) {
                throw new UnreadableDocument("a column of a pending fact was changed");
            }
            return new PendingFact(key, held.version, held.since, held.source, held.referenceText, held.content);
        } catch (BufferUnderflowException | IllegalArgumentException another) {
            throw new UnreadableDocument("a row has another fact than the one that belongs there");
        }
    }

    private static Key key(AccountSpace space, PendingKey key) {
        return new Key(PENDING, space, part(number(key)), Bytes.wrap(key.bytes()));
    }

    private static Bytes part(int number) {
        return Bytes.wrap(new byte[] {(byte) number});
    }

    private static int number(PendingKey key) {
        return number(key.reference().bytes());
    }

    private static int number(byte[] bytes) {
        return Math.floorMod(Arrays.hashCode(bytes), PARTS);
    }

    private static Stored row(AccountSpace space, Instant written) {
        Key key = new Key(SPACE, AccountSpace.INSTALLATION, Bytes.EMPTY, sort(space));
        return Stored.of(key, version(Micros.of(written)), Bytes.EMPTY, Bytes.EMPTY);
    }

    private static Bytes sort(AccountSpace space) {
        return Bytes.utf8(space.path());
    }

    private static AccountSpace space(Stored row) {
        return AccountSpace.ofPath(row.key().sort().utf8());
    }

    /** Records have versions from 1 on. */
    private static long version(long version) {
        return Math.max(1, version);
    }

    private static void requirePage(int limit) {
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " facts");
    }
}
