package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.order.AccountSpace.Mode;
import tools.jackson.databind.JsonNode;

/** Exports as shops, processors and spreadsheet programs write them, uploaded with the command and the console. */
class ShopExportsTest extends PageSetup {
    /** A file, the answers that it needs, the rejected ones of its orders, and fields of the others. */
    @SuppressWarnings("ImmutableEnumChecker") // Its maps and lists are immutable.
    enum File {
        WOOCOMMERCE(
                "woocommerce.csv",
                Map.of("zone", "America/New_York"),
                List.of("503"),
                Map.of("501", """
                        /charge/amount 4250
                        /charge/currency EUR
                        /charge/transactionDate 2026-11-01T15:22:33Z
                        /charge/status succeeded
                        /charge/customerAccountId 17
                        /charge/ip 203.0.113.7
                        /digitalReceipt/accountProfile/email ann@example.com
                        /digitalReceipt/accountProfile/name/familyName Lee
                        /digitalReceipt/accountProfile/accountBillingAddress/postalCode D02 X285
                        /digitalReceipt/order/orderItems/0/productName Mug
                        /digitalReceipt/order/orderItems/0/quantity 2
                        /digitalReceipt/order/orderItems/0/productPrice 30.00
                        /digitalReceipt/order/orderItems/1/productName Tea
                        /digitalReceipt/order/orderItems/1/productPrice 7.50
                        /digitalReceipt/order/orderItems/2\s
                        """, "502", """
                        /charge/amount 123456
                        /charge/status succeeded
                        /charge/refunded true
                        /charge/customerAccountId\s
                        """, "504", """
                        /charge/status failed
                        """)),
        SHOPIFY("shopify.csv", Map.of(), List.of(), Map.of("#1001", """
                        /charge/amount 4250
                        /charge/refundedAmount 1000
                        /charge/status succeeded
                        /charge/transactionDate 2026-01-01T10:59:58Z
                        /charge/fulfilledAt 2026-01-03T08:00:00Z
                        /digitalReceipt/accountProfile/name/givenName Ann
                        /digitalReceipt/accountProfile/accountBillingAddress/postalCode 01234
                        /digitalReceipt/order/orderItems/0/productName Mug - Blue
                        /digitalReceipt/order/orderItems/0/productPrice 30.00
                        /digitalReceipt/order/orderItems/1/productName Tea
                        /digitalReceipt/order/orderItems/1/productPrice 13.50
                        """)),
        STRIPE("stripe.csv", Map.of(), List.of(), Map.of("A-1001", """
                        /charge/amount 4250
                        /charge/currency EUR
                        /charge/refundedAmount 1000
                        /charge/status succeeded
                        /charge/transactionDate 2026-01-01T00:00:00Z
                        /charge/last4 4242
                        /charge/bin 424242
                        /charge/ip 203.0.113.7
                        /charge/customerAccountId ann-17
                        /charge/deviceId device-1
                        """, "A-1002", """
                        /charge/amount 1500
                        /charge/currency JPY
                        /charge/transactionDate 2026-01-02T08:30:00Z
                        """)),
        EXCEL(
                "excel.csv",
                Map.of("currency", "EUR", "zone", "Europe/Berlin", "date-format", "dd.MM.yyyy HH:mm"),
                List.of("X-3"),
                Map.of("X-1", """
                        /charge/amount 123456
                        /charge/currency EUR
                        /charge/transactionDate 2026-11-05T09:22:00Z
                        /charge/status succeeded
                        /digitalReceipt/accountProfile/name/givenName Ann
                        /charge/last4 4242
                        """, "X-2", """
                        /charge/amount 2000
                        /charge/status failed
                        """)),
        LATIN1("latin1.csv", Map.of("encoding", "ISO-8859-1"), List.of(), Map.of("L-1", """
                        /charge/amount 1999
                        /digitalReceipt/accountProfile/name/givenName J\u00fcrgen
                        /digitalReceipt/accountProfile/name/familyName Gro\u00df
                        /digitalReceipt/accountProfile/accountBillingAddress/city M\u00fcnchen
                        """, "L-2", """
                        /charge/amount 2000
                        /digitalReceipt/accountProfile/name/familyName Ren\u00e9e
                        """));

        private final String file;
        private final Map<String, String> answers;
        private final List<String> rejected;
        private final Map<String, String> orders;

        File(String file, Map<String, String> answers, List<String> rejected, Map<String, String> orders) {
            this.file = file;
            this.answers = answers;
            this.rejected = rejected;
            this.orders = orders;
        }

        private byte[] bytes() throws IOException {
            try (InputStream in =
                    Objects.requireNonNull(ShopExportsTest.class.getResourceAsStream("/upload/csv/" + file))) {
                return in.readAllBytes();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theCommandUploadsIt(File file) throws IOException {
        Path path = Files.write(folder.resolve(file.file), file.bytes());
        Path key = Files.writeString(folder.resolve("key"), shop.key().text() + "\n");
        List<String> args = new ArrayList<>(List.of("orders", "upload", path.toString(), "--restart"));
        file.answers.forEach((name, value) -> args.addAll(List.of("--" + name, value)));
        args.addAll(List.of("--url", service.url(), "--key-file", key.toString()));
        TestTerminal terminal = new TestTerminal();

        assertEquals(file.rejected.isEmpty() ? 0 : 1, terminal.run(args.toArray(String[]::new)), terminal::err);
        assertStored(file);

        TestTerminal preview = new TestTerminal();
        args.add("--preview");
        assertEquals(file.rejected.isEmpty() ? 0 : 1, preview.run(args.toArray(String[]::new)), preview::err);
        assertTrue(
                preview.out().contains(file.rejected.size() + " rejected before. The service checks them further."),
                preview::out);
    }

    @ParameterizedTest
    @EnumSource
    void theConsoleUploadsIt(File file) throws IOException {
        client.signIn(service.served().key(shop.account(), Mode.LIVE, Scope.ADMIN));
        client.get("/console/upload").is(200);

        Page preview = upload("/console/upload/preview", file).is(200);
        Page result = upload("/console/upload", file).is(200);

        file.rejected.forEach(id -> assertTrue(preview.html().contains("would be rejected"), preview::html));
        file.rejected.forEach(id -> assertTrue(result.html().contains(id), result::html));
        assertStored(file);
    }

    private Page upload(String path, File file) throws IOException {
        String boundary = "----test";
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        part(body, "--" + boundary + "\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + client.csrf());
        file.answers.forEach((name, value) -> part(
                body,
                "\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value));
        part(
                body,
                "\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + file.file
                        + "\"\r\nContent-Type: text/csv\r\n\r\n");
        body.writeBytes(file.bytes());
        part(body, "\r\n--" + boundary + "--\r\n");
        return client.send(client.request(path)
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    }

    private static void part(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private void assertStored(File file) {
        file.orders.forEach((id, fields) -> {
            String answer =
                    shop.get("/api/v2/orders/" + id.replace("#", "%23")).is(200).text();
            JsonNode order = Json.read(answer.getBytes(StandardCharsets.UTF_8));
            fields.lines().forEach(line -> {
                String pointer = line.substring(0, line.indexOf(' '));
                assertEquals(
                        line.substring(line.indexOf(' ') + 1),
                        order.at(pointer).asString(""),
                        () -> id + " " + pointer + " of " + order.at("/charge") + order.at("/digitalReceipt"));
            });
        });
        file.rejected.forEach(id -> shop.get("/api/v2/orders/" + id).is(404));
    }
}
