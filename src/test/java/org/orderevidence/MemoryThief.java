package org.orderevidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.cli.Main;

/**
 * The service, and in the same JVM a thread that takes nearly all memory when its standard input requests it. For the
 * service, its memory budget is then wrong: memory that it promised to requests is no longer there.
 */
final class MemoryThief {
    /** How much is left of the heap; and of direct memory nothing. */
    private static final long LEFT_BYTES = 6L * 1024 * 1024;

    private static final int MEBIBYTE = 1024 * 1024;
    private static final int SMALL = 4 * 1024;

    /** What was taken is never given back. */
    private static final List<Object> LOOT = new ArrayList<>();

    private MemoryThief() {}

    /** Runs the command that the arguments name. */
    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(MemoryThief::obey);
        Main.main(args);
    }

    private static void obey() {
        try {
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            switch (orders.readLine()) {
                case "heap" -> takeHeap();
                case "direct" -> takeDirectMemory();
                case String other -> throw new IllegalArgumentException(other);
                case null -> throw new IllegalArgumentException("no order");
            }
            System.out.println("taken");
            System.out.flush();
        } catch (IOException ended) {
            throw new IllegalStateException(ended);
        }
    }

    private static void takeHeap() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        long used = runtime.totalMemory() - runtime.freeMemory();
        long take = runtime.maxMemory() - used - LEFT_BYTES;
        for (long taken = 0; taken < take; taken += MEBIBYTE) {
            LOOT.add(new byte[MEBIBYTE]);
        }
    }

    /** The JVM does not end by itself when there is no direct memory: this error is thrown by Java code. */
    private static void takeDirectMemory() {
        for (int size = MEBIBYTE; size >= SMALL; size /= 2) {
            try {
                while (true) {
                    LOOT.add(ByteBuffer.allocateDirect(size));
                }
            } catch (OutOfMemoryError noMoreOfThisSize) {
                LOOT.add(size);
            }
        }
    }
}
