package org.orderevidence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.waiting.Waits;

/**
 * Many connections that misbehave, driven by one thread through a selector. A connection that ends is opened again, so that their number
 * stays the same until the flood is closed.
 */
final class Flood implements AutoCloseable {
    /** Most connections that are being opened at a time: fewer than a backlog of 128. */
    private static final int OPENING_AT_ONCE = 100;

    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

    private static final int PIECE_BYTES = 64 * 1024;
    private static final int SLOW_BYTES = 1024;
    private static final int SMALL_WINDOW_BYTES = 4 * 1024;
    private static final long SLOW_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();
    private static final long TICK_MILLIS = 20;

    /** Files of this JVM that are no connections of the flood. */
    private static final long OTHER_FILES = 600;

    /** How a connection takes its answers. */
    enum Reading {
        ALL,
        /** All, and sends its opening again after each answer. */
        AND_ASKS_AGAIN,
        SLOWLY,
        NOT_AT_ALL
    }

    /**
     * What each connection does.
     *
     * @param opening what it sends first, by the connection's number
     * @param drip what it sends again and again after that; empty for nothing
     * @param every the time between two drips
     * @param reading how it takes its answers
     */
    record Manner(IntFunction<ByteBuffer> opening, String drip, Duration every, Reading reading) {}

    private final InetSocketAddress address;
    private final Manner manner;
    private final Selector selector;
    private final Deque<Slot> toOpen = new ArrayDeque<>();
    private final CountDownLatch opened;
    private final AtomicIntegerArray statuses = new AtomicIntegerArray(1_000);
    private final ByteBuffer input = ByteBuffer.allocateDirect(PIECE_BYTES);
    private final Thread thread;
    private int opening;
    private volatile boolean ended;

    /** One place of the flood: at each time at most one connection. */
    private static final class Slot {
        private final int number;
        private long notBefore;
        private long nextDrip;
        private long nextRead;
        private boolean connected;
        private boolean everConnected;
        private boolean answered;
        private final StringBuilder head = new StringBuilder();
        private long bodyLeft;
        private ByteBuffer output = ByteBuffer.allocate(0);

        private Slot(int number) {
            this.number = number;
        }
    }

    Flood(int port, int connections, Manner manner) throws IOException {
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.manner = manner;
        this.selector = Selector.open();
        this.opened = new CountDownLatch(connections);
        for (int number = 0; number < connections; number++) {
            toOpen.add(new Slot(number));
        }
        this.thread = Thread.ofPlatform().name("flood").start(this::run);
    }

    /** As many connections as asked for, or as many as this process may open files. */
    static int possible(int wanted) {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.UnixOperatingSystemMXBean system) {
            return (int) Math.min(wanted, system.getMaxFileDescriptorCount() - OTHER_FILES);
        }
        return wanted;
    }

    /** Waits until each connection was accepted at least once; answers how many were not. */
    long awaitOpen(Duration most) throws InterruptedException {
        return opened.await(most.toMillis(), TimeUnit.MILLISECONDS) ? 0 : opened.getCount();
    }

    /** How many answers with this status its connections have read. */
    int answers(int status) {
        return statuses.get(status);
    }

    /** All statuses that were read, with their counts. */
    String answers() {
        StringBuilder all = new StringBuilder();
        for (int status = 0; status < statuses.length(); status++) {
            if (statuses.get(status) > 0) {
                all.append(status).append(": ").append(statuses.get(status)).append("  ");
            }
        }
        return all.isEmpty() ? "no answers" : all.toString().strip();
    }

    /** Closes all of its connections. */
    @Override
    public void close() {
        ended = true;
        selector.wakeup();
        Waits.end(List.of(thread));
    }

    private void run() {
        try (selector) {
            while (!ended) {
                open();
                selector.select(this::ready, TICK_MILLIS);
                tick();
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void open() throws IOException {
        long now = System.nanoTime();
        while (opening < OPENING_AT_ONCE && !toOpen.isEmpty() && toOpen.element().notBefore - now <= 0) {
            Slot slot = toOpen.remove();
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            if (manner.reading() == Reading.SLOWLY || manner.reading() == Reading.NOT_AT_ALL) {
                // Otherwise the kernel would take the answers that the client does not read.
                channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_WINDOW_BYTES);
            }
            opening++;
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT, slot);
            if (channel.connect(address)) {
                connected(key, slot, channel);
            }
        }
    }

    private void ready(SelectionKey key) {
        Slot slot = (Slot) key.attachment();
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                connected(key, slot, channel);
                return;
            }
            if (key.isReadable() && !read(channel, slot, PIECE_BYTES)) {
                lost(key, slot);
                return;
            }
            if (key.isReadable() && manner.reading() == Reading.AND_ASKS_AGAIN && endsAnswer(slot)) {
                slot.output = manner.opening().apply(slot.number);
                write(key, channel, slot);
                return;
            }
            if (key.isWritable()) {
                write(key, channel, slot);
            }
        } catch (IOException cut) {
            lost(key, slot);
        }
    }

    private void connected(SelectionKey key, Slot slot, SocketChannel channel) throws IOException {
        opening--;
        long now = System.nanoTime();
        slot.connected = true;
        slot.answered = false;
        slot.head.setLength(0);
        slot.bodyLeft = 0;
        slot.output = manner.opening().apply(slot.number);
        slot.nextDrip = now + manner.every().toNanos();
        slot.nextRead = now + SLOW_NANOS;
        if (!slot.everConnected) {
            slot.everConnected = true;
            opened.countDown();
        }
        write(key, channel, slot);
    }

    /** Sends in pieces: the JDK copies each into a direct buffer of its size. */
    private void write(SelectionKey key, SocketChannel channel, Slot slot) throws IOException {
        while (slot.output.hasRemaining()) {
            ByteBuffer piece =
                    slot.output.slice(slot.output.position(), Math.min(PIECE_BYTES, slot.output.remaining()));
            int sent = channel.write(piece);
            slot.output.position(slot.output.position() + sent);
            if (sent == 0) {
                break;
            }
        }
        boolean reads = manner.reading() == Reading.ALL || manner.reading() == Reading.AND_ASKS_AGAIN;
        int reading = reads ? SelectionKey.OP_READ : 0;
        key.interestOps(slot.output.hasRemaining() ? reading | SelectionKey.OP_WRITE : reading);
    }

    /** Reads what is there; false when the connection has ended. */
    private boolean read(SocketChannel channel, Slot slot, int most) throws IOException {
        input.clear().limit(most);
        int count = channel.read(input);
        input.flip();
        if (count > 0 && !slot.answered) {
            count(slot, input);
        }
        return count >= 0;
    }

    /** Takes what was read last as a part of an answer; true if that answer is whole. */
    private boolean endsAnswer(Slot slot) {
        if (slot.bodyLeft > 0) {
            slot.bodyLeft -= input.limit();
        } else {
            slot.head.append(StandardCharsets.ISO_8859_1.decode(input.slice(0, input.limit())));
            int end = slot.head.indexOf("\r\n\r\n");
            if (end < 0) {
                return false;
            }
            Matcher length = CONTENT_LENGTH.matcher(slot.head);
            slot.bodyLeft = (length.find() ? Long.parseLong(length.group(1)) : 0) + end + 4 - slot.head.length();
        }
        if (slot.bodyLeft > 0) {
            return false;
        }
        slot.head.setLength(0);
        slot.answered = false;
        return true;
    }

    private void count(Slot slot, ByteBuffer bytes) {
        String start = StandardCharsets.ISO_8859_1
                .decode(bytes.slice(0, Math.min(bytes.remaining(), "HTTP/1.1 200".length())))
                .toString();
        if (start.matches("HTTP/1\\.1 [1-9]\\d\\d")) {
            slot.answered = true;
            statuses.incrementAndGet(Integer.parseInt(start.substring("HTTP/1.1 ".length())));
        }
    }

    private void lost(SelectionKey key, Slot slot) {
        if (!slot.connected) {
            opening--;
        }
        slot.connected = false;
        slot.notBefore = System.nanoTime() + AGAIN_NANOS;
        toOpen.add(slot);
        try {
            key.channel().close();
        } catch (IOException gone) {
            key.cancel();
        }
    }

    private void tick() {
        boolean drips = !manner.drip().isEmpty();
        boolean slow = manner.reading() == Reading.SLOWLY;
        if (!drips && !slow) {
            return;
        }
        long now = System.nanoTime();
        for (SelectionKey key : selector.keys()) {
            Slot slot = (Slot) key.attachment();
            SocketChannel channel = (SocketChannel) key.channel();
            if (!key.isValid() || !slot.connected) {
                continue;
            }
            try {
                if (slow && slot.nextRead - now <= 0) {
                    slot.nextRead = now + SLOW_NANOS;
                    if (!read(channel, slot, SLOW_BYTES)) {
                        lost(key, slot);
                        continue;
                    }
                }
                if (drips && slot.nextDrip - now <= 0 && !slot.output.hasRemaining()) {
                    slot.nextDrip = now + manner.every().toNanos();
                    slot.output = ByteBuffer.wrap(manner.drip().getBytes(StandardCharsets.UTF_8));
                    write(key, channel, slot);
                }
            } catch (IOException cut) {
                lost(key, slot);
            }
        }
    }
}
