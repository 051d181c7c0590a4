package org.orderevidence.waiting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Random;

/** Finds a port on 127.0.0.1 for another program. */
public final class FreePort {
    private static final int FIRST = 20_000;

    /** Below the range that Linux gives to outgoing connections, one of which could take the port before the program. */
    private static final int BEYOND = 32_768;

    private FreePort() {}

    public static int find() {
        Random random = new Random(); // which port does not matter, as long as it is free
        while (true) {
            int port = random.nextInt(FIRST, BEYOND);
            try (ServerSocket probe = new ServerSocket()) {
                probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (IOException taken) {
                // The next one may be free.
            }
        }
    }
}
