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
                order("\"transaction_date\": \"2026-11-01\"", "Write names as documented, in camelCase."),
                order("\"createdAt\": \"2026-11-01\"", "Use the name of this interface."),
                order("\"customer_email\": \"ann@example.com\"", "Put it into receipt."),
                order("\"shippingAddress\": {}", "Put it into receipt."),
                order("\"networkTransactionId\": \"016153570198200\"", "Use the name of this interface."),
                order("\"colour\": \"red\"", "Leave out what is not documented."),
                order("\"cvv\": \"123\"", "Never send the security code of a card."));
    }

    private static Section required() {
        return new Section(
                "Required fields",
                order("\"id\": \"\"", "Send the ID of the order in your system."),
                order("\"amount\": null", "Send the amount."),
                order("\"currency\": null", "Send the currency."),
                order("\"transactionDate\": \" \"", "Send the date of the payment."));
    }

    private static Section id() {
        return new Section(
                "id",
                order("\"id\": 1001", "Put the ID in quotes."),
                order("\"id\": \"A-1\\n\"", "Remove the line break."),
                order("\"id\": \"4111 1111 1111 1111\"", "Never send a card number, in any field."),
                order("\"revision\": 1.5", "Send an integer that grows with each change."),
                order("\"revision\": \"2\"", "Remove the quotes."));
    }

    private static Section amount() {
        return new Section(
                "amount",
                order("\"amount\": 19.99", "Multiply by 100 and round. Other currencies have 0 or 3 decimals."),
                order("\"amount\": \"19.99\"", "Send an integer without quotes."),
                order("\"amount\": \"19,99\"", "Send an integer without quotes."),
                order("\"amount\": \"$1,999.00\"", "Send the number alone."),
                order("\"amount\": \"1999\"", "Remove the quotes."),
                order("\"amount\": 1999.0", "Send an integer. Many languages need a conversion for this."),
                order("\"amount\": 1998.9999999999998", "Round after the multiplication."),
                order("\"amount\": 1e3", "Write all digits."),
                order("\"amount\": -1999", "Send what was paid; a refund is refundedAmount."),
                order("\"amount\": 19.99, \"currency\": \"JPY\"", "The yen has no decimals."),
                order("\"amount\": 1.999, \"currency\": \"KWD\"", "The Kuwaiti dinar has three decimals."),
                order("\"amount\": {\"value\": 1999}", "Send the number alone."),
                order("\"amount\": 99999999999999", "Check the unit."));
    }

    private static Section currency() {
        return new Section(
                "currency",
                order("\"currency\": \"US$\"", "Send the three letters of ISO 4217."),
                order("\"currency\": \"\u20ac\"", "Send the three letters of ISO 4217."),
                order("\"currency\": \"$\"", "Many currencies have this symbol; send the code."),
                order("\"currency\": \"US Dollar\"", "Send the three letters of ISO 4217."),
                order("\"currency\": 840", "Send the letters, not the number."),
                order("\"currency\": \"BTC\"", "Send the currency that the card was charged in."));
    }

    private static Section dates() {
        return new Section(
                "transactionDate, settledAt, fulfilledAt and other dates",
                order("\"transactionDate\": \"2026-11-01T10:00:00\"", "Append the time zone of the time."),
                order("\"transactionDate\": \"2026-11-01 10:00:00\"", "Write T, and append the time zone."),
                order("\"transactionDate\": \"2026-11-01 10:00:00Z\"", "Write T instead of the blank."),
                order("\"transactionDate\": \"2026-11-01T10:00Z\"", "Send the seconds too."),
                order("\"transactionDate\": \"2026-11-01T10:00:00+01\"", "Send the minutes of the offset too."),
                order("\"transactionDate\": 1793527200", "Convert the time stamp."),
                order("\"transactionDate\": 1793527200000", "Convert the time stamp."),
                order("\"transactionDate\": \"1793527200\"", "Convert the time stamp."),
                order("\"transactionDate\": \"11/01/2026\"", "Write year, month, day."),
                order("\"transactionDate\": \"31/10/2026\"", "Write year, month, day."),
                order("\"transactionDate\": \"01.11.2026\"", "Write year, month, day."),
                order("\"transactionDate\": \"20261101\"", "Write hyphens."),
                order("\"transactionDate\": \"26-11-01\"", "Write the year with four digits."),
                order("\"transactionDate\": \"2026-02-30\"", "Send the right day."),
                order("\"transactionDate\": \"Sun, 01 Nov 2026 10:00:00 GMT\"", "Write year, month, day."),
                order("\"transactionDate\": \"Nov 1, 2026\"", "Write year, month, day."),
                order("\"transactionDate\": \"yesterday\"", "Send a date."),
                order("\"transactionDate\": \"2027-11-01\"", "Check the year."),
                order("\"transactionDate\": \"1970-01-21T18:12:07Z\"", "Check the unit of the time stamp."),
                order("\"settledAt\": \"2026-10-30\"", "Send the day on which the payment was settled."));
    }

    private static Section ip() {
        return new Section(
                "ip",
                order("\"ip\": \"203.0.113.7:443\"", "Remove the port."),
                order("\"ip\": \"[2001:db8::7]:443\"", "Remove the port and the brackets."),
                order("\"ip\": \"[2001:db8::7]\"", "Remove the brackets."),
                order("\"ip\": \"203.0.113.7, 10.0.0.1\"", "Send the last address that is not one of your proxies."),
                order("\"ip\": \"203.0.113.0/24\"", "Send the complete address of the shopper."),
                order("\"ip\": \"shop.example.com\"", "Send the address, not the name."),
                order("\"ip\": \"203.0.113.xxx\"", "Switch off the anonymisation for payments."),
                order("\"ip\": \"203.000.113.007\"", "Remove the leading zeros."),
                order("\"ip\": \"10.0.0.1\"", "Send the shopper's address. Read it before your proxy."),
                order("\"ip\": \"127.0.0.1\"", "Send the shopper's address."),
                order("\"ip\": 3405803783", "Send text in quotes."),
                order("\"ip\": 12", "Send text in quotes."),
                order("\"ip\": \"unknown\"", "Leave the field out."));
    }

    private static Section card() {
        return new Section(
                "bin, last4, brand and cardFingerprint",
                order("\"bin\": \"4242424\"", "Send 6 or 8 digits."),
                order("\"bin\": 424242", "Put the digits in quotes."),
                order("\"bin\": \"411111******1111\"", "Send the two parts as bin and last4."),
                order("\"bin\": \"4111111111111111\"", "Never send a card number."),
                order("\"last4\": 42", "Put the digits in quotes."),
                order("\"last4\": \"**** 4242\"", "Send the four digits alone."),
                order("\"brand\": 1", "Send the name of the network."),
                order("\"brand\": \"vsia\"", "Check the spelling."),
                order("\"brand\": \"Debit Visa\"", "Start with visa, or send visa alone."),
                order("\"brand\": \"Apple Pay\"", "Send the network of the card in the wallet."),
                order("\"cardFingerprint\": \"4111111111111111\"", "Send a token, never the number."),
                order("\"cardFingerprint\": \"fp_1\"", "Send the complete token."),
                order("\"cardFingerprint\": null", "Send a token of the card, or bin and last4."));
    }

    private static Section status() {
        return new Section(
                "status, type and merchandiseOrServices",
                order("\"status\": \"paid\"", "Send succeeded."),
                order("\"status\": \"captured\"", "Send succeeded."),
                order("\"status\": \"declined\"", "Send failed."),
                order("\"status\": \"pending\"", "Upload the order later."),
                order("\"status\": \"refunded\"", "Send the refund in its own field."),
                order("\"status\": \"chargeback\"", "Send the dispute in its own call."),
                order("\"status\": \"x\"", "Send one of the two values."),
                order("\"type\": \"sale\"", "Send purchase, or leave the field out."),
                order("\"type\": \"refund\"", "Send the refund with the order that was paid."),
                order("\"merchandiseOrServices\": \"digital\"", "Send one of the two values."));
    }

    private static Section flags() {
        return new Section(
                "refunded, cardPresent, recurring and other booleans",
                order("\"refunded\": \"true\"", "Remove the quotes."),
                order("\"recurring\": 1", "Send true or false."),
                order("\"cardPresent\": \"no\"", "Send true or false."));
    }

    private static Section refund() {
        return new Section(
                "refundedAmount",
                order("\"refundedAmount\": 2000", "Check the amount and the unit."),
                order("\"refundedAmount\": 19.99", "Send an integer."),
                order("\"refunded\": true, \"refundedAmount\": 100", "Send refunded only if all was refunded."));
    }

    private static Section device() {
        return new Section(
                "deviceId and deviceFingerprint",
                order("\"deviceId\": \"device_182c\"", "Send a longer ID if there is one."),
                order("\"deviceFingerprint\": \"6cbgkj5gm65g\"", "Send the complete fingerprint."),
                order("\"descriptor\": \"" + "SHOP ".repeat(14).strip() + "\"", "Send what the statement shows."));
    }

    private static Section lineItems() {
        return new Section(
                "receipt.lineItems",
                receipt("\"lineItems\": [{\"productName\": \"Tea\"}]", "Send the total of the line as price."),
                receipt("\"lineItems\": [{\"price\": 1999}]", "Send a name."),
                receipt("\"lineItems\": [{\"productName\": \"Tea\", \"price\": 19.99}]", "Send an integer."),
                receipt(
                        "\"lineItems\": [{\"productName\": \"Tea\", \"price\": 1999, \"quantity\": 0}]",
                        "Send the number of pieces."),
                receipt("\"name\": \"Bo Dean\"", "Send the parts of the name."),
                receipt("\"shippingAddress\": \"9 Elm Road, York\"", "Send the parts of the address."),
                receipt("\"lineItems\": {\"productName\": \"Tea\", \"price\": 1999}", "Put the item into a list."),
                receipt("\"items\": []", "Use the name of this interface."));
    }

    private static Section links() {
        return new Section(
                "receipt.merchantInfo",
                receipt("\"merchantInfo\": {\"logoUrl\": \"shop.example/logo.png\"}", "Write https:// before it."),
                receipt("\"merchantInfo\": {\"refundPolicyLink\": \"/refunds\"}", "Send the complete link."));
    }

    private static Section customer() {
        return new Section(
                "receipt.customerEmail",
                receipt("\"customerEmail\": \"Ann <ann@example.com>\"", "Send the address alone."),
                receipt("\"customerEmail\": \"ann\"", "Send the complete address."),
                receipt("\"customerEmail\": 1", "Send text in quotes."));
    }

    private static Section address() {
        String start = "\"shippingAddress\": {\"line1\": \"1 Main St\", \"city\": \"Salem\", ";
        return new Section(
                "receipt.shippingAddress",
                receipt(start + "\"postalCode\": \"97301\", \"country\": \"US\"}", "Send the state."),
                receipt(start + "\"postalCode\": \"97301\"}", "Send the country."),
                receipt(start + "\"postalCode\": \"97301\", \"country\": \"Deutschland\"}", "Send a code, such as DE."),
                receipt(start + "\"country\": \"GB\"}", "Send the postal code."),
                receipt(start + "\"zip\": \"97301\", \"country\": \"GB\"}", "Name the field postalCode."),
                receipt("\"shippingAddress\": \"1 Main St, Salem\"", "Send the parts of the address."));
    }
}
