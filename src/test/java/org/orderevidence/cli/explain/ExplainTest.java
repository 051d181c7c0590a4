package org.orderevidence.cli.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.orderevidence.cli.TestTerminal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code evidence explain} makes of an answer: golden texts. */
class ExplainTest {
    private static final String QUALIFIED = """
            {"compellingEvidence": {"isEligible": true, "explanation": "Eligible: two orders.", "status": "qualified", "reasons": [],
               "asOf": "2026-11-20", "closed": false,
               "checks": [{"code": "network", "passed": true, "needed": "Visa", "found": "visa"},
                 {"code": "prior_descriptions", "passed": false, "needed": "a description", "found": "missing"}],
               "profile": "visa", "windows": [{"from": "2026-11-10", "until": "2027-03-01"}],
               "disputableUntil": "2027-03-10", "matchedElements": ["ip", "accountId"], "priorsTruncated": false,
               "priorTransactions": [
                 {"orderId": "A-1", "date": "2026-03-01", "ageDays": 264, "selected": true, "reason": null,
                  "elements": {"ip": "equal", "accountId": "equal"}, "ipSource": "track", "ipDistanceMinutes": 12},
                 {"orderId": "A-2", "date": "2026-05-14", "ageDays": 190, "selected": true, "reason": null,
                  "elements": {"ip": "equal", "accountId": "equal"}, "ipSource": "order"},
                 {"orderId": "A-0", "date": "2025-01-01", "ageDays": 688, "selected": false, "reason": "prior_too_old",
                  "elements": {"ip": "not_read", "accountId": "order_missing"}, "ipSource": "order"}]},
             "charge": {"id": "A-3", "transactionDate": "2026-11-10T12:00:00Z", "brand": "visa", "hasCardFingerprint": true,
               "status": "succeeded", "cardPresent": false, "disputes": []},
             "digitalReceipt": {"order": {"total": "25.00", "currencyCode": "USD", "orderItems": [{"productName": "Teapot"}]}}}""";

    @Test
    void listsEveryTestThePriorsAndTheDays() {
        assertEquals("""
                Order A-3, 2026-11-10, 25.00 USD
                  ELIGIBLE
                  Eligible: two orders.

                Tests
                      test                needed         found
                pass  network             Visa           visa
                FAIL  prior descriptions  a description  missing

                Other orders of the card
                order  date        age  counts         ip                           accountId
                * A-1  2026-03-01  264  yes            equal (tracked, 12 min off)  equal
                * A-2  2026-05-14  190  yes            equal                        equal
                  A-0  2025-01-01  688  prior_too_old  not_read                     order_missing
                * the pair that carries the verdict

                Days
                  disputes  2026-11-10 ├█████◆██████████████████████████████████████████████████─────┤ 2027-03-10
                            █ eligible   ─ not eligible   ◆ ◇ the day judged
                  priors    2025-11-20 ├────────────────────●──────────────●──────────────┤ 2026-07-23
                            365 to 120 days before 2026-11-20, both ends inside; ● an order that counts
                  eligible  2026-11-10 to 2027-03-01
                """, explained(QUALIFIED));
    }

    @Test
    void aClosedOrderSaysThatNoDisputeCanBeRaised() {
        String text = explained(QUALIFIED.replace("\"closed\": false", "\"closed\": true"));

        assertTrue(text.endsWith("  closed    no dispute can be raised after 2027-03-10\n"), text);
    }

    @Test
    void anAnswerWithoutChecksIsPrintedAllTheSame() {
        String text = explained(QUALIFIED.replaceAll("(?s)\"closed\": false,.*?\"profile\"", "\"profile\""));

        assertTrue(text.contains("\n  test  needed  found\n\nOther orders"), text);
    }

    @Test
    void anOrderWithoutHistorySaysSo() {
        String answer = QUALIFIED
                .replaceAll("(?s)\"priorTransactions\": \\[.*?\\]\\}", "\"priorTransactions\": []}")
                .replaceAll("\"windows\": \\[[^]]*\\]", "\"windows\": []");

        String text = explained(answer);

        assertTrue(text.contains("\nOther orders of the card: none in the time that counts\n"), text);
        assertTrue(text.endsWith("  eligible  on no day, with what is known now\n"), text);
    }

    private static String explained(String json) {
        JsonNode answer = JsonMapper.shared().readTree(json);
        TestTerminal terminal = new TestTerminal();
        ExplainCommand.print(answer, terminal.terminal());
        return terminal.out();
    }
}
