package org.orderevidence.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The canonical workload: cards with 0 to {@value #MOST_PRIORS} earlier orders (mean {@value #MEAN_PRIORS}), the newest
 * order of each is the one that is fetched; the orders of one card in five have no IP address of their own, and were
 * seen by the track operation instead. One card has 10 earlier orders and one 10,000. Made from a seed: the same seed
 * gives the same bytes.
 */
final class Workload {
    static final long SEED = 20_261_120L;

    /** The UTC day on which this run started, also when it passes midnight. Days of orders are counted from it. */
    @SuppressWarnings("TimeInStaticInitializer")
    static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

    private static final int MOST_PRIORS = 50;
    private static final int MEAN_PRIORS = 10;
    private static final int ONE_CARD_IN_WITHOUT_IP = 5;
    private static final int OLDEST_DAYS = 400;
    private static final int SMALL_CARD = 10;
    private static final int LARGE_CARD = 10_000;

    /** More do not make the choice more random, but would fill the generator's memory. */
    private static final int MOST_IDS = 200_000;

    private final Random random = new Random(SEED);
    private final Random choice = new Random(SEED);
    private final List<String> fetched = new ArrayList<>();
    private int cards;

    /** Takes the orders, and what was tracked with them, one by one. */
    interface Sink {
        void take(BenchOrder order) throws IOException;
    }

    /** Makes at least so many orders, oldest of each card first. */
    void make(long orders, Sink sink) throws IOException {
        card(SMALL_CARD, false, sink);
        card(LARGE_CARD, false, sink);
        for (long made = SMALL_CARD + LARGE_CARD + 2; made < orders; ) {
            int priors = Math.min(MOST_PRIORS, (int) (-MEAN_PRIORS * Math.log(1 - random.nextDouble())));
            boolean tracked = cards % ONE_CARD_IN_WITHOUT_IP == 0;
            choose(card(priors, tracked, sink));
            made += priors + 1;
        }
    }

    /**
     * Writes into a folder the orders as {@code orders.ndjson}, the sightings as {@code sightings.ndjson}, the ids to
     * fetch, and the template for uploads. Returns how many cards all the orders have.
     *
     * @param from orders before this one are not written
     */
    static int write(Path folder, long from, long orders) throws IOException {
        long[] made = {0};
        Workload workload = new Workload();
        try (BufferedWriter orderLines = Files.newBufferedWriter(orders(folder));
                BufferedWriter sightingLines = Files.newBufferedWriter(sightings(folder))) {
            workload.make(orders, order -> {
                if (made[0]++ < from) {
                    return;
                }
                orderLines.append(order.json()).append('\n');
                if (!order.withIp()) {
                    sightingLines.append(order.sightingJson()).append('\n');
                }
            });
        }
        Files.write(ids(folder, Operation.FETCH), workload.fetched);
        Files.writeString(ids(folder, Operation.FETCH_10), "B0-0\n");
        Files.writeString(ids(folder, Operation.FETCH_10000), "B1-0\n");
        Files.writeString(template(folder), BenchOrder.template(TODAY.minusDays(1)));
        return workload.cards;
    }

    static Path orders(Path folder) {
        return folder.resolve("orders.ndjson");
    }

    static Path sightings(Path folder) {
        return folder.resolve("sightings.ndjson");
    }

    static Path template(Path folder) {
        return folder.resolve("order.template");
    }

    /** The ids that an operation fetches, one a line. */
    static Path ids(Path folder, Operation operation) {
        return folder.resolve(operation.fileName() + ".ids");
    }

    /** Keeps a bounded choice of all ids, each as likely as any other. */
    private void choose(String id) {
        if (fetched.size() < MOST_IDS) {
            fetched.add(id);
            return;
        }
        int place = choice.nextInt(cards);
        if (place < MOST_IDS) {
            fetched.set(place, id);
        }
    }

    /** The orders of one more card; the id of the newest. */
    private String card(int priors, boolean tracked, Sink sink) throws IOException {
        int card = cards++;
        for (int i = priors; i >= 0; i--) {
            LocalDate day = TODAY.minusDays(i == 0 ? 1 : 2 + random.nextInt(OLDEST_DAYS));
            sink.take(new BenchOrder("B" + card + "-" + i, card, day, !tracked));
        }
        return "B" + card + "-0";
    }
}
