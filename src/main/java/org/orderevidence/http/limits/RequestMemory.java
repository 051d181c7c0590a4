package org.orderevidence.http.limits;

/** How much heap requests hold, in bytes. Only this class has these figures; RequestMemoryTest measures them. */
public final class RequestMemory {
    /** Memory for a body is taken in steps of this many bytes of the body. */
    public static final int STEP = 64 * 1024;

    /** A body that is smaller than a step takes smaller steps. */
    private static final int SMALL_STEP = 8 * 1024;

    /**
     * Heap that a byte of a body occupies at most until the answer is sent: the byte itself, the strings and small
     * objects parsed from it, the write that waits for its commit, and the answer.
     */
    private static final int FACTOR = 4;

    /** Small orders occupy more than that, because each is an object with many fields. */
    private static final int FACTOR_OF_SMALL_ORDERS = 6;

    /** The maximum additional heap of all small orders of one upload. */
    private static final int SMALL_ORDERS = 1024 * 1024;

    /** A fetch: the history of a card, the order, and the answer. */
    public static final int FETCH = 128 * 1024;

    /** The most that an ordinary request holds: a fetch, a track, or an upload of one step. */
    static final long ORDINARY = ofBody(STEP);

    /** The coverage: the longest stored one, and the objects that are read from it. */
    public static final int COVERAGE = 3 * 1024 * 1024;

    /** A rejected line of NDJSON that the answer will list. */
    public static final int REJECTED_LINE = 1024;

    /** How many bytes of a packed body are read at a time. */
    public static final int UNPACKING_BUFFER = 8 * 1024;

    /** Memory to unpack a body: two such buffers, and 44 KB of the JDK outside the heap. */
    public static final int UNPACKING = 64 * 1024;

    /** Heap to make any PDF: the parsed fonts and the empty document. It is an upper bound of the measurements. */
    private static final long PDF = 12L * 1024 * 1024;

    /**
     * Heap for a character of a page while its PDF is made: boxes, glyphs and structure. It is an upper bound of the
     * measurements.
     */
    private static final long PDF_PER_CHARACTER = 256;

    /** Heads up to this size are part of the memory that is set aside for each connection. */
    public static final int HEAD_OF_CONNECTION = 1536;

    /** Most heads are smaller than this: those of browsers have about 1 KB. */
    static final int ORDINARY_HEAD = 8 * 1024;

    /** Heap for a byte of a head: parsed strings, and the buffer of the value that is being read. */
    private static final int HEAD_BYTE = 3;

    /** Heap for a field of a head in addition to its bytes: an object, two strings and their arrays. */
    private static final int HEAD_FIELD = 112;

    private RequestMemory() {}

    /** Heap for the head of a request of which this many bytes have arrived, with this many parsed fields. */
    public static long ofHead(long bytes, int fields) {
        return bytes * HEAD_BYTE + (long) fields * HEAD_FIELD;
    }

    /** Heap to make a PDF of a page with this many characters. */
    public static long ofPdf(long characters) {
        return PDF + characters * PDF_PER_CHARACTER;
    }

    /** Heap for a page of the list: each order may be as long as any. */
    public static long ofList(int orders, int lineBytes) {
        return MemoryBudget.SMALL + (long) orders * lineBytes;
    }

    /** Heap for a body of which this many bytes have arrived. */
    public static long ofBody(long bytes) {
        int step = bytes < STEP ? SMALL_STEP : STEP;
        long stepped = (bytes + step - 1) / step * step;
        return stepped * FACTOR + Math.min(stepped * (FACTOR_OF_SMALL_ORDERS - FACTOR), SMALL_ORDERS);
    }
}
