package org.orderevidence.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Spring Boot version, with the same orders and sightings as the service has. */
final class SpringServer {
    static final String NAME = "Spring Boot + JPA";

    private static final String DATABASE = "spring";
    private static final String KEY = "bench-key-of-the-spring-version";

    private SpringServer() {}

    /**
     * Starts it on its own database, and fills that by COPY.
     *
     * @param root folder of the project
     */
    static HttpContestant start(Scratch scratch, Path java, Path root, Wrk wrk, Postgres database, long orders)
            throws IOException {
        Path data = database.create(DATABASE);
        List<String> command = List.of(
                java.toString(),
                "-XX:+UseCompactObjectHeaders",
                "-jar",
                root.resolve("bench/spring/target/spring.jar").toString(),
                "--server.port=0",
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + database.port() + "/" + DATABASE,
                "--spring.datasource.username=postgres");
        // It makes its tables at its start.
        Child server = Child.server(scratch, command, Map.of(), scratch.file("spring.log"));
        fill(database, orders);
        HttpContestant spring = new HttpContestant(NAME, server, KEY, wrk, database, data);
        // One request at a time first. Many requests at the same time can cause a deadlock. A virtual thread occupies
        // its carrier while it loads a class from the jar. If two do this, no carrier is free for the thread that has
        // the lock.
        for (Operation operation : List.of(Operation.TRACK, Operation.UPLOAD, Operation.FETCH)) {
            spring.run(operation, 1, 1);
        }
        return spring;
    }

    private static void fill(Postgres database, long orders) throws IOException {
        Path folder = database.folder();
        try (BufferedWriter orderRows = Files.newBufferedWriter(folder.resolve("spring-orders"));
                BufferedWriter itemRows = Files.newBufferedWriter(folder.resolve("spring-items"));
                BufferedWriter sightingRows = Files.newBufferedWriter(folder.resolve("spring-sightings"))) {
            long[] number = {0};
            new Workload().make(orders, order -> {
                long n = ++number[0];
                orderRows.append(row(n, order));
                itemRows.append("%d\t%d\t0\tTea set\t1\t1500\n%d\t%d\t1\tTray, oak\t2\t2500\n"
                        .formatted(2 * n - 1, n, 2 * n, n));
                if (!order.withIp()) {
                    sightingRows.append(
                            "%d\t1\t%s\t%s\t%sT11:58:00Z\n".formatted(n, order.email(), order.ip(), order.day()));
                }
            });
        }
        database.sql(DATABASE, """
                insert into api_key values (encode(sha256('%2$s'), 'hex'), 1);
                copy customer_order from '%1$s/spring-orders';
                copy line_item from '%1$s/spring-items';
                copy sighting from '%1$s/spring-sightings';
                select setval('customer_order_seq', (select max(id) + 50 from customer_order));
                select setval('line_item_seq', (select max(id) + 50 from line_item));
                select setval('sighting_seq', (select coalesce(max(id), 0) + 50 from sighting));
                vacuum analyze;
                """.formatted(folder, KEY));
    }

    /** A row of an order for COPY; tabs are between its fields. */
    private static String row(long number, BenchOrder order) {
        String ip = order.withIp() ? order.ip() : "\\N";
        int house = 1 + order.card() % 200;
        return """
                %1$d\t1\t%2$s\t%3$d\tUSD\t%4$sT12:00:00Z\t%4$s\t424242\t%5$d\tvisa\tcard_%6$d_token\t%7$s\tuser-%6$d\t\
                device-0000-0000-%6$d\tEXAMPLE SHOP\tmerchandise\tA1B2C3\tsucceeded\tf\t%8$s\tAnn\tExample\t\
                %9$d Example Street\tLondon\tSW1 1AA\tGB\t%4$sT12:00:00Z
                """.formatted(
                number, order.id(), order.amount(), order.day(), order.last4(), order.card(), ip, order.email(), house);
    }
}
