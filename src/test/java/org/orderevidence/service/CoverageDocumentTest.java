package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.Coverage.MissingField;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.evidence.coverage.CoverageSum;
import org.orderevidence.evidence.coverage.OrderSnapshot;
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Coverages.ComputedCoverage;
import org.orderevidence.service.Coverages.CoverageRecords;

class CoverageDocumentTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);

    private static final List<Status> STATUSES =
            List.of(Status.QUALIFIED, Status.REQUIRES_ACTION, Status.NOT_QUALIFIED);

    private static KeyedHash key(int number) {
        byte[] bytes = new byte[KeyedHash.LENGTH];
        new Random(number).nextBytes(bytes);
        return KeyedHash.of(bytes);
    }

    /** Every list is as long as it can be: 100 orders or more with the longest IDs in each. */
    private static CoverageSum longest() {
        CoverageSum sum = new CoverageSum(TODAY, Profile.STRIPE);
        for (int i = 0; i < 3_000; i++) {
            DateRange disputable = new DateRange(TODAY.minusDays(180 - i % 181), TODAY.plusDays(i % 60));
            sum.add(new OrderSnapshot(
                    new OrderId("\ud83e\udd5a".repeat(124) + (1_000 + i)),
                    disputable.from(),
                    STATUSES.get(i % 3),
                    disputable,
                    List.of(new DateRange(TODAY.minusDays(i % 20), disputable.until())),
                    Set.copyOf(ReasonCode.all()),
                    EnumSet.allOf(MissingField.class),
                    key(i),
                    key(-1 - i % 10)));
        }
        sum.addOther(OrderScope.FAILED);
        sum.addOther(OrderScope.DISPUTED);
        sum.addUnreadable();
        return sum;
    }

    @Test
    void aCoverageIsReadAsItWasWritten() {
        var stored = new ComputedCoverage(
                Instant.ofEpochMilli(1_795_176_000_000L),
                Duration.ofMillis(42),
                longest().coverage(new Sample(3_000, 9_000)));

        byte[] bytes = CoverageRecords.DOCUMENT.encode(stored);

        assertEquals(stored, CoverageRecords.DOCUMENT.decode(bytes));
        assertTrue(bytes.length < 800_000, "the longest coverage fits into a record; it has " + bytes.length);
        assertEquals(10, stored.coverage().addresses().size());
    }

    @Test
    void aCoverageWithoutOrdersIsReadAsItWasWritten() {
        var stored =
                new ComputedCoverage(Instant.EPOCH, Duration.ZERO, new CoverageSum(TODAY, Profile.VISA).coverage(null));

        assertEquals(stored, CoverageRecords.DOCUMENT.decode(CoverageRecords.DOCUMENT.encode(stored)));
    }
}
