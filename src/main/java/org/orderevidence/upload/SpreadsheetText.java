package org.orderevidence.upload;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orderevidence.order.Texts;

/**
 * Cells that a spreadsheet program may open. A program runs a text that starts with certain characters as a formula. An
 * apostrophe before it prevents that.
 */
public final class SpreadsheetText {
    private static final String DANGEROUS = "=+-@\t\r";
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9][0-9.,]*");

    /** An apostrophe that keeps a program from reading a formula or a number. The one of {@code '90s} is text. */
    private static final Pattern APOSTROPHE = Pattern.compile("'(?:[=+@\t\r-]|[0-9]++(?!\\p{Ll})).*", Pattern.DOTALL);

    /** A text that a formula keeps as it is, such as {@code ="0042"}. */
    private static final Pattern FORMULA = Pattern.compile("^=\"([^\"]*)\"$");

    /** A number without its digits, an error of a formula, or a column that was too narrow. */
    private static final Pattern REPLACED =
            Pattern.compile("[0-9](?:[.,][0-9]+)?[Ee]\\+[0-9]{2,3}|[0-9][.,][0-9]+E[0-9]{1,3}"
                    + "|#(?:N/A|REF!|VALUE!|NAME\\?|NUM!|NULL!|DIV/0!)|#{4,}");

    private SpreadsheetText() {}

    /** Returns a cell that no program runs as a formula. A number stays as it is. */
    public static String guarded(String cell) {
        return isDangerous(cell) ? "'" + cell : cell;
    }

    /** Returns the text of a cell, without blanks at its ends and without what keeps a program from changing it. */
    public static String text(String cell) {
        String text = Texts.trim(cell);
        text = APOSTROPHE.matcher(text).matches() ? text.substring(1) : text;
        return Texts.trim(FORMULA.matcher(text).replaceFirst("$1"));
    }

    /** Returns true for a text such as {@code 5.6E+12} or {@code #N/A}, with which a program has replaced a value. */
    public static boolean isReplaced(String text) {
        return REPLACED.matcher(text).matches();
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
