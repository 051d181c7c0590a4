package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A text that a spreadsheet program would run gets an apostrophe, and loses it again in an upload. */
class SpreadsheetTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+cmd", "-cmd", "@SUM(A1)", "\tx", "\rx", "=", "-", "--5"})
    void aFormulaIsGuarded(String cell) {
        assertEquals("'" + cell, SpreadsheetText.guarded(cell));
        assertEquals(cell, SpreadsheetText.unguarded(SpreadsheetText.guarded(cell)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-5", "+5", "-19.99", "+1,999.00", "1999", "Tea", "'", "'s-Hertogenbosch", "a=b", "'-5"})
    void anyOtherTextStaysAsItIs(String cell) {
        assertEquals(cell, SpreadsheetText.guarded(cell));
        assertEquals(cell, SpreadsheetText.unguarded(cell));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"Tea,`\"Tea\"`", "`say \"hi\"`,`\"say \"\"hi\"\"\"`", "=1,`\"'=1\"`"})
    void aCellOfCsvIsInQuotes(String cell, String quoted) {
        assertEquals(quoted + "\r\n", new String(SpreadsheetText.row(List.of(cell)), StandardCharsets.UTF_8));
    }
}
