package org.orderevidence.cli.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.evidence.DateRange;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How an order is explained on a terminal. */
class ExplainTest {
    private static final String QUALIFIED = """
            {"compellingEvidence": {"isEligible": true, "explanation": "Eligible: two orders.", "status": "qualified", "reasons": [],
               "asOf": "2026-11-20", "closed": false, "credentialConfidence": "high", "boundaryRisk": false,
               "submissionGaps": [{"orderId": "A-2", "missing": "arn"}, {"orderId": "A-1", "missing": "arn"}],
               "evidence": {"ip": {"value": "203.0.113.7", "source": "track", "observedAt": "2026-11-10T11:56:00Z", "distanceMinutes": 4},
                 "deviceId": {"value": "device-1234567890", "source": "order"}, "accountId": {"value": "ann-1001", "source": "order"}},
               "checks": [{"code": "network", "passed": true, "needed": "Visa", "found": "visa"},
                 {"code": "prior_descriptions", "passed": false, "needed": "a description", "found": "missing"}],
               "profile": "visa", "windows": [{"from": "2026-11-10", "until": "2027-03-01"}],
               "disputableUntil": "2027-03-10", "matchedElements": ["ip", "accountId"], "priorsTruncated": false,
               "priorTransactions": [
                 {"orderId": "A-1", "date": "2026-03-01", "ageDays": 264, "amount": 1999, "currency": "USD", "selected": true, "reason": null,
                  "elements": {"ip": "equal", "deviceId": "differs", "accountId": "equal", "shippingAddress": "order_missing"}, "ipSource": "track", "ipDistanceMinutes": 12},
                 {"orderId": "A-2", "date": "2026-05-14", "ageDays": 190, "amount": 1999, "currency": "USD", "selected": true, "reason": null,
                  "elements": {"ip": "equal", "deviceId": "differs", "accountId": "equal", "shippingAddress": "order_missing"}, "ipSource": "order"},
                 {"orderId": "A-0", "date": "2025-01-01", "ageDays": 688, "amount": 500, "currency": "USD", "selected": false, "reason": "prior_too_old",
                  "elements": {"ip": "not_read", "deviceId": "missing", "accountId": "unusable", "shippingAddress": "order_missing"}, "ipSource": "order"}]},
             "charge": {"id": "A-3", "amount": 2500, "currency": "USD", "transactionDate": "2026-11-10T12:00:00Z", "brand": "visa",
               "last4": "4242", "hasCardFingerprint": true, "customerAccountId": "ann-1001", "refunded": false, "refundedAmount": 500,
               "status": "succeeded", "cardPresent": false,
               "disputes": [{"disputeId": "dp_1", "condition": "10.4", "openedAt": "2026-11-15", "status": "open"}],
               "fraudReports": []},
             "digitalReceipt": {"order": {"total": "25.00", "currencyCode": "USD", "orderItems": [{"productName": "Teapot", "quantity": 1}]},
               "accountProfile": {"name": {"givenName": "Ann", "familyName": "Archer"}, "email": "ann@example.com"},
               "completeness": {"missing": ["merchantProfile.name"]}}}""";

    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);

    @Test
    void listsEveryTestThePriorsAndTheDays() {
        assertEquals("""
                Order A-3. Dispute date 2026-11-20, profile visa.
                  ELIGIBLE
                  Eligible: two orders.

                  Customer        Ann Archer, ann@example.com, account ann-1001
                  Card            Visa ending in 4242, with a fingerprint
                  Charge          25.00 USD, 2026-11-10 12:00 UTC, succeeded
                  Bought          1 x Teapot
                  Refunds         5.00 USD of 25.00 USD
                  Disputes        dp_1: condition 10.4, opened 2026-11-15, open
                  Fraud reports   none
                  Matched         IP address 203.0.113.7, tracked 4 minutes before
                                  customer account ID ann-1001
                  Not matched     device ID device-1234567890
                  Deadline        disputes can be raised until 2027-03-10
                                  eligible for disputes from 2026-11-10 to 2027-03-01
                  For submission  - the acquirer reference number (ARN) of orders A-2, A-1
                  Receipt         missing: merchantProfile.name

                Tests
                      test                found    needed
                pass  network             visa     Visa
                FAIL  prior descriptions  missing  a description

                Other orders of the card
                   order  date        age     amount  counts       IP address  device ID  customer account ID
                *  A-1    2026-03-01  264  19.99 USD  yes          same        different  same
                *  A-2    2026-05-14  190  19.99 USD  yes          same        different  same
                   A-0    2025-01-01  688   5.00 USD  no: too old  not read    missing    unusable
                * the two orders that serve as evidence
                shipping address: missing on this order
                order A-1: IP address tracked 12 minutes from the order

                Days
                  disputes  2026-11-10 ├███◆█████████████████████████████████████───┤ 2027-03-10
                            █ eligible   ─ not eligible   ◆ ◇ the dispute date
                  priors    2025-11-20 ├──────────────────●────────────●────────────┤ 2026-07-23
                            ● an order that counts: 365 to 120 days before 2026-11-20, inclusive
                """, explained(QUALIFIED));
    }

    @Test
    void aClosedOrderSaysThatNoDisputeCanBeRaised() {
        String text = explained(QUALIFIED.replace("\"closed\": false", "\"closed\": true"));

        assertTrue(text.startsWith("Closed: no dispute can be raised after 2027-03-10.\nOrder A-3. "), text);
        assertTrue(text.contains("Deadline       closed; the last day for a dispute was 2027-03-10\n"), text);
    }

    @Test
    void anAnswerWithoutChecksIsPrintedAllTheSame() {
        String text = explained(QUALIFIED.replaceAll("(?s)\"closed\": false,.*?\"profile\"", "\"profile\""));

        assertTrue(text.contains("\n  test  found  needed\n\nOther orders"), text);
    }

    @Test
    void anOrderWithoutHistorySaysSo() {
        String answer = QUALIFIED
                .replaceAll("(?s)\"priorTransactions\": \\[.*?\\]\\}", "\"priorTransactions\": []}")
                .replaceAll("\"windows\": \\[[^]]*\\]", "\"windows\": []");

        String text = explained(answer);

        assertTrue(text.contains("\nOther orders of the card: none in the time that counts\n"), text);
        assertTrue(text.contains("not eligible on any day with the data stored now\n"), text);
    }

    @Test
    void eachRemedyIsSaidOnceWithItsOrders() {
        String reasons = """
                "reasons": [
                  {"code": "no_common_elements", "orderId": null, "remedy": "Upload orders."},
                  {"code": "ip_missing", "orderId": "A-3", "remedy": "Send ip."},
                  {"code": "ip_missing", "orderId": "A-1", "remedy": "Send ip."}]""";
        String answer = QUALIFIED.replace("\"reasons\": []", reasons);

        String action = explained(answer.replace("\"qualified\"", "\"requires_action\""));
        assertTrue(action.contains("  Send next      - orders A-3, A-1: Send ip.\n  Receipt"), action);
        String not = explained(answer.replace("\"qualified\"", "\"not_qualified\""));
        assertTrue(not.contains("  Send next      - Upload orders.\n  Receipt"), not);
    }

    @Test
    void anOrderThatNoDataCanHelpHasNoNextStep() {
        String text = explained(QUALIFIED.replace(
                "\"reasons\": []",
                "\"reasons\": [{\"code\": \"card_present\", \"orderId\": null, \"remedy\": null}, {\"code\":"
                        + " \"ip_missing\", \"orderId\": \"A-3\", \"remedy\": \"Send ip.\"}]"));

        assertFalse(text.contains("Send next"), text);
    }

    @Test
    void aValueThatIsTheSameOnAnOrderThatCountsIsMatchedAlsoWithoutAPair() {
        String text = explained(QUALIFIED
                .replace("\"status\": \"qualified\"", "\"status\": \"not_qualified\"")
                .replaceFirst("\"matchedElements\": \\[[^]]*]", "\"matchedElements\": []")
                .replace("\"selected\": true", "\"selected\": false"));

        assertTrue(text.contains("customer account ID ann-1001, the same on orders A-1, A-2\n  Not matched"), text);
        assertTrue(text.contains("  Not matched    device ID device-1234567890\n"), text);
    }

    @Test
    void anOrderThatLacksNothingIsReady() {
        String text = explained(
                QUALIFIED.replaceFirst("\"submissionGaps\": \\[[^]]*]", "\"submissionGaps\": [], \"ready\": true"));

        assertTrue(text.contains("  For submission  ready, nothing is missing\n"), text);
    }

    @Test
    void withoutAnOrderThatCountsNothingIsCompared() {
        String text = explained(QUALIFIED
                .replace("\"status\": \"qualified\"", "\"status\": \"not_qualified\"")
                .replaceAll("(?s)\"priorTransactions\": \\[.*?\\]\\}", "\"priorTransactions\": []}"));

        assertTrue(text.contains("  Not matched    no other order counts, so nothing was compared\n"), text);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 200})
    void everyLineFitsTheTerminal(int columns) {
        String text = explained(QUALIFIED, new TestTerminal().asTerminal(columns));

        assertEquals(
                List.of(), text.lines().filter(line -> line.length() > columns).toList());
    }

    private static String explained(String json) {
        return explained(json, new TestTerminal());
    }

    private static String explained(String json, TestTerminal terminal) {
        JsonNode answer = JsonMapper.shared().readTree(json);
        CaseFile.explain(answer, terminal.with("NO_COLOR", "1").terminal());
        return terminal.out();
    }

    /** Ten days, one a column; windows and the judged day are counted from 0. */
    @ParameterizedTest
    @CsvSource({
        "none,    0, |o---------|",
        "0-9,     0, |@#########|",
        "0-9,     9, |#########@|",
        "3-3,     4, |---#o-----|",
        "2-4,     3, |--#@#-----|",
        "0-1 8-9, 5, |##---o--##|"
    })
    void marksTheEligibleDaysAndTheJudgedOne(String windows, int judged, String line) {
        assertEquals(
                "2026-01-01 " + line + " 2026-01-10",
                Timeline.ASCII.draw(days(0, 9), windows(windows), FIRST.plusDays(judged), Timeline.MAX_COLUMNS));
    }

    @Test
    void aColumnOfSeveralDaysIsEligibleWhenOneOfThemIs() {
        String line = Timeline.ASCII.draw(days(0, 120), List.of(days(1, 1), days(119, 120)), FIRST.plusDays(4), 61);

        assertEquals("2026-01-01 |#-o" + "-".repeat(56) + "##| 2026-05-01", line);
    }

    @Test
    void theLineIsNeverLongerThanItsColumns() {
        for (int last = 0; last < 400; last++) {
            for (int width : List.of(40, 80, 200)) {
                int most = Timeline.columns(width);
                String line = Timeline.ASCII.draw(days(0, last), List.of(), FIRST, most);
                int columns = line.indexOf('|', line.indexOf('|') + 1) - line.indexOf('|') - 1;

                assertEquals(Math.min(last + 1, most), columns);
                assertTrue(line.length() <= width, line);
            }
        }
    }

    @Test
    void isDrawnWithLinesWhereTheTerminalCan() {
        assertEquals(
                "2026-01-01 ├─█◆─┤ 2026-01-04",
                Timeline.DRAWN.draw(days(0, 3), List.of(days(1, 2)), FIRST.plusDays(2), 61));
        assertEquals("█ eligible   ─ not eligible   ◆ ◇ the dispute date", Timeline.DRAWN.legend());
    }

    private static List<DateRange> windows(String text) {
        if (text.equals("none")) {
            return List.of();
        }
        return Arrays.stream(text.split(" "))
                .map(window -> window.split("-"))
                .map(ends -> days(Integer.parseInt(ends[0]), Integer.parseInt(ends[1])))
                .toList();
    }

    private static DateRange days(int from, int until) {
        return new DateRange(FIRST.plusDays(from), FIRST.plusDays(until));
    }
}
