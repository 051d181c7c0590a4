package org.orderevidence.store;

import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.sighting;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.sighting.SightingSearch;
import org.orderevidence.store.sighting.SightingWrite;

/**
 * What a crash test writes, and how it finds it again. Several threads write in sequence and print each write
 * when the store has promised it: {@code order N}, {@code upload N} (of {@value #UPLOAD} orders), {@code sighting N},
 * {@code dispute N} (of order N). All follow from the number, so that the other process knows what has to be there.
 */
public final class CrashWriter {
    private static final int THREADS = 8;
    private static final int UPLOAD = 20;
    private static final int KINDS = 4;

    private CrashWriter() {}

    /** Writes until it is killed. Numbers start at {@code first}. */
    public static void writeForEver(OpenStore store, int first, PrintStream out) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < THREADS; thread++) {
                int start = first + thread;
                threads.execute(() -> {
                    for (int number = start; !out.checkError(); number += THREADS) {
                        out.println(write(store, number));
                    }
                });
            }
        }
    }

    private static String write(OpenStore store, int number) {
        return switch (number / THREADS % KINDS) {
            case 0 -> {
                store.evidence().put(SHOP, OrderFixtures.parts(List.of(orderWrite(number))), NOON);
                yield "order " + number;
            }
            case 1 -> {
                store.evidence().put(SHOP, OrderFixtures.parts(uploadWrites(number)), NOON);
                yield "upload " + number;
            }
            case 2 -> {
                store.sightings().track(SHOP, new SightingWrite(key("c" + number), key("ip"), sightingOf(number)));
                yield "sighting " + number;
            }
            default -> {
                store.evidence().put(SHOP, OrderFixtures.parts(List.of(orderWrite(number))), NOON);
                store.evidence().putDispute(SHOP, orderId(number), disputeOf(number), NOON);
                yield "dispute " + number;
            }
        };
    }

    /** Returns true if the write of a line is stored completely. */
    public static boolean isKept(OpenStore store, String line) {
        int space = line.indexOf(' ');
        int number = Integer.parseInt(line.substring(space + 1));
        return switch (line.substring(0, space)) {
            case "order" -> isWhole(store.evidence(), orderWrite(number), List.of());
            case "upload" -> uploadWrites(number).stream().allMatch(write -> isWhole(store.evidence(), write, List.of()));
            case "sighting" -> {
                long minute = sightingOf(number).minute();
                SightingSearch search = new SightingSearch(key("c" + number), minute, minute, minute, minute);
                yield store.sightings().nearest(SHOP, List.of(search)).equals(List.of(List.of(sightingOf(number))));
            }
            case "dispute" -> isWhole(store.evidence(), orderWrite(number), List.of(disputeOf(number)));
            default -> throw new IllegalArgumentException("not a line of this program");
        };
    }

    /** Returns true if each upload that has any of its orders has them all, whether or not it was told. */
    public static boolean uploadsAreWholeOrAbsent(EvidenceStore store, int first, int beyond) {
        for (int number = first; number < beyond; number++) {
            if (number / THREADS % KINDS == 1) {
                List<OrderId> ids = uploadWrites(number).stream()
                        .map(write -> write.order().id())
                        .toList();
                int found = store.orders(SHOP, ids).size();
                if (found != 0 && found != UPLOAD) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isWhole(EvidenceStore store, OrderWrite write, List<Dispute> disputes) {
        StoredOrder held = store.order(SHOP, write.order().id()).orElse(null);
        if (held == null) {
            return false;
        }
        HistoryRow row = new HistoryRow(
                write.order().id(),
                write.historyDay(),
                held.version(),
                write.facts(),
                ActiveDisputes.of(disputes),
                false);
        return held.order().equals(write.order())
                && held.disputes().equals(disputes)
                && store.history(SHOP, write.credentials().getFirst(), StoreUnderTest.ALL_DAYS, 10)
                        .equals(List.of(row));
    }

    private static OrderWrite orderWrite(int number) {
        return numbered("A-" + number, number);
    }

    private static List<OrderWrite> uploadWrites(int number) {
        return IntStream.range(0, UPLOAD)
                .mapToObj(i -> numbered("U-" + number + "-" + i, number))
                .toList();
    }

    private static OrderWrite numbered(String id, int number) {
        return OrderFixtures.write(order(id, DAY.plusDays(number % 100), number), key("ann"), key(id));
    }

    private static OrderId orderId(int number) {
        return id("A-" + number);
    }

    private static Dispute disputeOf(int number) {
        return dispute("D-" + number, Dispute.Status.OPEN);
    }

    private static IpSighting sightingOf(int number) {
        return sighting("203.0.113." + number % 250, "2026-03-01T10:00:00Z");
    }
}
