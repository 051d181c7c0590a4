package org.orderevidence.http;

import java.util.concurrent.ThreadLocalRandom;

/** Names requests, so that an answer can be found in the log. */
final class RequestIds {
    private static final char[] BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final int LENGTH = 16;
    private static final int BITS = 5;
    private static final int PER_LONG = 8;

    private RequestIds() {}

    /** A new name: 80 random bits. */
    static String next() {
        char[] id = new char[LENGTH];
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long bits = 0;
        for (int i = 0; i < LENGTH; i++) {
            if (i % PER_LONG == 0) {
                bits = random.nextLong();
            }
            id[i] = BASE_32[(int) (bits & (BASE_32.length - 1))];
            bits >>>= BITS;
        }
        return new String(id);
    }
}
