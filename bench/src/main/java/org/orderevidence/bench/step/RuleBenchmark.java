package org.orderevidence.bench.step;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.orderevidence.evidence.CompellingEvidence;
import org.orderevidence.evidence.DisputeCase;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.evidence.ElementHasher;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Prior;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReferenceHasher;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderSources;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.StatedCharge;
import org.orderevidence.order.part.Statement;
import org.orderevidence.store.document.PriorFactsDocument;

/**
 * Measures the cost of a verdict when the history is read: facts are decoded and judged. It covers three lengths and
 * three kinds of history.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class RuleBenchmark {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 10);
    private static final ElementHasher HASHER = (element, canonical) -> hash(canonical);
    private static final ReferenceHasher REFERENCE_HASHER = (reference, value) -> hash(reference.wireName() + value);

    /** How many priors. */
    @Param({"10", "1000", "100000"})
    public int priors;

    /**
     * SAME: all share IP address and login with the order. DIFFER: no two share an IP address. LACK: as DIFFER, and the
     * order lacks its own, so any value would do.
     */
    @Param({"SAME", "DIFFER", "LACK"})
    public Kind kind = Kind.SAME;

    private final List<OrderId> ids = new ArrayList<>();
    private final List<Bytes> rows = new ArrayList<>();

    // JMH calls make() before it measures.
    @SuppressWarnings("NullAway.Init")
    private StoredOrder disputed;

    @SuppressWarnings("NullAway.Init")
    private PriorFacts disputedFacts;

    /** How the priors look. */
    public enum Kind {
        SAME,
        DIFFER,
        LACK
    }

    @Setup
    public void make() {
        Order order = order("D", DAY, kind == Kind.LACK ? null : "203.0.113.7");
        disputed = new StoredOrder(order, OrderSources.NONE, 1, Instant.EPOCH, List.of(), List.of());
        disputedFacts = PriorFacts.of(order, HASHER, REFERENCE_HASHER, null);
        ids.clear();
        rows.clear();
        for (int i = 0; i < priors; i++) {
            String ip = kind == Kind.SAME ? "203.0.113.7" : "9." + (i >> 16) + "." + ((i >> 8) & 255) + "." + (i & 255);
            Order prior = order("P" + i, DAY.minusDays(120 + i % 240), ip);
            ids.add(prior.id());
            rows.add(PriorFactsDocument.encode(PriorFacts.of(prior, HASHER, REFERENCE_HASHER, null)));
        }
    }

    @Benchmark
    public Eligibility judge() {
        List<Prior> read = new ArrayList<>(priors);
        for (int i = 0; i < priors; i++) {
            read.add(new Prior(ids.get(i), PriorFactsDocument.decode(rows.get(i)), ActiveDisputes.NONE, false, null));
        }
        return CompellingEvidence.judge(new DisputeCase(
                disputed,
                disputedFacts,
                null,
                DisputeDate.of(disputed, DAY, DAY),
                Profile.VISA,
                null,
                RuleSettings.DEFAULTS,
                read,
                false));
    }

    private static Order order(String id, LocalDate day, @Nullable String ip) {
        StatedCharge charge = StatedCharge.of(
                new Money(4999, Currency.getInstance("USD")),
                OrderTime.on(day),
                null,
                null,
                new PaymentCredential(null, hash("the card"), "424242", "4242", new Brand("visa")),
                Charge.References.NONE,
                Charge.Verification.NONE,
                null,
                null,
                null,
                null,
                null);
        Customer customer =
                new Customer(ip == null ? null : new PersonalText(ip), null, null, new PersonalText("ann-1001"));
        Receipt receipt =
                new Receipt(MerchantInfo.EMPTY, List.of(), null, null, null, null, null, "Tea set", null, null);
        Part upload =
                new Part(PartKey.UPLOAD, 1, new PartContent.Upload(null, new Statement(charge, customer, receipt)));
        return switch (Composition.of(new OrderId(id), List.of(upload))) {
            case Composition.Complete complete -> complete.order();
            case Composition.Incomplete incomplete -> throw new IllegalStateException(incomplete.toString());
        };
    }

    private static KeyedHash hash(String text) {
        long mixed = text.hashCode() * 0x9e37_79b9_7f4a_7c15L;
        return KeyedHash.of(ByteBuffer.allocate(KeyedHash.LENGTH)
                .put((byte) 1)
                .putLong(mixed)
                .putLong(~mixed)
                .array());
    }
}
