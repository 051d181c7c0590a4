package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.Page;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.transfer.RenewalWalk.OlderVersionWatch;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;
import org.orderevidence.transfer.StoreVerify.VerifyReport;

/** The steps that all tests of renewals share. */
interface RenewalSteps {
    /** Address of an empty store, or of a place where one is made. */
    String store();

    /** What verify reported. */
    final class Verified implements StoreWatch {
        final List<String> lines = new ArrayList<>();
        final Map<String, Long> underOldKeys = new TreeMap<>();
        long older;

        @Override
        public void at(String step, long done, long total) {
            // The progress is not tested here.
        }

        @Override
        public void tell(String line) {
            lines.add(line);
        }

        /** Adds what is no fault. */
        Verified with(VerifyReport report) {
            report.oldKeys().forEach(old -> underOldKeys.put(old.table() + " " + old.key(), old.records()));
            older = report.olderDerivation();
            return this;
        }
    }

    /** Returns a walk of an instance. */
    static RenewalWalk walk(Renewal renewal, InstantSource clock, String instance, boolean startOver) {
        return new RenewalWalk(new OlderVersionWatch(renewal, clock, instance), startOver);
    }

    /** Walks to the end, in pages of so many records. */
    static RenewalEnd end(RenewalWalk walk, int page) {
        boolean hasMore = true;
        while (hasMore) {
            hasMore = walk.page(page);
        }
        return walk.end();
    }

    /** Returns the pace of a renewal in the background that does not pause. */
    static Renewing.Pace withoutPauses(int page) {
        return new Renewing.Pace(page, Duration.ZERO, Duration.ofMillis(20), Duration.ofMillis(20));
    }

    /** Returns all records of a kind. */
    static List<Stored> scan(OpenStore store, Meaning meaning) {
        List<Stored> all = new ArrayList<>();
        String after = null;
        do {
            Page page = store.records().scan(meaning.kind(), after, Page.MAX_RECORDS);
            page.found()
                    .forEach(found ->
                            all.add(assertInstanceOf(Page.Whole.class, found).record()));
            after = page.next();
        } while (after != null);
        return all;
    }

    /** Returns the key of an order of the live space. */
    static Key order(OpenStore store, String id) {
        Kind orders = store.kinds().stream()
                .map(Meaning::kind)
                .filter(kind -> kind.name().equals("orders"))
                .findFirst()
                .orElseThrow();
        return new Key(orders, OrderFixtures.SHOP, Bytes.wrap(id.getBytes(StandardCharsets.UTF_8)), Bytes.EMPTY);
    }

    /** Replaces what is sealed of an order of the live space. */
    static void replaceBody(OpenStore store, String id, Bytes body) {
        store.records().update(List.of(Update.of(order(store, id), body.length(), held -> {
            Stored before = Objects.requireNonNull(held);
            return Decision.put(true, before.withBody(body).ofVersion(before.version() + 1));
        })));
    }
}
