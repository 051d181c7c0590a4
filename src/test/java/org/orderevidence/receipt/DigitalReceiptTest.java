package org.orderevidence.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.receipt.ReceiptPage.Logo;
import org.orderevidence.receipt.Timeline.PriorUse;
import org.orderevidence.receipt.TimelineSvg.TimeScale;

/** The receipt, its logo and its timeline. */
class DigitalReceiptTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 24);

    private static Order order(long amount, String currency, Customer customer, Receipt receipt) {
        Charge charge = ChargeBuilder.on(LocalDate.parse("2026-11-01"))
                .amount(amount, currency)
                .build();
        return new Order(new OrderId("A-1"), null, charge, customer, receipt);
    }

    private static Receipt receipt(
            List<LineItem> items, @Nullable String description, @Nullable String email, @Nullable Address shipping) {
        return new ReceiptBuilder()
                .lineItems(items)
                .customerEmail(email == null ? null : new PersonalText(email))
                .shippingAddress(shipping)
                .description(description)
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "1500, USD, 15.00",
        "1500, JPY, 1500",
        "1500, KWD, 1.500",
        "5, USD, 0.05",
        "0, USD, 0.00",
        "0, JPY, 0",
        "1000000000000, USD, 10000000000.00",
        "1, BHD, 0.001"
    })
    void amountsHaveTheDigitsOfTheirCurrency(long minor, String currency, String expected) {
        DigitalReceipt receipt =
                DigitalReceipt.of(order(minor, currency, Customer.NONE, Receipt.EMPTY), MerchantInfo.EMPTY);

        assertEquals(expected, receipt.total());
        assertEquals(currency, receipt.currencyCode());
    }

    @Test
    void aDescriptionAloneIsTheOneItem() {
        DigitalReceipt receipt = DigitalReceipt.of(
                order(1500, "USD", Customer.NONE, receipt(List.of(), "Tea", null, null)), MerchantInfo.EMPTY);

        assertEquals(List.of(new DigitalReceipt.Item(null, "Tea", 1, "15.00", "USD")), receipt.items());
    }

    @Test
    void whatEvidenceWouldWantIsNamed() {
        Customer customer = new Customer(new PersonalText("10.0.0.1"), null, null, null);
        Address noCity = new Address("Street 1", null, null, null, "10115", "DE", null, null);

        DigitalReceipt.Completeness completeness = DigitalReceipt.of(
                        order(1, "USD", customer, receipt(List.of(), "Tea", "b@example.com", noCity)),
                        MerchantInfo.EMPTY)
                .completeness();

        assertEquals(
                List.of(
                        "order.transactionDetails.deviceIpAddress",
                        "order.transactionDetails.deviceId",
                        "accountProfile.accountId",
                        "accountProfile.accountShippingAddress"),
                completeness.missingForEvidence());
        assertFalse(completeness.complete());
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example/logo.png, https://shop.example",
        "HTTPS://Shop.Example/Logo.png, https://shop.example",
        "https://shop.example, https://shop.example",
        "https://shop.example:443/l.png, https://shop.example",
        "https://shop.example:8443/l.png, https://shop.example:8443",
        "https://a-1.b.shop.example?x=1&y=%20;z, https://a-1.b.shop.example",
        "https://xn--bcher-kva.example/l.svg, https://xn--bcher-kva.example",
        "'https://shop.example/a;b,c/l.png', https://shop.example",
        "https://shop.example/@user:x@other.example/, https://shop.example"
    })
    void anHttpsAddressHasOneOrigin(String url, String origin) {
        assertEquals(new Logo(url, origin), Logo.of(url));
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                "http://shop.example/l.png",
                "//shop.example/l.png",
                "data:image/png;base64,iVBORw0KGgo=",
                "javascript:alert(1)",
                "blob:https://shop.example/1",
                "https:shop.example/l.png",
                "https://",
                "https:///l.png",
                "https://*/l.png",
                "https://*.example/l.png",
                "https://shop.example;script-src/l.png",
                "https://shop.example; script-src *",
                "https://shop.example script-src",
                "https://shop.example,https://other.example",
                "https://shop.example/a b.png",
                "https://shop.example/l.png\r\nSet-Cookie: a=b",
                "https://shop.example\n.other.example/l.png",
                "https://shop.example\t/l.png",
                " https://shop.example/l.png",
                "https://shop.example/l.png\n",
                "https://shop.example/l\u0000.png",
                "https://shop.example/l\u202Egnp.png",
                "https://user@shop.example/l.png",
                "https://user:password@shop.example/l.png",
                "https://shop.example:@other.example/l.png",
                "https://shop.example\\@other.example/l.png",
                "https://shop.example\\l.png",
                "https://shop.example%2Fother/l.png",
                "https://shop%00.example/l.png",
                "https://b\u00FCcher.example/l.png",
                "https://shop\u3002example/l.png",
                "https://shop.example\uFF0Fother/l.png",
                "https://\u212Aelvin.example/l.png",
                "https://127.0.0.1/l.png",
                "https://[::1]/l.png",
                "https://2130706433/l.png",
                "https://0x7f.1/l.png",
                "https://1.0x7f/l.png",
                "https://localhost/l.png",
                "https://shop.example./l.png",
                "https://.example/l.png",
                "https://shop..example/l.png",
                "https://-shop.example/l.png",
                "https://shop-.example/l.png",
                "https://shop_1.example/l.png",
                "https://shop.example:/l.png",
                "https://shop.example:0/l.png",
                "https://shop.example:65536/l.png",
                "https://shop.example:99999999999/l.png",
                "https://shop.example:*/l.png",
                "https://shop.example:+443/l.png",
                "https://shop.example/l.png#x",
                "https://shop.example/%zz",
                "https://shop.example/'\">",
                "https://shop.example/<script>",
                "'self'",
                "'unsafe-inline'"
            })
    void anythingElseIsNotShown(String url) {
        assertNull(Logo.of(url));
    }

    @Test
    void aHostThatIsTooLongIsNotShown() {
        assertNull(Logo.of("https://" + "a".repeat(64) + ".example/l.png"));
        assertNull(Logo.of("https://" + "a.".repeat(124) + "example/l.png"));
        String longest = "https://" + "a".repeat(63) + ".example";
        assertEquals(new Logo(longest, longest), Logo.of(longest));
    }

    @Test
    void aLongPathIsReadInFull() {
        String url = "https://shop.example/" + "%41b".repeat(490);

        assertEquals(new Logo(url, "https://shop.example"), Logo.of(url));
    }

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
