package org.orderevidence.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.TokenStreamLocation;

/**
 * Describes positions in a JSON text for error messages.
 *
 * @param record number of the line of NDJSON that the text is, from 1; 0 for a whole body
 */
record JsonPlace(long record) {
    /** A body that is one JSON text. */
    static final JsonPlace BODY = new JsonPlace(0);

    /** Returns the name of the text. */
    String name() {
        return record == 0 ? "the body" : "the line";
    }

    /** Where the parser is, with a blank before it; empty if that is not known. */
    String of(@Nullable TokenStreamLocation location) {
        if (location == null || location.getLineNr() < 1) {
            return "";
        }
        return record == 0
                ? at(location.getLineNr(), "column", location.getColumnNr())
                : at(record, "column", location.getByteOffset() + 1);
    }

    /** Where a character of well-formed UTF-8 is, with a blank before it. */
    String ofCharacter(byte[] bytes, int offset) {
        int lineStart = lineStart(bytes, offset);
        long column = 1;
        for (int i = lineStart; i < offset; i++) {
            boolean startsCharacter = (bytes[i] & 0xc0) != 0x80;
            column += startsCharacter ? 1 : 0;
        }
        return at(record == 0 ? line(bytes, offset) : record, "column", column);
    }

    /** Where a byte is, with a blank before it. */
    String of(byte[] bytes, int offset) {
        return at(record == 0 ? line(bytes, offset) : record, "byte", offset - lineStart(bytes, offset) + 1L);
    }

    private static long line(byte[] bytes, int offset) {
        long line = 1;
        for (int i = 0; i < offset; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    private static int lineStart(byte[] bytes, int offset) {
        int start = offset;
        while (start > 0 && bytes[start - 1] != '\n') {
            start--;
        }
        return start;
    }

    private static String at(long line, String unit, long count) {
        return " at line " + line + ", " + unit + ' ' + count;
    }
}
