package org.orderevidence.store.sql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A relay before a PostgreSQL server that counts the messages of the protocol: statements that are executed, round trips,
 * and rows that the server sends. Source: PostgreSQL's manual, "Message Formats".
 */
public final class CountedPostgres implements AutoCloseable {
    private static final int HEADER = 5;
    private static final int LENGTH = 4;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new ArrayList<>();
    private final AtomicInteger statements = new AtomicInteger();
    private final AtomicInteger roundTrips = new AtomicInteger();
    private final AtomicInteger rows = new AtomicInteger();
    private final PostgresUrl server;

    private CountedPostgres(PostgresUrl server) throws IOException {
        this.server = server;
    }

    /** Starts it before the server at an address. */
    public static CountedPostgres start(String url) throws IOException {
        CountedPostgres relay = new CountedPostgres(PostgresUrl.parse(url));
        Thread.ofVirtual().start(relay::accept);
        return relay;
    }

    /** Returns the address of the database through it. */
    public PostgresUrl url() {
        return PostgresUrl.parse("postgresql://%s@127.0.0.1:%d/%s?sslmode=disable"
                .formatted(server.user(), listener.getLocalPort(), server.database()));
    }

    /** Returns what was counted since the last call. */
    public String taken() {
        return "%d statements, %d round trips, %d rows"
                .formatted(statements.getAndSet(0), roundTrips.getAndSet(0), rows.getAndSet(0));
    }

    private void accept() {
        int port = Integer.parseInt(server.hosts().substring(server.hosts().lastIndexOf(':') + 1));
        try {
            while (true) {
                Socket client = held(listener.accept());
                Socket database = held(new Socket(InetAddress.getLoopbackAddress(), port));
                Thread.ofVirtual().start(() -> relay(client, database, true));
                Thread.ofVirtual().start(() -> relay(database, client, false));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private synchronized Socket held(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        return socket;
    }

    /** Sends whole messages on. The first one of a client has no type. */
    private void relay(Socket from, Socket to, boolean isClient) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream(), 1 << 16));
            OutputStream out = new BufferedOutputStream(to.getOutputStream(), 1 << 16);
            if (isClient) {
                int length = in.readInt();
                out.write(ByteBuffer.allocate(LENGTH).putInt(length).array());
                out.write(in.readNBytes(length - LENGTH));
                out.flush();
            }
            while (true) {
                int type = in.readByte();
                int length = in.readInt();
                count(type, isClient);
                out.write(ByteBuffer.allocate(HEADER)
                        .put((byte) type)
                        .putInt(length)
                        .array());
                out.write(in.readNBytes(length - LENGTH));
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (IOException ended) {
            return;
        }
    }

    private void count(int type, boolean isClient) {
        if (!isClient) {
            rows.addAndGet(type == 'D' ? 1 : 0);
        } else if (type == 'E') {
            statements.incrementAndGet();
        } else if (type == 'S') {
            roundTrips.incrementAndGet();
        } else if (type == 'Q') {
            statements.incrementAndGet();
            roundTrips.incrementAndGet();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
