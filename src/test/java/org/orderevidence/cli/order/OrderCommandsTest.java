package org.orderevidence.cli.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.App;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Failure.ExitCode;

/** The commands for orders against a real service. Each test has orders of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderCommandsTest {
    private App app;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        app = TestTerminal.serve(folder.resolve("data"));
        Path orders = folder.resolve("orders.ndjson");
        Files.writeString(
                orders,
                String.join(
                        "\n",
                        order("L-1", "2026-03-01", 1999, "USD", "visa\",\"last4\":\"4242", "ann@example.com"),
                        order("L-2", "2026-03-02T10:30:00Z", 1500, "JPY", "amex\",\"last4\":\"0005", "ann@example.com"),
                        order(
                                "L-3",
                                "2026-03-03",
                                1500,
                                "KWD",
                                "visa\",\"last4\":\"4242\",\"status\":\"failed",
                                "bob@example.com"),
                        order("R-1", "2026-04-01", 2500, "USD", "visa", "ann@example.com"),
                        order("D-1", "2026-05-01", 2500, "USD", "visa", "ann@example.com"),
                        order("H-1", "2026-05-02", 2500, "USD", "visa", "eve@example.com")));
        TestTerminal terminal = TestTerminal.of(app);
        assertEquals(0, terminal.run("orders", "upload", orders.toString()), terminal::err);
    }

    private static String order(String id, String day, long amount, String currency, String brand, String email) {
        return """
            {"id":"%s","amount":%d,"currency":"%s","transactionDate":"%s","brand":"%s",\
            "receipt":{"description":"Tea","customerEmail":"%s"}}""".formatted(id, amount, currency, day, brand, email);
    }

    @AfterAll
    void stop() {
        app.close();
    }

    private TestTerminal ran(int code, String line) {
        TestTerminal terminal = TestTerminal.of(app);
        assertEquals(code, terminal.run(line.split(" ")), terminal::err);
        return terminal;
    }

    @Test
    void aListHasTheOrdersOfTheDaysWithTheDigitsOfTheirCurrencies() {
        TestTerminal list = ran(0, "order list --from 2026-03-01 --to 2026-03-31 --order asc");

        assertEquals("""
                ORDER  DATE                     AMOUNT  CARD                   STATUS
                L-1    2026-03-01            19.99 USD  Visa 4242              succeeded
                L-2    2026-03-02 10:30 UTC   1500 JPY  American Express 0005  succeeded
                L-3    2026-03-03            1.500 KWD  Visa 4242              failed
                """, list.out());
        assertEquals("", list.err());
    }

    @Test
    void anOrderThatIsHeldIsNotErased() {
        assertEquals("order H-1 is held\n", ran(0, "order hold H-1 case-4711").out());
        TestTerminal refused = ran(4, "order delete H-1");
        assertTrue(refused.err().contains("This order has a legal hold. Release it"), refused::err);
        assertEquals("order H-1 is released\n", ran(0, "order release H-1").out());
        assertEquals("order H-1 is erased\n", ran(0, "order delete H-1").out());
    }

    @Test
    void theStatusOfTheEvidenceIsAColumn() {
        TestTerminal list = ran(0, "order list --from 2026-03-02 --to 2026-03-03 --evidence");

        assertEquals("""
                ORDER  DATE                     AMOUNT  CARD                   STATUS     EVIDENCE
                L-3    2026-03-03            1.500 KWD  Visa 4242              failed     not eligible
                L-2    2026-03-02 10:30 UTC   1500 JPY  American Express 0005  succeeded  not eligible (closed)
                """, list.out());
    }

    @Test
    void aSearchWithoutAMatchListsSimilarOrders() {
        TestTerminal search =
                ran(0, "order search --amount 1500 --currency JPY --date 2026-03-01 --dispute-id unknown");

        assertTrue(search.err().startsWith("no order found\nsimilar orders:"), search.err());
        assertTrue(search.out().contains("same amount"), search.out());
        assertEquals(List.of("L-2"), ids(search));
    }

    @Test
    void aSearchIsContinuedWithItsCursor() {
        TestTerminal first = ran(0, "order search --email ann@example.com --to 2026-03-31 --per 1");
        assertEquals(List.of("L-2"), ids(first));

        String hint = first.err().strip();
        assertTrue(hint.startsWith("for more, repeat the command with --cursor "), hint);
        String cursor = hint.substring(hint.lastIndexOf(' ') + 1);

        assertEquals(
                List.of("L-1"),
                ids(ran(0, "order search --email ann@example.com --to 2026-03-31 --per 1 --cursor " + cursor)));
    }

    @Test
    void aSearchWithoutValuesSaysWhatToSearchBy() {
        assertTrue(ran(ExitCode.USAGE, "order search").err().startsWith("name what to search for: --email, "));
        assertTrue(ran(ExitCode.USAGE, "order list --email a@b.c --order asc")
                .err()
                .startsWith("--order cannot be used with --email or --last4"));
    }

    @Test
    void aRefundInPartAndInFullCanBeRepeated() {
        assertEquals(
                "order R-1: 5.00 USD of 25.00 USD refunded (updated)\n",
                ran(0, "order refund R-1 5.00").out());
        assertEquals(
                "order R-1: 5.00 USD of 25.00 USD refunded (unchanged)\n",
                ran(0, "order refund R-1 5.00").out());
        assertTrue(shown("R-1").contains(" Refunds 5.00 USD of 25.00 USD\n"));
        assertEquals(
                "order R-1: 25.00 USD of 25.00 USD refunded (updated)\n",
                ran(0, "order refund R-1").out());
        assertTrue(shown("R-1").contains(" Refunds refunded in full\n"));
    }

    @Test
    void aReceiptLinkIsPrintedAloneOnStandardOutput() {
        TestTerminal link = ran(0, "order receipt-link R-1 --days 7");

        assertTrue(link.out().matches("https?://\\S+/r/[A-Za-z0-9_-]{22}\n"), link.out());
        assertTrue(link.err().matches("link_[0-9a-f]{16} is valid until \\S+Z\n"), link.err());
        assertTrue(ran(4, "order receipt-link R-1 --days 401").err().contains("expiresIn must be at most 34560000"));
        assertTrue(ran(4, "order receipt-link nothing").err().contains("404"));
    }

    @Test
    void disputesAndFraudReportsAreAddedChangedAndListed() {
        assertEquals(
                "order L-1 has no dispute and no fraud report\n",
                ran(0, "order dispute list L-1").out());

        String add = "order dispute add D-1 dp_1 --condition 10.4 --opened-at 2026-05-20";
        assertEquals("dispute dp_1 of order D-1: created\n", ran(0, add).out());
        assertEquals("dispute dp_1 of order D-1: unchanged\n", ran(0, add).out());
        assertEquals(
                "dispute dp_1 of order D-1: updated\n",
                ran(0, add + " --status won").out());
        String full = add + " --status won --respond-by 2026-06-05 --amount 5.00 --currency usd --reason fraudulent"
                + " --submitted-at 2026-05-21 --processor-status requires_action --required-action missing_ip";
        assertEquals("dispute dp_1 of order D-1: updated\n", ran(0, full).out());
        assertEquals("dispute dp_1 of order D-1: unchanged\n", ran(0, full).out());
        assertEquals(
                "fraud report fr_1 of order D-1: created\n",
                ran(0, "order fraud-report add D-1 fr_1 --reported-at 2026-05-21T08:00:00Z")
                        .out());

        assertEquals("""
                KIND          ID    DATE                  CODE  STATUS
                dispute       dp_1  2026-05-20            10.4  won
                fraud report  fr_1  2026-05-21 08:00 UTC  -     -
                """, ran(0, "order dispute list D-1").out());
        assertTrue(ran(0, "order list --from 2026-05-01 --to 2026-05-01")
                .out()
                .contains("succeeded, disputed, reported as fraud"));
    }

    @Test
    void aRefusalOfSeveralValuesListsEach() {
        List<String> told = ran(4, "order list --from 1.11.2026 --to x").errLines();

        assertEquals(
                List.of(
                        "the service refused (400): from must be a day from 2000-01-01 on, such as 2026-11-20",
                        "  ?from: from must be a day from 2000-01-01 on, such as 2026-11-20",
                        "  ?to: to must be a day from 2000-01-01 on, such as 2026-11-20"),
                told.subList(0, 3));
    }

    @Test
    void aRefusalNamesTheFieldAndTheRemedy() {
        TestTerminal refused = ran(4, "order dispute add D-1 dp_9 --condition fraudulent --opened-at 2026-05-20");

        List<String> told = refused.errLines();
        assertEquals(
                "the service refused (422): condition must be the network's code, such as 10.4, or unknown; a processor's"
                        + " word like fraudulent is not enough",
                told.getFirst());
        assertTrue(told.get(1).startsWith("  request "), refused.err());
        assertEquals(2, told.size(), refused.err());
        assertFalse(ran(0, "order dispute list D-1 --json").out().contains("dp_9"));
        assertTrue(ran(4, "order refund nothing").err().contains("404"));
    }

    private String shown(String id) {
        return ran(0, "order get " + id).out().replaceAll(" +", " ");
    }

    private static List<String> ids(TestTerminal terminal) {
        return terminal.out()
                .lines()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }
}
