package org.orderevidence.store.sql;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.sql.RecordRows.From;

/** A scan of a table in the order in which it is stored. It continues behind a damaged page. */
record SqliteScan(Dialect dialect, Session session, Kind kind, String columns) {
    private static final String FAULT = "pages of the database file are damaged; restore a backup";

    private static final int MOST_BACKWARDS = 10;

    /** How much longer than the key before damage the key behind it may be, so that none is passed over. */
    private static final int LONGER = 64;

    /** A column of the position, as a big-endian number: a greater one is farther. */
    private enum Level {
        SORT,
        PART,
        NUMBER;

        /** Returns the next level within this one; the lowest has none, and is its own. */
        private Level below() {
            return switch (this) {
                case SORT, PART -> SORT;
                case NUMBER -> PART;
            };
        }

        private byte[] of(From from) {
            return switch (this) {
                case SORT -> padded(from.sort());
                case PART -> padded(from.part());
                case NUMBER ->
                    ByteBuffer.allocate(Long.BYTES).putLong(from.number()).array();
            };
        }

        private static byte[] padded(Bytes bytes) {
            return Arrays.copyOf(bytes.toArray(), bytes.length() + LONGER);
        }

        private From at(From from, BigInteger number, int length) {
            return switch (this) {
                case SORT -> new From(from.number(), from.part(), digits(number, length));
                case PART -> new From(from.number(), digits(number, length), Bytes.EMPTY);
                case NUMBER -> new From(number.longValue(), Bytes.EMPTY, Bytes.EMPTY);
            };
        }

        /** Returns the digits without zeros at the end, so that no key between these and all digits is passed over. */
        private static Bytes digits(BigInteger number, int length) {
            int zeros = Math.max(0, number.getLowestSetBit()) / Byte.SIZE;
            byte[] digits = number.shiftRight(zeros * Byte.SIZE).toByteArray();
            byte[] value = new byte[length - zeros];
            int digitsKept = Math.min(digits.length, value.length);
            System.arraycopy(digits, digits.length - digitsKept, value, value.length - digitsKept, digitsKept);
            return Bytes.wrap(value);
        }
    }

    Page page(@Nullable String after, int limit) throws SQLException {
        From from = From.parse(after);
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
                    Page.Found record = RecordRows.found(row, kind, behind);
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

    private PreparedStatement select(From from, int limit) throws SQLException {
        return select(">=", from, "", limit);
    }

    /** Returns a statement of its own: the driver closes one that has met damage. */
    private PreparedStatement select(String comparison, From from, String direction, int limit) throws SQLException {
        List<String> key = kind.isLong() ? List.of("r.rowid") : List.of("r.space", "r.part", "r.sort");
        PreparedStatement select = session.connection()
                .prepareStatement("SELECT " + key.getFirst() + ", r.part, r.sort, s.account, s.mode, " + columns
                        + " FROM " + RecordRows.table(kind) + " r LEFT JOIN spaces s ON s.number = r.space WHERE ("
                        + String.join(", ", key) + ") " + comparison + " (" + (kind.isLong() ? "?" : "?, ?, ?")
                        + ") ORDER BY " + String.join(direction + ", ", key) + direction + " LIMIT ?");
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

    /** Skips damage. Returns its place, and what can be read only from its end. */
    private Page beyond(From from) throws SQLException {
        From end = nearest(from, Level.NUMBER);
        String place = kind + " from " + from.text() + " to " + (end == null ? "the end" : end.text());
        List<Page.Found> found = new ArrayList<>(List.of(new Page.Damaged(place, FAULT)));
        if (end != null) {
            found.addAll(backwards(end, from));
        }
        return new Page(found, end == null ? null : end.text());
    }

    /** Records of inner pages come between those of leaves. Behind a damaged leaf, one is found only from its other side. */
    private List<Page.Found> backwards(From end, From from) throws SQLException {
        List<Page.Found> found = new ArrayList<>();
        try (PreparedStatement select = select("<", end, " DESC", MOST_BACKWARDS);
                ResultSet row = select.executeQuery()) {
            while (row.next() && behind(row).compareTo(from) > 0) {
                found.add(RecordRows.found(row, kind, behind(row)));
            }
        } catch (SQLException error) {
            requireDamage(error);
        }
        return found;
    }

    /** Returns a position behind damage: in the same part, else in the same space, else in any. */
    private @Nullable From nearest(From from, Level farthest) throws SQLException {
        for (Level level : kind.isLong() ? List.of(Level.NUMBER) : List.of(Level.values())) {
            From end = level.compareTo(farthest) > 0 ? null : behind(from, level);
            if (end != null) {
                return end;
            }
        }
        return null;
    }

    /** Tries positions, each twice as far as the one before. Then looks for the nearest that can be read. */
    private @Nullable From behind(From from, Level level) throws SQLException {
        byte[] start = level.of(from);
        int bits = level == Level.NUMBER ? Long.SIZE - 2 : Byte.SIZE * start.length;
        BigInteger base = new BigInteger(1, start);
        BigInteger fails = base;
        BigInteger reads = base.add(BigInteger.ONE);
        for (int bit = 1; bit <= bits && !canRead(level.at(from, reads, start.length)); bit++) {
            fails = reads;
            reads = base.add(BigInteger.ONE.shiftLeft(bit));
            if (reads.bitLength() > bits) {
                return null;
            }
        }
        while (reads.subtract(fails).bitLength() > 1) {
            BigInteger middle = fails.add(reads).shiftRight(1);
            if (canRead(level.at(from, middle, start.length))) {
                reads = middle;
            } else {
                fails = middle;
            }
        }
        From nearer = level == Level.SORT || kind.isLong() || fails.equals(base)
                ? null
                : nearest(level.at(from, fails, start.length), level.below());
        return nearer != null ? nearer : level.at(from, reads, start.length);
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
