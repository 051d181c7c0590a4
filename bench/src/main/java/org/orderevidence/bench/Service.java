package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The service as it is shipped: started by its launcher, filled by its own commands.
 *
 * @param launcher the command that starts it
 * @param data the folder of its data, with the embedded store if that is where it keeps them
 */
record Service(Scratch scratch, List<String> launcher, Path data, Child server) {
    /** Settings with which one account may send the load of all clients. */
    static final Map<String, String> UNLIMITED =
            Map.of("EVIDENCE_LIMITS_UPLOADS", "0", "EVIDENCE_LIMITS_REQUESTS", "0");

    private static final long FILL_SECONDS = 4 * 3_600;

    /**
     * Starts it.
     *
     * @param launcher the command that starts it
     * @param name of its data folder
     * @param store its address; empty for the embedded store in that folder
     * @param environment set beside that of this process
     */
    static Service start(
            Scratch scratch, List<String> launcher, String name, String store, Map<String, String> environment)
            throws IOException {
        Path data = scratch.file(name);
        Path log = scratch.file(name + ".log");
        String address = store.isEmpty() ? "sqlite:" + data.resolve("evidence.db") : store;
        List<String> command = new ArrayList<>(launcher);
        command.addAll(
                List.of("serve", "--port", "0", "--data", data.toString(), "--store", address, "--log-level", "warn"));
        return new Service(scratch, launcher, data, Child.server(scratch, command, environment, log));
    }

    String key() throws IOException {
        return Files.readString(data.resolve("first-key")).strip();
    }

    /** Uploads the orders of a workload with {@code orders upload}; how long that took, in seconds. */
    double uploadOrders(Path workload) throws IOException {
        return upload("orders", Workload.orders(workload));
    }

    /** Uploads the sightings of a workload. */
    void uploadSightings(Path workload) throws IOException {
        upload("sightings", Workload.sightings(workload));
    }

    private double upload(String what, Path file) throws IOException {
        long start = System.nanoTime();
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
                what,
                "upload",
                file.toString(),
                "--restart",
                "--url",
                "http://127.0.0.1:" + server.port(),
                "--key-file",
                data.resolve("first-key").toString()));
        Child.run(scratch, command, FILL_SECONDS);
        return (System.nanoTime() - start) / 1e9;
    }
}
