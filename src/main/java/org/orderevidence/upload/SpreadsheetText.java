package org.orderevidence.upload;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Cells that a spreadsheet program may open. A program runs a text that starts with certain characters as a formula. An
 * apostrophe before it prevents that.
 */
public final class SpreadsheetText {
    private static final String DANGEROUS = "=+-@\t\r";
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9][0-9.,]*");

    private SpreadsheetText() {}

    /** Returns a cell that no program runs as a formula. A number stays as it is. */
    public static String guarded(String cell) {
        return isDangerous(cell) ? "'" + cell : cell;
    }

    /** Returns the text of a cell without the apostrophe of {@link #guarded}. */
    public static String unguarded(String cell) {
        return cell.startsWith("'") && isDangerous(cell.substring(1)) ? cell.substring(1) : cell;
    }

    /** Returns a row of CSV with its line end. Each cell is guarded, and in double quotes. */
    public static byte[] row(List<String> cells) {
        return cells.stream()
                .map(cell -> '"' + guarded(cell).replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(",", "", "\r\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isDangerous(String cell) {
        return !cell.isEmpty()
                && DANGEROUS.indexOf(cell.charAt(0)) >= 0
                && !NUMBER.matcher(cell).matches();
    }
}
