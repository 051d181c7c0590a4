package org.orderevidence.store.cassandra.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.store.EvidenceStore.DayRange;

final class BucketsTest {
    @ParameterizedTest
    @CsvSource({
        "1999-12-31,2000",
        "2000-01-01,2000",
        "2026-12-31,2026",
        "2027-01-01,2027",
        "2100-12-31,2100",
        "9999-12-31,2100",
    })
    void aDayIsInTheBucketOfItsYear(LocalDate day, int year) {
        assertEquals(year, Buckets.year(day));
    }

    @Test
    void theYearsOfSomeDaysBeginWithTheNewest() {
        assertEquals(List.of(2026), years("2026-01-01", "2026-12-31"));
        assertEquals(List.of(2027, 2026, 2025), years("2025-12-31", "2027-01-01"));
        assertEquals(List.of(2100), years("2100-01-01", "9999-12-31"));
    }

    private static List<Integer> years(String from, String until) {
        return Buckets.yearsBackwards(new DayRange(LocalDate.parse(from), LocalDate.parse(until)));
    }

    @Test
    void monthsAreCountedWithoutGapsOverTheTurnOfTheYear() {
        assertEquals(1, Buckets.month(LocalDate.parse("2027-01-01")) - Buckets.month(LocalDate.parse("2026-12-31")));
        assertEquals(0, Buckets.month(LocalDate.parse("2026-02-28")) - Buckets.month(LocalDate.parse("2026-02-01")));
    }
}
