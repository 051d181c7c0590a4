package org.orderevidence.upload;

import java.util.HexFormat;
import java.util.Map;

/** The first bytes of formats that are refused. */
final class Signatures {
    /** Length of the longest signature in bytes. */
    static final int LENGTH = 4;

    private static final String SPREADSHEET = "is an Excel file. In the spreadsheet program, save it as \"CSV UTF-8\".";
    private static final String UTF_16 = "is UTF-16 text. Save it as UTF-8; in Excel, as \"CSV UTF-8\". For CSV,"
            + " you can give the encoding UTF-16 instead.";

    private static final Map<String, String> REFUSED = Map.of(
            "504b0304",
            "is an Excel file (XLSX) or another ZIP file. In the spreadsheet program, save it as"
                    + " \"CSV UTF-8\"; unpack other ZIP files.",
            "d0cf11e0",
            SPREADSHEET,
            "fffe",
            UTF_16,
            "feff",
            UTF_16,
            "28b52ffd",
            "is packed with Zstandard. Unpack it, or pack it with gzip.",
            "425a68",
            "is packed with bzip2. Unpack it, or pack it with gzip.",
            "fd377a58",
            "is packed with xz. Unpack it, or pack it with gzip.");

    private Signatures() {}

    /**
     * Refuses an input that starts with one of the signatures.
     *
     * @throws UnusableInput whose message has the format and what to do
     */
    static void check(byte[] start) {
        String hex = HexFormat.of().formatHex(start);
        REFUSED.forEach((signature, reason) -> {
            if (hex.startsWith(signature)) {
                throw UnusableInput.otherFormat("the input " + reason);
            }
        });
    }
}
