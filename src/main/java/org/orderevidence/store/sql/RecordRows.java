package org.orderevidence.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Followed;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.sql.RecordBatch.Place;
import org.orderevidence.store.sql.RecordBatch.RecordChanges;

/** How records are found and written, as suits the database. Each operation is part of a transaction of its session. */
interface RecordRows {
    static RecordRows of(Dialect dialect) {
        return dialect.name().equals(PostgresDialect.NAME) ? new PostgresRecordRows() : new SqliteRecordRows(dialect);
    }

    /** Greater than every sort key. */
    byte[] END = HexFormat.of().parseHex("ff".repeat(Key.MAX_SORT + 1));

    static byte[] end(Range range) {
        return range.until().isEmpty() ? END : range.until().toArray();
    }

    static String table(Kind kind) {
        return kind.name() + "_records";
    }

    /** Returns the columns of the table of a kind, and its key. */
    static String columns(Kind kind, String number, String bytes) {
        String ofBytes = " " + bytes + " NOT NULL, ";
        return " (space integer NOT NULL, part" + ofBytes + "sort" + ofBytes + "version " + number + " NOT NULL, "
                + (kind.ends() ? "expires " + number + ", " : "") + (kind.linksTo() == null ? "" : "link" + ofBytes)
                + "head" + ofBytes + "body" + ofBytes + "PRIMARY KEY (space, part, sort))";
    }

    /**
     * Returns the view of a kind, which shows people where its records are, and when they were written and end.
     *
     * @param text shows bytes, each {@code ?}
     * @param time shows microseconds, each {@code ?}
     */
    static String view(Kind kind, String text, String time) {
        return "\"" + kind.name() + "\" AS SELECT s.account, s.mode, " + text.replace("?", "r.part") + " AS part, "
                + text.replace("?", "r.sort") + " AS sort, " + time.replace("?", "r.version") + " AS version, "
                + (kind.ends() ? time.replace("?", "r.expires") + " AS expires, " : "")
                + "length(r.body) AS body_bytes FROM " + table(kind) + " r JOIN spaces s ON s.number = r.space";
    }

    /** Returns a number that may be null: JDBC does not distinguish it from zero. */
    static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    static Bytes bytes(ResultSet row, int column) throws SQLException {
        return Bytes.wrap(Objects.requireNonNull(row.getBytes(column), "a column that is never absent"));
    }

    static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getString(column), "a column that is never absent");
    }

    /**
     * Returns a record from its columns: version, head, body, and link and end, which are read if its kind has them.
     *
     * @param first the column of the version
     * @throws StoreUnavailable if they cannot be those of a record
     */
    static Stored stored(ResultSet row, int first, Key key) throws SQLException {
        Long expires = key.kind().ends() ? number(row, first + 4) : null;
        try {
            return new Stored(
                    key,
                    row.getLong(first),
                    expires == null ? null : Micros.time(expires),
                    key.kind().linksTo() == null ? Bytes.EMPTY : bytes(row, first + 3),
                    bytes(row, first + 1),
                    bytes(row, first + 2));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException malformed) {
            throw StoreUnavailable.damaged(
                    "a record of the kind " + key.kind() + " is damaged: " + malformed.getMessage(), malformed);
        }
    }

    /** Returns what a scan finds in a row: a number, part, sort, account, mode, and the columns of a record. */
    static Page.Found found(ResultSet row, Kind kind, From place) throws SQLException {
        try {
            AccountSpace space = new AccountSpace(text(row, 4), AccountSpace.Mode.of(text(row, 5)));
            return new Page.Whole(stored(row, 6, new Key(kind, space, bytes(row, 2), bytes(row, 3))));
        } catch (RuntimeException malformed) {
            return new Page.Damaged(kind + " " + place.text(), String.valueOf(malformed.getMessage()));
        }
    }

    /**
     * Part of a space.
     *
     * @param space number of the range's space; -1 if it has none, so that there are no records
     */
    record SpaceRange(int space, Range range) {}

    /** Returns the statements that make the table of a kind, with its indexes. Each may be repeated. */
    static List<String> tables(String dialect, Kind kind) {
        return dialect.equals(PostgresDialect.NAME)
                ? PostgresRecordRows.creation(kind)
                : SqliteRecordRows.creation(kind);
    }

    /**
     * Returns those of these records that are held.
     *
     * @param locked true to keep others from changing them until the transaction ends
     */
    Map<Place, Stored> held(Session session, List<Place> places, boolean locked) throws SQLException;

    /**
     * Makes changes, at the latest with the commit.
     *
     * @throws SQLException also when a record is no longer as it was read; {@link Dialect#sort} takes it for
     *     {@link Dialect.Failure#AGAIN}
     */
    void write(Session session, RecordChanges changes) throws SQLException;

    /** Returns true if each of the following reads is one statement, which sees one state without a transaction. */
    boolean readsAtOnce();

    /** See {@link RecordStore#read}. */
    List<List<Stored>> read(Session session, List<SpaceRange> ranges) throws SQLException;

    /** See {@link RecordStore#follow}. */
    @Nullable
    Followed follow(Session session, Place place, int limit) throws SQLException;

    /** Replaces bodies where version and body are as they were read; returns how many. */
    int replace(Session session, SortedMap<Place, Replacement> replacements) throws SQLException;

    /**
     * A position in a table, from which a scan continues.
     *
     * @param number the space; of a kind with long bodies in SQLite, the number of the row
     * @param part empty for the start of the space, and for a number of a row
     * @param sort empty for the start of the part, and for a number of a row
     */
    record From(long number, Bytes part, Bytes sort) implements Comparable<From> {
        static final From START = new From(0, Bytes.EMPTY, Bytes.EMPTY);

        static From parse(@Nullable String text) {
            if (text == null) {
                return START;
            }
            String[] parts = text.split("\\.", -1);
            HexFormat hex = HexFormat.of();
            return new From(
                    Long.parseLong(parts[0]), Bytes.wrap(hex.parseHex(parts[1])), Bytes.wrap(hex.parseHex(parts[2])));
        }

        String text() {
            return number + "." + part.hex() + "." + sort.hex();
        }

        @Override
        public int compareTo(From other) {
            int order = Long.compare(number, other.number);
            order = order != 0 ? order : part.compareTo(other.part);
            return order != 0 ? order : sort.compareTo(other.sort);
        }
    }

    /** See {@link RecordStore#scan}; not within a transaction. */
    Page scan(Session session, Kind kind, @Nullable String after, int limit) throws SQLException;

    /** Returns the statement that deletes records that have ended; parameters: now in microseconds, maximum number. */
    String sweep(Kind kind);

    /** Returns the statement that reads the number of orders of a space; its parameter is the number of the space. */
    String count();
}
