package org.orderevidence.http.mistake;

import static org.orderevidence.http.mistake.Mistake.order;
import static org.orderevidence.http.mistake.Mistake.receipt;

import java.util.List;

/** Mistakes with the fields of an order. */
final class OrderMistakes {
    private OrderMistakes() {}

    static List<Section> all() {
        return List.of(
                names(),
                required(),
                id(),
                amount(),
                currency(),
                dates(),
                ip(),
                card(),
                status(),
                flags(),
                refund(),
                device(),
                lineItems(),
                links(),
                customer(),
                address());
    }

    private static Section names() {
        return new Section(
                "Names of fields",
                order("\"transaction_date\": \"2026-11-01\""),
                order("\"createdAt\": \"2026-11-01\""),
                order("\"customer_email\": \"ann@example.com\""),
                order("\"shippingAddress\": {}"),
                order("\"networkTransactionId\": \"016153570198200\""),
                order("\"colour\": \"red\""),
                order("\"cvv\": \"123\""));
    }

    private static Section required() {
        return new Section(
                "Required fields",
                order("\"id\": \"\""),
                order("\"amount\": null"),
                order("\"currency\": null"),
                order("\"transactionDate\": \" \""));
    }

    private static Section id() {
        return new Section(
                "id",
                order("\"id\": 1001"),
                order("\"id\": \"A-1\\n\""),
                order("\"id\": \"4111 1111 1111 1111\""),
                order("\"revision\": 1.5"),
                order("\"revision\": \"2\""));
    }

    private static Section amount() {
        return new Section(
                "amount",
                order("\"amount\": 19.99"),
                order("\"amount\": \"19.99\""),
                order("\"amount\": \"19,99\""),
                order("\"amount\": \"$1,999.00\""),
                order("\"amount\": \"1999\""),
                order("\"amount\": 1999.0"),
                order("\"amount\": 1998.9999999999998"),
                order("\"amount\": 1e3"),
                order("\"amount\": -1999"),
                order("\"amount\": 19.99, \"currency\": \"JPY\""),
                order("\"amount\": 1.999, \"currency\": \"KWD\""),
                order("\"amount\": {\"value\": 1999}"),
                order("\"amount\": 99999999999999"));
    }

    private static Section currency() {
        return new Section(
                "currency",
                order("\"currency\": \"US$\""),
                order("\"currency\": \"\u20ac\""),
                order("\"currency\": \"$\""),
                order("\"currency\": \"US Dollar\""),
                order("\"currency\": 840"),
                order("\"currency\": \"BTC\""));
    }

    private static Section dates() {
        return new Section(
                "transactionDate, settledAt, fulfilledAt and other dates",
                order("\"transactionDate\": \"2026-11-01T10:00:00\""),
                order("\"transactionDate\": \"2026-11-01 10:00:00\""),
                order("\"transactionDate\": \"2026-11-01 10:00:00Z\""),
                order("\"transactionDate\": \"2026-11-01T10:00Z\""),
                order("\"transactionDate\": \"2026-11-01T10:00:00+01\""),
                order("\"transactionDate\": 1793527200"),
                order("\"transactionDate\": 1793527200000"),
                order("\"transactionDate\": \"1793527200\""),
                order("\"transactionDate\": \"11/01/2026\""),
                order("\"transactionDate\": \"31/10/2026\""),
                order("\"transactionDate\": \"01.11.2026\""),
                order("\"transactionDate\": \"20261101\""),
                order("\"transactionDate\": \"26-11-01\""),
                order("\"transactionDate\": \"2026-02-30\""),
                order("\"transactionDate\": \"Sun, 01 Nov 2026 10:00:00 GMT\""),
                order("\"transactionDate\": \"Nov 1, 2026\""),
                order("\"transactionDate\": \"yesterday\""),
                order("\"transactionDate\": \"2027-11-01\""),
                order("\"transactionDate\": \"1970-01-21T18:12:07Z\""),
                order("\"settledAt\": \"2026-10-30\""));
    }

    private static Section ip() {
        return new Section(
                "ip",
                order("\"ip\": \"203.0.113.7:443\""),
                order("\"ip\": \"[2001:db8::7]:443\""),
                order("\"ip\": \"[2001:db8::7]\""),
                order("\"ip\": \"203.0.113.7, 10.0.0.1\""),
                order("\"ip\": \"203.0.113.0/24\""),
                order("\"ip\": \"shop.example.com\""),
                order("\"ip\": \"203.0.113.xxx\""),
                order("\"ip\": \"203.000.113.007\""),
                order("\"ip\": \"10.0.0.1\""),
                order("\"ip\": \"127.0.0.1\""),
                order("\"ip\": 3405803783"),
                order("\"ip\": 12"),
                order("\"ip\": \"unknown\""));
    }

    private static Section card() {
        return new Section(
                "bin, last4, brand and cardFingerprint",
                order("\"bin\": \"4242424\""),
                order("\"bin\": 424242"),
                order("\"bin\": \"411111******1111\""),
                order("\"bin\": \"4111111111111111\""),
                order("\"last4\": 42"),
                order("\"last4\": \"**** 4242\""),
                order("\"brand\": 1"),
                order("\"brand\": \"vsia\""),
                order("\"brand\": \"Debit Visa\""),
                order("\"brand\": \"Apple Pay\""),
                order("\"cardFingerprint\": \"4111111111111111\""),
                order("\"cardFingerprint\": \"fp_1\""),
                order("\"cardFingerprint\": null"));
    }

    private static Section status() {
        return new Section(
                "status, type and merchandiseOrServices",
                order("\"status\": \"paid\""),
                order("\"status\": \"captured\""),
                order("\"status\": \"declined\""),
                order("\"status\": \"pending\""),
                order("\"status\": \"refunded\""),
                order("\"status\": \"chargeback\""),
                order("\"status\": \"x\""),
                order("\"type\": \"sale\""),
                order("\"type\": \"refund\""),
                order("\"merchandiseOrServices\": \"digital\""));
    }

    private static Section flags() {
        return new Section(
                "refunded, cardPresent, recurring and other booleans",
                order("\"refunded\": \"true\""),
                order("\"recurring\": 1"),
                order("\"cardPresent\": \"no\""));
    }

    private static Section refund() {
        return new Section(
                "refundedAmount",
                order("\"refundedAmount\": 2000"),
                order("\"refundedAmount\": 19.99"),
                order("\"refunded\": true, \"refundedAmount\": 100"));
    }

    private static Section device() {
        return new Section(
                "deviceId and deviceFingerprint",
                order("\"deviceId\": \"device_182c\""),
                order("\"deviceFingerprint\": \"6cbgkj5gm65g\""),
                order("\"descriptor\": \"" + "SHOP ".repeat(14).strip() + "\""));
    }

    private static Section lineItems() {
        return new Section(
                "receipt.lineItems",
                receipt("\"lineItems\": [{\"productName\": \"Tea\"}]"),
                receipt("\"lineItems\": [{\"price\": 1999}]"),
                receipt("\"lineItems\": [{\"productName\": \"Tea\", \"price\": 19.99}]"),
                receipt("\"lineItems\": [{\"productName\": \"Tea\", \"price\": 1999, \"quantity\": 0}]"),
                receipt("\"name\": \"Bo Dean\""),
                receipt("\"shippingAddress\": \"9 Elm Road, York\""),
                receipt("\"lineItems\": {\"productName\": \"Tea\", \"price\": 1999}"),
                receipt("\"items\": []"));
    }

    private static Section links() {
        return new Section(
                "receipt.merchantInfo",
                receipt("\"merchantInfo\": {\"logoUrl\": \"shop.example/logo.png\"}"),
                receipt("\"merchantInfo\": {\"refundPolicyLink\": \"/refunds\"}"));
    }

    private static Section customer() {
        return new Section(
                "receipt.customerEmail",
                receipt("\"customerEmail\": \"Ann <ann@example.com>\""),
                receipt("\"customerEmail\": \"ann\""),
                receipt("\"customerEmail\": 1"));
    }

    private static Section address() {
        String start = "\"shippingAddress\": {\"line1\": \"1 Main St\", \"city\": \"Salem\", ";
        return new Section(
                "receipt.shippingAddress",
                receipt(start + "\"postalCode\": \"97301\", \"country\": \"US\"}"),
                receipt(start + "\"postalCode\": \"97301\"}"),
                receipt(start + "\"postalCode\": \"97301\", \"country\": \"Deutschland\"}"),
                receipt(start + "\"country\": \"GB\"}"),
                receipt(start + "\"zip\": \"97301\", \"country\": \"GB\"}"),
                receipt("\"shippingAddress\": \"1 Main St, Salem\""));
    }
}
