package org.orderevidence.store.cassandra;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/**
 * The two ports of the test servers, the same on each of their addresses. Below 32768, where the system takes no port
 * for itself, and not those of a Cassandra that the machine may run anyway.
 *
 * @param storage between the nodes
 * @param clients for the driver
 */
public record TestPorts(int storage, int clients) {
    static final List<String> ADDRESSES = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3");

    private static final int FIRST = 19_000;
    private static final int LAST = 19_900;
    private static final int STEP = 100;

    /** Two JVMs that look at the same time find others. */
    private static final int HALF_STEP = STEP / 2;

    private static final int CLIENTS_OFFSET = 42;

    static String address(int index) {
        return ADDRESSES.get(index);
    }

    /** The first two that are free on all addresses. */
    public static TestPorts free() {
        int first = FIRST + Integer.getInteger("fork", 1) % 2 * HALF_STEP;
        for (int storage = first; storage <= LAST; storage += STEP) {
            TestPorts ports = new TestPorts(storage, storage + CLIENTS_OFFSET);
            if (ADDRESSES.stream().allMatch(a -> isFree(a, ports.storage) && isFree(a, ports.clients))) {
                return ports;
            }
        }
        throw new IllegalStateException("no ports are free on " + String.join(", ", ADDRESSES)
                + ": the Cassandra of the tests needs these loopback addresses");
    }

    private static boolean isFree(String address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
