package org.orderevidence.store.sql.record;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.record.Key;
import org.orderevidence.store.record.Kind;
import org.orderevidence.store.record.Page;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.table.Spaces;

/** A scan of a table in the order in which it is stored. It continues behind a damaged page. */
final class SqliteScan {
    private static final String FAULT = "pages of the database file are damaged; restore a backup";
    private static final HexFormat HEX = HexFormat.of();

    private final Dialect dialect;
    private final Session session;
    private final Kind kind;
    private final String sql;

    SqliteScan(Dialect dialect, Session session, Kind kind, String sql) {
        this.dialect = dialect;
        this.session = session;
        this.kind = kind;
        this.sql = sql;
    }

    /** Returns the statement; {@code columns} are those of {@link SqliteRecordRows#stored}. */
    static String sql(Kind kind, String columns) {
        String first = kind.isLong() ? "r.rowid" : "r.space";
        String key = kind.isLong() ? first : "r.space, r.part, r.sort";
        return "SELECT " + first + ", r.part, r.sort, s.account, s.mode, " + columns + " FROM " + RecordRows.table(kind)
                + " r LEFT JOIN spaces s ON s.number = r.space WHERE (" + key + ") >= ("
                + (kind.isLong() ? "?" : "?, ?, ?") + ") ORDER BY " + key + " LIMIT ?";
    }

    /**
     * A position in a table, from which the scan continues.
     *
     * @param number the space; of a kind with long bodies, the number of the row
     * @param part empty for the start of the space, and for a number of a row
     * @param sort empty for the start of the part, and for a number of a row
     */
    private record From(long number, Bytes part, Bytes sort) implements Comparable<From> {
        static final From START = new From(0, Bytes.EMPTY, Bytes.EMPTY);

        static From parse(String text) {
            String[] parts = text.split("\\.", -1);
            return new From(
                    Long.parseLong(parts[0]), Bytes.wrap(HEX.parseHex(parts[1])), Bytes.wrap(HEX.parseHex(parts[2])));
        }

        String text() {
            return number + "." + HEX.formatHex(part.toArray()) + "." + HEX.formatHex(sort.toArray());
        }

        @Override
        public int compareTo(From other) {
            int order = Long.compare(number, other.number);
            order = order != 0 ? order : part.compareTo(other.part);
            return order != 0 ? order : sort.compareTo(other.sort);
        }
    }

    /** A column of the position, as a big-endian number: a greater one is farther. */
    private enum Level {
        SORT,
        PART,
        NUMBER;

        private byte[] of(From from) {
            return switch (this) {
                case SORT -> from.sort().successor().toArray();
                case PART -> from.part().successor().toArray();
                case NUMBER ->
                    ByteBuffer.allocate(Long.BYTES).putLong(from.number()).array();
            };
        }

        private From at(From from, BigInteger number, int length) {
            byte[] digits = number.toByteArray();
            byte[] value = new byte[length];
            int from0 = Math.max(0, digits.length - length);
            System.arraycopy(digits, from0, value, length - digits.length + from0, digits.length - from0);
            return switch (this) {
                case SORT -> new From(from.number(), from.part(), Bytes.wrap(value));
                case PART -> new From(from.number(), Bytes.wrap(value), Bytes.EMPTY);
                case NUMBER -> new From(number.longValue(), Bytes.EMPTY, Bytes.EMPTY);
            };
        }
    }

    Page page(@Nullable String after, int limit) throws SQLException {
        From from = after == null ? From.START : From.parse(after);
        From next = from;
        List<Page.Found> found = new ArrayList<>();
        long bytes = 0;
        boolean isWhole = true;
        try (PreparedStatement select = select(from, limit);
                ResultSet row = select.executeQuery()) {
            while (isWhole && bytes < Page.BYTES && row.next()) {
                From behind = behind(row);
                isWhole = behind.compareTo(next) > 0;
                if (isWhole) {
                    next = behind;
                    Page.Found record = found(row);
                    found.add(record);
                    bytes += record instanceof Page.Whole whole ? whole.record().bytes() : 0;
                }
            }
        } catch (SQLException error) {
            requireDamage(error);
            isWhole = false;
        }
        if (!isWhole && found.isEmpty()) {
            return beyond(from);
        }
        boolean isLast = isWhole && bytes < Page.BYTES && found.size() < limit;
        return new Page(found, isLast ? null : next.text());
    }

    /** Returns a statement of its own: the driver closes one that has met damage. */
    private PreparedStatement select(From from, int limit) throws SQLException {
        PreparedStatement select = session.connection().prepareStatement(sql);
        select.setLong(1, from.number());
        if (!kind.isLong()) {
            select.setBytes(2, from.part().toArray());
            select.setBytes(3, from.sort().toArray());
        }
        select.setInt(kind.isLong() ? 2 : 4, limit);
        return select;
    }

    /** Returns the position behind a row; the start if the row is too damaged to know. */
    private From behind(ResultSet row) throws SQLException {
        if (kind.isLong()) {
            return new From(row.getLong(1) + 1, Bytes.EMPTY, Bytes.EMPTY);
        }
        byte[] part = row.getBytes(2);
        byte[] sort = row.getBytes(3);
        return part == null || sort == null
                ? From.START
                : new From(row.getLong(1), Bytes.wrap(part), Bytes.wrap(sort).successor());
    }

    private Page.Found found(ResultSet row) throws SQLException {
        try {
            Key key = new Key(
                    kind,
                    Spaces.named(Columns.text(row, 4), Columns.text(row, 5)),
                    Bytes.wrap(Columns.bytes(row, 2)),
                    Bytes.wrap(Columns.bytes(row, 3)));
            return new Page.Whole(SqliteRecordRows.stored(row, 6, key));
        } catch (RuntimeException malformed) {
            return new Page.Damaged(kind + " " + behind(row).text(), String.valueOf(malformed.getMessage()));
        }
    }

    /** Skips damage: finds a position behind it, in the same part, else in the same space, else in any. */
    private Page beyond(From from) throws SQLException {
        From end = kind.isLong() ? null : behind(from, Level.SORT);
        end = end != null || kind.isLong() ? end : behind(from, Level.PART);
        end = end != null ? end : behind(from, Level.NUMBER);
        String place = kind + " from " + from.text() + " to " + (end == null ? "the end" : end.text());
        return new Page(List.of(new Page.Damaged(place, FAULT)), end == null ? null : end.text());
    }

    /** Tries positions, each twice as far as the one before. Then looks for the nearest that can be read. */
    private @Nullable From behind(From from, Level level) throws SQLException {
        byte[] start = level.of(from);
        int bits = level == Level.NUMBER ? Long.SIZE - 2 : Byte.SIZE * start.length;
        BigInteger base = new BigInteger(1, start);
        BigInteger fails = base;
        for (int bit = 0; bit < bits; bit++) {
            BigInteger reads = base.add(BigInteger.ONE.shiftLeft(bit));
            if (reads.bitLength() > bits) {
                return null;
            }
            if (canRead(level.at(from, reads, start.length))) {
                while (reads.subtract(fails).bitLength() > 1) {
                    BigInteger middle = fails.add(reads).shiftRight(1);
                    if (canRead(level.at(from, middle, start.length))) {
                        reads = middle;
                    } else {
                        fails = middle;
                    }
                }
                return level.at(from, reads, start.length);
            }
            fails = reads;
        }
        return null;
    }

    private boolean canRead(From from) throws SQLException {
        try (PreparedStatement select = select(from, 1);
                ResultSet row = select.executeQuery()) {
            return !row.next() || behind(row).compareTo(from) > 0;
        } catch (SQLException error) {
            requireDamage(error);
            return false;
        }
    }

    private void requireDamage(SQLException error) throws SQLException {
        if (!dialect.isDamage(error)) {
            throw error;
        }
    }
}
