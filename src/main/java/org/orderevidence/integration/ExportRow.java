package org.orderevidence.integration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Texts;

/**
 * A row of an export. {@link #toString} hides its values.
 *
 * <p>An apostrophe at the start of a value, before a digit or one of {@code = + - @}, is left out. Programs write it so
 * that a spreadsheet program shows the value as text.
 */
public final class ExportRow {
    private static final String GUARDED = "=+-@";

    private final ExportHeader header;
    private final long line;
    private final List<String> cells;

    /**
     * @param line of the file, from 1
     * @param cells can be more or fewer than the columns: {@link ExportFormat#check} refuses such a row
     */
    public ExportRow(ExportHeader header, long line, List<String> cells) {
        this.header = header;
        this.line = line;
        this.cells = List.copyOf(cells);
    }

    /** Returns the columns. */
    public ExportHeader header() {
        return header;
    }

    /** Returns the line of the file, from 1. */
    public long line() {
        return line;
    }

    /** Returns how many values there are. */
    int size() {
        return cells.size();
    }

    /** Returns the value of a column without guard and blanks; empty text if there is none. */
    String cell(int column) {
        if (column < 0 || column >= cells.size()) {
            return "";
        }
        String text = Texts.trim(cells.get(column));
        boolean isGuarded = text.length() > 1
                && text.charAt(0) == '\''
                && (GUARDED.indexOf(text.charAt(1)) >= 0 || isDigit(text.charAt(1)));
        return isGuarded ? text.substring(1) : text;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the value of the first of these columns that has one, or empty. */
    public @Nullable String text(String... names) {
        for (String name : names) {
            String text = cell(header.column(name));
            if (!text.isEmpty()) {
                return text;
            }
        }
        return null;
    }

    /** Returns the value of the first of these columns that has one. */
    public String required(String... names) throws RowFault {
        String text = text(names);
        if (text == null) {
            throw fault("there is no value", "export the file again, or fill in the value", names);
        }
        return text;
    }

    /**
     * Returns the fault of a value.
     *
     * @param names the first one that the file has is named
     */
    public RowFault fault(String reason, String remedy, String... names) {
        String column = null;
        for (String name : names) {
            int index = header.column(name);
            if (column == null && index != ExportHeader.NONE) {
                column = header.names().get(index);
            }
        }
        return new RowFault(line, column == null && names.length > 0 ? names[0] : column, reason, remedy);
    }

    @Override
    public String toString() {
        return "[row of line " + line + "]";
    }
}
