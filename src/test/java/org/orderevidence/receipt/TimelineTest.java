package org.orderevidence.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.PriorReason;
import org.orderevidence.evidence.Profile;

class TimelineTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 24);

    private static DateRange days(String from, String until) {
        return new DateRange(LocalDate.parse(from), LocalDate.parse(until));
    }

    private static Timeline timeline(TestVerdict verdict) {
        return Timeline.of(verdict.made(), TODAY);
    }

    @Test
    void theBandHasTheAgesThatCountOnTheJudgedDay() {
        Timeline timeline = timeline(new TestVerdict());

        assertEquals(days("2025-11-20", "2026-07-23"), timeline.band());
        assertEquals(days("2026-10-02", "2027-01-30"), timeline.disputable());
        assertEquals(days("2025-11-20", "2027-01-30"), timeline.shown());
    }

    @Test
    void inProfileStripeTheBandEndsBeforeTheOrderWhateverTheJudgedDay() {
        Timeline timeline = timeline(new TestVerdict().profile(Profile.STRIPE).prior("A", "2026-06-04", false, null));

        assertEquals(days("2025-10-03", "2026-06-04"), timeline.band());
        assertEquals(LocalDate.parse("2026-06-04"), timeline.priors().getFirst().day());
        assertEquals(120, timeline.priors().getFirst().ageDays());
    }

    @Test
    void priorsAreSelectedWithANumberUsableOrExcludedWithAReason() {
        Timeline timeline = timeline(new TestVerdict()
                .prior("A", "2026-03-01", true, null)
                .prior("B", "2026-02-01", true, null)
                .prior("C", "2026-04-01", false, null)
                .prior("D", "2026-09-01", false, PriorReason.TOO_RECENT));

        assertEquals(
                List.of(PriorUse.SELECTED, PriorUse.SELECTED, PriorUse.USABLE, PriorUse.EXCLUDED),
                timeline.priors().stream().map(Timeline.Mark::use).toList());
        assertEquals(
                List.of(1, 2, 0, 0),
                timeline.priors().stream().map(Timeline.Mark::number).toList());
        assertEquals(
                "cannot serve as evidence: it is too recent",
                timeline.priors().getLast().words());
        assertEquals(
                "Timeline from 2025-11-20 to 2027-01-30. Dispute date: 2026-11-20. A dispute can be raised from 2026-10-02"
                        + " to 2027-01-30. Earlier orders: 2 selected, 1 usable, 1 excluded. Eligible on no day.",
                timeline.summary());
    }

    @ParameterizedTest
    @CsvSource({
        // On the first and the last day, and 60 days around them, today is a line. Further away, it is an arrow.
        "2025-11-20, true, 2025-11-20, 2027-01-30",
        "2025-09-21, true, 2025-09-21, 2027-01-30",
        "2025-09-20, false, 2025-11-20, 2027-01-30",
        "2027-03-31, true, 2025-11-20, 2027-03-31",
        "2027-04-01, false, 2025-11-20, 2027-01-30",
        "9999-12-31, false, 2025-11-20, 2027-01-30"
    })
    void todayIsShownNearTheOtherDays(LocalDate today, boolean shows, LocalDate from, LocalDate until) {
        Timeline timeline = Timeline.of(new TestVerdict().made(), today);

        assertEquals(shows, timeline.showsToday());
        assertEquals(new DateRange(from, until), timeline.shown());
        assertEquals(
                !shows,
                TimelineSvg.draw(timeline).contains("today " + today + " \u2192")
                        || TimelineSvg.draw(timeline).contains("\u2190 today " + today));
    }

    @Test
    void aPriorAfterTheJudgedDayIsShown() {
        Timeline timeline = timeline(
                new TestVerdict().asOf("2026-10-02").prior("A", "2027-06-01", false, PriorReason.AFTER_DISPUTE));

        assertEquals(LocalDate.parse("2027-06-01"), timeline.shown().until());
        assertEquals(-242, timeline.priors().getFirst().ageDays());
    }

    @ParameterizedTest
    @CsvSource({"2000-01-01", "2026-10-02", "2027-01-30", "9999-12-31"})
    void allPositionsAreInsideThePictureOnTheEdgesOfAllYears(String asOf) {
        Timeline timeline = timeline(new TestVerdict()
                .asOf(asOf)
                .windows(days("2026-10-02", "2026-10-02"), days("2027-01-30", "2027-01-30")));
        TimeScale scale = new TimeScale(timeline.shown());

        assertEquals(TimeScale.MARGIN, scale.start(timeline.shown().from()), 1e-9);
        assertEquals(100 - TimeScale.MARGIN, scale.end(timeline.shown().until()), 1e-9);
        assertTrue(scale.ticks().size() <= TimeScale.MOST_LABELS);
        assertFalse(scale.ticks().isEmpty());
        assertFalse(TimelineSvg.draw(timeline).contains("NaN"));
    }

    @Test
    void theAxisNamesMonthsAndEachYearOnce() {
        TimeScale scale = new TimeScale(days("2025-11-20", "2027-02-27"));

        assertEquals(
                List.of("Jan 2026", "Apr ", "Jul ", "Oct ", "Jan 2027"),
                scale.ticks().stream()
                        .map(tick -> tick.label() + ' ' + tick.year())
                        .toList());
        assertEquals(
                List.of("Aug 2026", "Sep ", "Oct "),
                new TimeScale(days("2026-07-02", "2026-10-30"))
                        .ticks().stream()
                                .map(tick -> tick.label() + ' ' + tick.year())
                                .toList());
        assertEquals(
                List.of("2026 ", "2028 ", "2030 "),
                new TimeScale(days("2025-11-20", "2031-11-20"))
                        .ticks().stream()
                                .map(tick -> tick.label() + ' ' + tick.year())
                                .toList());
    }

    @Test
    void theLineOfADayDoesNotCrossTheHeadingOfTheDisputeDays() {
        String svg = TimelineSvg.draw(timeline(new TestVerdict()));

        assertTrue(svg.matches("(?s).*class=\"tl-asof\"[^>]* y1=\"17\"[^>]* y2=\"146\".*"), svg);
        assertTrue(svg.matches("(?s).*class=\"tl-asof\"[^>]* y1=\"166\"[^>]* y2=\"194\".*"), svg);
    }

    @Test
    void theEligibleDaysAreBarsThatCoverWholeDays() {
        Timeline timeline = timeline(new TestVerdict().windows(days("2026-10-02", "2027-01-30")));
        TimeScale scale = new TimeScale(timeline.shown());

        assertEquals(
                scale.start(timeline.disputable().from()),
                scale.start(timeline.eligible().getFirst().from()),
                1e-9);
        assertEquals("Eligible from 2026-10-02 to 2027-01-30", timeline.eligibleWords());
        assertTrue(
                TimelineSvg.draw(timeline).contains("class=\"tl-eligible\" x=\"70.97%\" y=\"168\" width=\"26.03%\""));
    }

    @Test
    void eachUseHasItsOwnShapeAndClassAndNoStyleOrScriptIsUsed() {
        String svg = TimelineSvg.draw(timeline(new TestVerdict()
                .prior("<script>alert(1)</script>", "2026-03-01", true, null)
                .prior("\"><b>", "2026-04-01", false, null)
                .prior("C", "2026-09-01", false, PriorReason.TOO_RECENT)));

        assertTrue(svg.contains("<circle"));
        assertTrue(svg.contains("<polygon"));
        assertTrue(svg.contains("<polyline"));
        assertTrue(svg.contains("Order &lt;script&gt;alert(1)&lt;/script&gt;, 2026-03-01, 264 days old"));
        assertFalse(svg.contains("<script"));
        assertFalse(svg.contains("<b>"));
        assertFalse(svg.contains("style="));
    }
}
