package org.orderevidence.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Scratch;

/**
 * How long the launcher takes from its start to the service's first answer, in milliseconds.
 *
 * @param withCache with the AOT cache that the build makes
 * @param without on a JVM that does not use it
 */
record StartTime(double withCache, double without) {
    private static final Map<String, String> CACHE_OFF = Map.of("_JAVA_OPTIONS", "-XX:AOTMode=off");
    private static final int TIMEOUT_MILLIS = 30_000;

    /**
     * Measures both by turns, on a store that exists.
     *
     * @param data name of the data folder
     */
    static StartTime measure(Scratch scratch, Path launcher, String data, int times) throws IOException {
        double[] with = new double[times];
        double[] without = new double[times];
        firstAnswer(scratch, launcher, data, Map.of());
        for (int i = 0; i < times; i++) {
            with[i] = firstAnswer(scratch, launcher, data, Map.of());
            without[i] = firstAnswer(scratch, launcher, data, CACHE_OFF);
        }
        Arrays.sort(with);
        Arrays.sort(without);
        return new StartTime(with[times / 2], without[times / 2]);
    }

    private static double firstAnswer(Scratch scratch, Path launcher, String data, Map<String, String> environment)
            throws IOException {
        long start = System.nanoTime();
        Child server = Service.start(scratch, List.of(launcher.toString()), data, "", environment)
                .server();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream()
                    .write("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            String line = new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
            double millis = (System.nanoTime() - start) / 1e6;
            if (!line.equals("HTTP/1.1 200")) {
                throw new IOException("the first answer was " + line);
            }
            return millis;
        } finally {
            server.close();
        }
    }
}
