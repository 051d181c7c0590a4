package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code evidence explain} makes of an answer: golden texts. */
class ExplainTest {
    private static final String QUALIFIED = """
            {"compellingEvidence": {"isEligible": true, "explanation": "Eligible: two orders.", "status": "qualified", "reasons": [],
               "asOf": "2026-11-20", "profile": "visa", "windows": [{"from": "2026-11-10", "until": "2027-03-01"}],
               "disputableUntil": "2027-03-10", "matchedElements": ["ip", "accountId"], "priorsTruncated": false,
               "priorTransactions": [
                 {"orderId": "A-1", "date": "2026-03-01", "ageDays": 264, "selected": true, "reason": null,
                  "elements": {"ip": "equal", "accountId": "equal"}, "ipSource": "track", "ipDistanceMinutes": 12},
                 {"orderId": "A-2", "date": "2026-05-14", "ageDays": 190, "selected": true, "reason": null,
                  "elements": {"ip": "equal", "accountId": "equal"}, "ipSource": "order"},
                 {"orderId": "A-0", "date": "2025-01-01", "ageDays": 688, "selected": false, "reason": "prior_too_old",
                  "elements": {"ip": "differs", "accountId": "missing"}, "ipSource": "order"}]},
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
                      test                   needed                             found
                pass  network                Visa                               visa
                pass  card                   absent                             absent
                pass  charge                 succeeded                          succeeded
                pass  dispute                none, or condition 10.4            none
                pass  credential             fingerprint, or BIN and last four  fingerprint
                pass  description            of what was bought                 1 line
                pass  earlier orders         2 that count                       2 of those shown below
                pass  the same on all three  2, one of them ip or device        ip, accountId

                Other orders of the card
                order  date        age  counts         ip                           accountId
                * A-1  2026-03-01  264  yes            equal (tracked, 12 min off)  equal
                * A-2  2026-05-14  190  yes            equal                        equal
                  A-0  2025-01-01  688  prior_too_old  differs                      missing
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
    void aFailedTestSaysWhatWasFoundInstead() {
        String answer = QUALIFIED
                .replace(
                        "\"reasons\": []",
                        "\"reasons\": [{\"code\": \"network_unknown\", \"remedy\": \"Send brand.\"},"
                                + "{\"code\": \"card_present\"}, {\"code\": \"too_few_priors\"}, {\"code\": \"category_missing\"}]")
                .replace("\"brand\": \"visa\", ", "")
                .replace("\"cardPresent\": false", "\"cardPresent\": true")
                .replace("\"profile\": \"visa\"", "\"profile\": \"stripe\"");

        List<String> failed = explained(answer)
                .lines()
                .filter(line -> line.startsWith("FAIL"))
                .map(line -> line.replaceAll(" {2,}", " | "))
                .toList();

        assertEquals(
                List.of(
                        "FAIL | network | Visa | not known",
                        "FAIL | card | absent | present",
                        "FAIL | category | merchandise or services | none",
                        "FAIL | earlier orders | 2 that count | 2 of those shown below",
                        "FAIL | the same on all three | 2, one of them ip or device | ip, accountId"),
                failed);
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
