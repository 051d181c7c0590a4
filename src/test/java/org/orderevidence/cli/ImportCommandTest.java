package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.App;
import org.orderevidence.http.Bodies;
import org.orderevidence.integration.Exports;
import tools.jackson.databind.JsonNode;

/** The import of files into the store of a running service. */
class ImportCommandTest {
    @TempDir
    Path folder;

    @AutoClose
    private App app;

    TestTerminal terminal = new TestTerminal();

    @BeforeEach
    void start() {
        app = TestTerminal.serve(folder.resolve("data"));
    }

    TestTerminal terminal() {
        return TestTerminal.of(app).with("EVIDENCE_DATA", folder.resolve("data").toString());
    }

    /** Runs a command that must end with this code. */
    TestTerminal run(int code, String... args) {
        terminal = terminal();
        assertEquals(code, terminal.run(args), () -> terminal.err() + terminal.out());
        return terminal;
    }

    /** Connects a platform and returns the ID of the integration. */
    String connect(String platform) throws IOException {
        List<String> args = new ArrayList<>(List.of("integration", "add", platform, "--json"));
        if (platform.equals("adyen")) {
            Path password = Files.writeString(folder.resolve("password"), "a password");
            args.addAll(List.of("--basic-user", "adyen", "--basic-password-file", password.toString()));
        }
        TestTerminal add =
                terminal().reading(platform.equals("adyen") ? "44782DEF547AAA06" : "whsec_" + folder.getFileName());
        assertEquals(0, add.run(args.toArray(String[]::new)), add::err);
        return add.json().path("id").asString();
    }

    Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Returns the answer of the service about an order. */
    JsonNode order(String id) {
        return run(0, "order", "get", id, "--json").json();
    }

    @Test
    void paymentsOfStripeBecomeOrders() throws IOException {
        connect("stripe");
        Path file = file("payments.csv", "\uFEFF" + Exports.text("stripe").replace("\n", "\r\n"));

        run(1, "import", "stripe", file.toString());

        assertEquals(
                "7 payments: 5 imported, 1 rejected, 1 without payment, 1 warning",
                terminal.out().strip());
        assertTrue(
                terminal.err()
                        .contains("ignored columns: Converted Amount, Fee, Card ID, Card Exp Month, Customer ID,"),
                terminal.err());
        assertTrue(
                terminal.err()
                        .contains("line 3: column \"Amount\": the value is not an amount; write it like 1250.00,"
                                + " without a currency"),
                terminal.err());
        JsonNode charge = order("A-1001").path("charge");
        assertEquals(4250, charge.path("amount").asInt());
        assertEquals(1000, charge.path("refundedAmount").asInt());
        assertTrue(order("A-1001").toString().contains("ann@example.com"));
        assertFalse(Files.exists(folder.resolve("payments.csv.progress")));

        run(1, "import", "stripe", file.toString());
        assertEquals(
                "7 payments: 1 rejected, 5 unchanged, 1 without payment, 1 warning",
                terminal.out().strip());
    }

    @Test
    void paymentsOfAdyenNeedToBeCaptured() throws IOException {
        connect("adyen");
        String file = file("received.csv", Exports.text("adyen")).toString();
        run(0, "import", "adyen", file);

        assertTrue(terminal.err().contains("use --captured"), terminal.err());
        assertEquals("failed", order("A-1001").at("/charge/status").asString());
        assertEquals("succeeded", order("A-1003").at("/charge/status").asString());

        run(0, "import", "adyen", file, "--captured");
        assertFalse(terminal.err().contains("use --captured"), terminal.err());
        assertEquals("succeeded", order("A-1001").at("/charge/status").asString());
    }

    @Test
    void valuesThatCannotHelpArePrintedAsForAnUpload() throws IOException {
        connect("adyen");
        String adyen = Exports.text("adyen")
                .replaceFirst("203\\.0\\.113\\.7", "203.0.113.7:443")
                .replaceFirst(",42424242,", ",42,");
        run(0, "import", "adyen", file("received.csv", adyen).toString(), "--captured");
        assertTrue(
                terminal.err().contains("line 2 (PAYMENT0ANN00001), /ip: warning ip_invalid: ip has a port"),
                terminal.err());
        assertTrue(terminal.err().contains("(also \"Issuer Id\" invalid)"), terminal.err());

        connect("stripe");
        String stripe =
                Exports.text("stripe").replaceFirst(",4242,", ",42,").replaceFirst("device-1", "device-012345678");
        Path file = file("payments.csv", stripe);
        run(1, "import", "stripe", file.toString());
        String words = "the value cannot be used, and was left out";
        assertTrue(
                terminal.err().contains("line 2 (ch_3MugsForAnn0001), \"Card Last4\": warning invalid: " + words),
                terminal.err());

        Path rows = folder.resolve("rows.csv");
        run(1, "import", "stripe", file.toString(), "--errors-out", rows.toString());
        assertTrue(Files.readString(rows).contains("\"2\",\"Card Last4\",\"" + words + "\""), Files.readString(rows));
    }

    @Test
    void valuesOfAShopThatCannotBeUsedArePrinted() throws IOException {
        connect("shopify");
        String csv = Exports.text("shopify").replaceFirst("ann@example", "ann\u0007@example");
        run(0, "import", "shopify", file("shop.csv", csv).toString());
        assertTrue(
                terminal.err().contains("\"Email\": warning invalid: the value cannot be used, and was left out"),
                terminal.err());
    }

    @Test
    void rejectedRowsCanBeCorrectedAndImported() throws IOException {
        connect("stripe");
        String csv = Exports.text("stripe")
                .replace("Two mugs", "=cmd|' /C calc'!A0")
                .replace("device-1", "device-012345678")
                .replace("Jar; \"\"blue\"\"", "card 4242 4242 4242 4242");
        Path rejected = folder.resolve("rejected.csv");

        run(1, "import", "stripe", file("payments.csv", csv).toString(), "--errors-out", rejected.toString());

        String text = Files.readString(rejected);
        assertFalse(text.contains("4242 4242"), text);
        assertFalse(terminal.err().contains("4242 4242"), terminal.err());
        List<String> lines = text.lines().toList();
        assertEquals(3, lines.size());
        assertTrue(
                lines.get(0)
                        .startsWith(
                                "\"Rejected line\",\"Rejected column\",\"Rejected reason\",\"Rejected remedy\",\"id\","),
                lines.get(0));
        assertTrue(
                lines.get(1)
                        .startsWith("\"3\",\"Amount\",\"the value is not an amount\",\"write it like 1250.00, without a"
                                + " currency\",\"ch_3TrayForBoJpy001\",\"2026-01-02 08:30\",\"1,500\""),
                lines.get(1));
        assertTrue(
                lines.get(2).startsWith("\"7\",\"Description\",\"the value contains what looks like a card number\""));
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(rejected)));
        }
        run(2, "import", "stripe", rejected.toString(), "--errors-out", rejected.toString());
        assertTrue(terminal.err().startsWith("--errors-out names the file that is imported"), terminal.err());

        Files.writeString(rejected, text.replace("\"1,500\"", "\"1500\""));
        run(0, "import", "stripe", rejected.toString());
        assertEquals("2 payments: 2 imported", terminal.out().strip());
        assertFalse(terminal.err().contains("Rejected"), terminal.err());
        assertEquals(1500, order("A-1002").at("/charge/amount").asInt());
    }

    @Test
    void anOrderOfSeveralRowsIsRejectedWithAllOfThem() throws IOException {
        connect("shopify");
        Path rejected = folder.resolve("rejected.csv");
        String csv = Exports.text("shopify").replace("1,Tea,13.50", "one,Tea,=13.50");

        run(1, "import", "shopify", file("shop.csv", csv).toString(), "--errors-out", rejected.toString());

        List<String> lines = Files.readString(rejected).lines().toList();
        assertEquals(3, lines.size());
        assertTrue(lines.get(1).startsWith("\"2\",\"Lineitem quantity\",\"the value is not a whole number\""));
        assertTrue(lines.get(2).startsWith("\"3\",\"\",\"\",\"\",\"#1001\""), lines.get(2));
        assertTrue(lines.get(2).contains("\"'=13.50\""), lines.get(2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stripe  | shopify | this looks like an export of Shopify; run ./evidence import shopify
            shopify | adyen   | this looks like an export of Adyen; run ./evidence import adyen
            adyen   | stripe  | this looks like an export of Stripe; run ./evidence import stripe
            """)
    void theFileOfAnotherPlatformIsRefused(String platform, String content, String message) throws IOException {
        connect(platform);
        run(2, "import", platform, file("file.csv", Exports.text(content)).toString());

        assertTrue(terminal.err().contains(message), terminal.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                      | is empty; a CSV file has at least a header row",
                "'id,Amount\n'           | this is not the payments export of Stripe: there is no column \"Created date (UTC)\"",
                "'{\"id\": 1}\n'         | this is not the payments export of Stripe",
                "'PK\u0003\u0004'        | the input is an Excel file (XLSX)",
            })
    void aFileThatIsNoExportIsRefused(String content, String message) throws IOException {
        connect("stripe");
        run(2, "import", "stripe", file("file.csv", content).toString());

        assertTrue(terminal.err().contains(message), terminal.err());
        assertEquals(1, terminal.err().lines().count(), terminal.err());
    }

    @Test
    void theIntegrationMustExistAndBeOfThePlatform() throws IOException {
        String file = file("payments.csv", Exports.text("stripe")).toString();
        run(1, "import", "stripe", file);
        assertTrue(terminal.err().startsWith("there is no integration of stripe;"), terminal.err());
        String shopify = connect("shopify");
        run(2, "import", "stripe", file, "--integration", shopify);
        assertTrue(terminal.err().contains("is of shopify; run ./evidence import shopify"), terminal.err());
        run(1, "import", "stripe", file, "--integration", "none");
        assertTrue(terminal.err().startsWith("there is no integration none;"), terminal.err());
    }

    @Test
    void aPackedFileWithoutRowsIsImported() throws IOException {
        connect("stripe");
        String header = Exports.text("stripe").lines().findFirst().orElseThrow();
        Path packed = Files.write(folder.resolve("p.csv.gz"), Bodies.gzip(header));

        run(0, "import", "stripe", packed.toString());

        assertEquals("0 payments", terminal.out().strip());
    }
}
