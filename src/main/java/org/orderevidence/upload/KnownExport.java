package org.orderevidence.upload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that a shop system or a processor exports, recognised by its columns.
 *
 * @param title its name in messages
 * @param importer the platform of the command {@code import} that reads it too; null if there is none
 * @param signatures sets of columns: a header with all columns of one set is this export
 * @param dateFormat form of its dates; null for those that are always read
 * @param status the status of a charge for words that mean something else elsewhere
 * @param fields the field of each column, by the letters of its name; the first of several columns of a field wins
 */
record KnownExport(
        String title,
        @Nullable String importer,
        List<List<String>> signatures,
        @Nullable String dateFormat,
        Map<String, String> status,
        Map<String, String> fields) {
    /**
     * One export after a line with its name. "A = b" is the field of a column, and "A =" ignores it. Columns with the name
     * of their field are left out. Shopify's subtotal is after discounts and the prices of Magento and Etsy have no line
     * items, so these are left out too.
     */
    private static final String TABLE = """
            WooCommerce
            signature: order_id, order_total, billing_email
            signature: order_number, order_total, billing_email
            signature: Order Number, Order Total Amount, Order Status
            signature: order_id, order_total, order_currency
            status: processing succeeded
            order_number = id
            Order Number = id
            order_id = id
            order_total = amount
            Order Total Amount = amount
            order_currency = currency
            Currency = currency
            order_date = transactionDate
            date = transactionDate
            Order Date = transactionDate
            status = status
            order_status = status
            refunded_total = refundedAmount
            Order Refund Amount = refundedAmount
            customer_ip_address = ip
            customer_id = customerAccountId
            customer_user = customerAccountId
            billing_email = receipt.customerEmail
            Email (Billing) = receipt.customerEmail
            billing_phone = receipt.customerPhone
            Phone (Billing) = receipt.customerPhone
            billing_first_name = receipt.name.givenName
            First Name (Billing) = receipt.name.givenName
            billing_last_name = receipt.name.familyName
            Last Name (Billing) = receipt.name.familyName
            billing_address_1 = receipt.billingAddress.line1
            Address 1&2 (Billing) = receipt.billingAddress.line1
            billing_address_2 = receipt.billingAddress.line2
            billing_city = receipt.billingAddress.city
            City (Billing) = receipt.billingAddress.city
            billing_postcode = receipt.billingAddress.postalCode
            Postcode (Billing) = receipt.billingAddress.postalCode
            billing_country = receipt.billingAddress.country
            Country Code (Billing) = receipt.billingAddress.country
            shipping_address_1 = receipt.shippingAddress.line1
            Address 1&2 (Shipping) = receipt.shippingAddress.line1
            shipping_address_2 = receipt.shippingAddress.line2
            shipping_city = receipt.shippingAddress.city
            City (Shipping) = receipt.shippingAddress.city
            shipping_postcode = receipt.shippingAddress.postalCode
            Postcode (Shipping) = receipt.shippingAddress.postalCode
            shipping_country = receipt.shippingAddress.country
            Country Code (Shipping) = receipt.shippingAddress.country
            item_name = receipt.lineItems[].productName
            Item Name = receipt.lineItems[].productName
            item_quantity = receipt.lineItems[].quantity
            Quantity = receipt.lineItems[].quantity
            item_total = receipt.lineItems[].price
            Item Cost = receipt.lineItems[].unitPrice

            Shopify
            import: shopify
            signature: Name, Financial Status, Lineitem name
            signature: Name, Financial Status, Created at, Total
            Name = id
            Id =
            Total = amount
            Created at = transactionDate
            Paid at =
            Financial Status = status
            Email = receipt.customerEmail
            Phone = receipt.customerPhone
            Shipping = receipt.totals.shipping
            Taxes = receipt.totals.tax
            Subtotal =
            Billing Name = receipt.name
            Billing Address1 = receipt.billingAddress.line1
            Billing Street = receipt.billingAddress.line1
            Billing Address2 = receipt.billingAddress.line2
            Billing Zip = receipt.billingAddress.postalCode
            Shipping Address1 = receipt.shippingAddress.line1
            Shipping Street = receipt.shippingAddress.line1
            Shipping Address2 = receipt.shippingAddress.line2
            Shipping Zip = receipt.shippingAddress.postalCode
            Lineitem name = receipt.lineItems[].productName
            Lineitem quantity = receipt.lineItems[].quantity
            Lineitem price = receipt.lineItems[].unitPrice

            Stripe
            import: stripe
            signature: id, Created date (UTC), Amount
            signature: id, Created (UTC), Amount
            order_id (metadata) = id
            id = id
            Created date (UTC) = transactionDate
            Created (UTC) = transactionDate
            Amount Refunded = refundedAmount
            Description = receipt.description
            Statement Descriptor = descriptor
            Card Last4 = last4
            Card Brand = brand
            Card IIN = bin
            oe_ip (metadata) = ip
            oe_account (metadata) = customerAccountId
            Customer ID = customerAccountId
            oe_device (metadata) = deviceId

            Adyen
            import: adyen
            signature: Psp Reference, Creation Date, TimeZone
            status: approved succeeded, refused failed
            Merchant Reference = id
            Psp Reference = gatewayTransactionId
            Creation Date = transactionDate
            Acquirer Response = status
            Type =
            Payment Method = brand
            Issuer BIN = bin
            Card Summary = last4
            Authorisation Code = authCode
            Shopper IP = ip
            Shopper Reference = customerAccountId
            Shopper Email = receipt.customerEmail

            Magento
            signature: ID, Purchase Date, Grand Total (Purchased)
            dates: MMM d, yyyy h:mm:ss a
            status: processing succeeded, closed refunded
            Purchase Date = transactionDate
            Grand Total (Purchased) = amount
            Grand Total (Base) =
            Total Refunded = refundedAmount
            Customer Name = receipt.name
            Bill-to Name = receipt.name
            Subtotal =

            Etsy
            signature: Sale Date, Order ID, Order Total
            dates: MM/dd/yy
            Sale Date = transactionDate
            Order ID = id
            Order Total = amount
            Status =
            Full Name = receipt.name
            First Name =
            Last Name =
            Shipping = receipt.totals.shipping
            Sales Tax = receipt.totals.tax
            Street 1 = receipt.shippingAddress.line1
            Street 2 = receipt.shippingAddress.line2
            Ship City = receipt.shippingAddress.city
            Ship Zipcode = receipt.shippingAddress.postalCode
            """;

    private static final List<KnownExport> ALL = Arrays.stream(TABLE.split("\n\n", -1))
            .map(export -> read(export.lines().toList()))
            .toList();

    KnownExport {
        signatures = List.copyOf(signatures);
        status = Map.copyOf(status);
    }

    /** Returns the export with this header; empty if it is none that is known. */
    static Optional<KnownExport> recognised(List<String> header) {
        List<String> names = header.stream().map(ColumnField::letters).toList();
        return ALL.stream()
                .filter(export -> export.signatures.stream().anyMatch(names::containsAll))
                .findFirst();
    }

    /** Returns the fields of a header's columns, by their position; those of other columns are left out. */
    Map<Integer, String> columns(List<String> header) {
        List<String> names = header.stream().map(ColumnField::letters).toList();
        Map<Integer, String> columns = new LinkedHashMap<>();
        List<String> taken = new ArrayList<>();
        fields.forEach((column, field) -> {
            int index = names.indexOf(column);
            if (index >= 0) {
                boolean isIgnored = field.isEmpty() || taken.contains(field);
                columns.put(index, isIgnored ? "" : field);
                taken.add(field);
            }
        });
        return columns;
    }

    private static KnownExport read(List<String> lines) {
        String importer = null;
        String dateFormat = null;
        List<List<String>> signatures = new ArrayList<>();
        Map<String, String> status = new HashMap<>();
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String value = line.substring(line.indexOf(": ") + 1).strip();
            if (line.startsWith("signature: ")) {
                signatures.add(Arrays.stream(value.split(", ", -1))
                        .map(ColumnField::letters)
                        .toList());
            } else if (line.startsWith("import: ")) {
                importer = value;
            } else if (line.startsWith("dates: ")) {
                dateFormat = value;
            } else if (line.startsWith("status: ")) {
                Arrays.stream(value.split(", ", -1))
                        .forEach(word -> status.put(
                                word.substring(0, word.indexOf(' ')), word.substring(word.indexOf(' ') + 1)));
            } else {
                int equals = line.lastIndexOf('=');
                fields.putIfAbsent(
                        ColumnField.letters(line.substring(0, equals)),
                        line.substring(equals + 1).strip());
            }
        }
        return new KnownExport(lines.getFirst(), importer, signatures, dateFormat, status, fields);
    }
}
