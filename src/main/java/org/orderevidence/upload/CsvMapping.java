package org.orderevidence.upload;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.upload.ColumnField.Cell;
import org.orderevidence.upload.ColumnField.Found;
import org.orderevidence.upload.ColumnField.Match;
import org.orderevidence.upload.Records.CsvColumns;

public final class CsvMapping implements CsvColumns {
    private static final String UTC = "(UTC)";
    private static final char REPLACEMENT = '\uFFFD';

    /** Columns that no export of payments or orders has, by what the files that have them contain. */
    private static final String OTHERS = """
            payouts: Arrival Date (UTC), Arrival Date, Payout Date, Payout Status, Payout ID
            refunds: Refund ID, Refund Reason, Refund Date (UTC)
            fees or balance transactions: Available On (UTC), Net Debit (NC), Gross Debit (GC), Record Type, Main Amount
            fees or balance transactions: balance_transaction_id
            customers: Delinquent, Total Spend, Total Spent, Accepts Email Marketing
            products: Handle, Variant SKU, Unit Label
            prices: Price ID, Billing Scheme
            invoices: Amount Due, Amount Remaining, Hosted Invoice URL
            subscriptions: Current Period Start (UTC), Current Period End (UTC)
            disputes: Dispute PSP Reference, Dispute Amount
            transfers: Transfer ID
            """;

    /** The ID of an object of Stripe that is not a payment. */
    private static final Pattern OTHER_OBJECT = Pattern.compile("(?!ch_|py_|pi_)[a-z]{2,5}_[0-9A-Za-z]{8,}");

    /** Types of Adyen's report for what happened to a payment after it was approved. */
    private static final Pattern LATER = Pattern.compile(
            "(?i)(?:sentfor)?refund(?!edreversed).*|cancelled|expired|capturefailed|.*chargeback.*|refused|error");

    /** States of disputes in Stripe's export that have no effect on the payment. */
    private static final Pattern NO_DISPUTE = Pattern.compile("(?i)|warning.*|prevented");

    private final List<String> header;
    final CsvOptions options;

    /** The field of each column; null for one that is ignored. */
    final @Nullable ColumnField[] fields;

    private final Map<String, Integer> columns = new HashMap<>();
    private final @Nullable KnownExport export;
    /** The form of the amounts. */
    Amounts amounts;

    private CsvMapping(List<String> names, CsvOptions options) {
        this.header = names.stream().map(SpreadsheetText::text).toList();
        this.options = options;
        this.fields = new ColumnField[header.size()];
        this.export =
                options.columns().isOrder() ? KnownExport.recognised(header).orElse(null) : null;
        this.amounts = options.amounts();
    }

    /**
     * Maps the columns of a header. An option has priority over the columns of a known export, and those over the name of
     * a column. A column with the field's own name has priority over one with a similar name, and that one over a synonym.
     *
     * @throws UnusableInput if two columns have the same field, a required field has no column, or an option is wrong
     */
    static CsvMapping of(List<String> names, CsvOptions options) {
        CsvMapping mapping = new CsvMapping(names, options);
        if (mapping.header.stream().anyMatch(name -> name.indexOf(REPLACEMENT) >= 0)) {
            throw UnusableInput.atStart("the header row is not "
                    + options.answers().encoding() + ". " + options.advice().encoding());
        }
        Optional<String> kind = mapping.isOfProcessor() ? otherKind(mapping.header) : Optional.empty();
        if (kind.isPresent()) {
            throw UnusableInput.atStart("this is an export of " + kind.get() + ", not of payments or orders.");
        }
        mapping.map();
        return mapping;
    }

    /** Returns what a file without payments and orders has, such as {@code payouts}; empty if it can have them. */
    public static Optional<String> otherKind(List<String> header) {
        List<String> names = header.stream().map(ColumnField::letters).toList();
        return OTHERS.lines()
                .map(line -> line.split(": ", 2))
                .filter(kind -> Stream.of(kind[1].split(", ", -1))
                        .map(ColumnField::letters)
                        .anyMatch(names::contains))
                .map(kind -> kind[0])
                .findFirst();
    }

    private boolean isOfProcessor() {
        return export != null && export.importer() != null;
    }

    /** Returns true if a row of a processor's export is no payment, such as a refund. */
    boolean isOther(List<String> cells) {
        return isOfProcessor() && OTHER_OBJECT.matcher(text(cells, "id")).matches();
    }

    /** Returns true for a test payment in an export of Stripe that a key for live data uploads. */
    boolean isOfOtherMode(List<String> cells) {
        return isOfProcessor() && !options.isTest() && text(cells, "Mode").equalsIgnoreCase("test");
    }

    /** Returns true if a row of a processor's export is a payment by the merchant, as the import of the file reads it. */
    boolean isRenewal(List<String> cells) {
        if (!isOfProcessor()) {
            return false;
        }
        String description = text(cells, "Description");
        String model = text(cells, "Recurring Processing Model");
        return description.equals("Subscription update")
                || (!text(cells, "Invoice ID").isEmpty() && !description.equals("Subscription creation"))
                || text(cells, "Source").startsWith("subscription_contract")
                || (text(cells, "Shopper Interaction").equalsIgnoreCase("ContAuth")
                        && (model.equalsIgnoreCase("Subscription") || model.equalsIgnoreCase("UnscheduledCardOnFile")));
    }

    /** Returns the status of a row, with what other columns of an export state about its refund or dispute. */
    String status(List<String> cells, String stated) {
        if (!isOfProcessor()) {
            return stated;
        }
        if (!NO_DISPUTE.matcher(text(cells, "Dispute Status")).matches()) {
            return "disputed";
        }
        String type = text(cells, "Type").replace(" ", "");
        return LATER.matcher(type).matches() ? type : stated;
    }

    /** Returns the zone that a row of a report states for its times; empty text if it states none. */
    String zone(List<String> cells) {
        return isOfProcessor() ? text(cells, "TimeZone") : "";
    }

    private String text(List<String> cells, String column) {
        int index = header.indexOf(column);
        return index < 0 ? "" : SpreadsheetText.text(cells.get(index));
    }

    /** Returns the fields that columns mean by their names alone, by their position. Required fields may be missing. */
    static Map<Integer, String> meant(List<String> names) {
        CsvMapping mapping = new CsvMapping(names, new CsvOptions(Map.of(), Amounts.AUTO, CsvOptions.Advice.PAGE));
        try {
            mapping.map();
        } catch (UnusableInput incomplete) {
            // The fields that were found until then are shown, and the fault of the selection is.
        }
        return mapping.mapped()
                .boxed()
                .collect(Collectors.toMap(i -> i, i -> mapping.mappedField(i).name()));
    }

    private void map() {
        boolean[] isSet = new boolean[fields.length];
        options.fields().forEach((column, field) -> {
            int index = index(column);
            isSet[index] = true;
            if (!field.isEmpty()) {
                take(
                        index,
                        options.columns()
                                .find(field)
                                .map(Found::field)
                                .orElseThrow(() -> UnusableInput.atStart(options.advice()
                                                .prefix()
                                        + (options.columns().isOrder() ? "an order" : "a dispute") + " has no field "
                                        + field
                                        + ". Fields have the names of the interface, such as"
                                        + " receipt.customerEmail.")));
            }
        });
        if (export != null) {
            export.columns(header).forEach((index, field) -> {
                if (!isSet[index] && !field.isEmpty() && !columns.containsKey(field)) {
                    take(index, options.columns().named(field));
                }
                isSet[index] = true;
            });
        }
        for (Match match : Match.values()) {
            Map<String, Integer> better = Map.copyOf(columns);
            for (int i = 0; i < fields.length; i++) {
                Optional<Found> found =
                        isSet[i] ? Optional.empty() : options.columns().find(header.get(i));
                if (found.isPresent() && found.get().match() == match) {
                    String name = found.get().field().name();
                    if (!better.containsKey(name) && !(match == Match.LIKELY && columns.containsKey(name))) {
                        take(i, found.get().field());
                    }
                }
            }
        }
        requireAll();
    }

    private int index(String column) {
        int index = header.indexOf(column);
        if (index < 0) {
            throw UnusableInput.atStart(options.advice().prefix() + "the file has no column " + column
                    + ". Its columns are: " + String.join(", ", header));
        }
        if (index != header.lastIndexOf(column)) {
            throw UnusableInput.atStart(
                    options.advice().prefix() + "the file has two columns " + column + ". Rename one.");
        }
        return index;
    }

    private void take(int index, ColumnField field) {
        fields[index] = field;
        Integer other = columns.put(field.name(), index);
        if (other != null) {
            throw UnusableInput.atStart("the columns " + header.get(other) + " and " + header.get(index) + " both mean "
                    + field.name() + ". " + options.advice().ignore(header.get(other)));
        }
    }

    private void requireAll() {
        if (columns.isEmpty()) {
            throw UnusableInput.atStart("the input is not JSON, and its first line is not the header row of a CSV file."
                    + " A header row has column names such as "
                    + String.join(", ", options.columns().required()) + ".");
        }
        List<String> missing = options.columns().required().stream()
                .filter(field -> !columns.containsKey(field) && !(currency() != null && field.equals("currency")))
                .toList();
        if (!missing.isEmpty()) {
            throw UnusableInput.atStart("no column for " + String.join(", ", missing) + ". "
                    + options.advice().name(missing.getFirst())
                    + (missing.contains("currency") ? options.advice().currency() : "")
                    + " The columns are: " + String.join(", ", header));
        }
    }

    /** Returns this mapping with the form of amounts that the first rows show, if the options leave it open. */
    CsvMapping withAmountsOf(List<List<String>> rows) {
        if (options.amounts() == Amounts.AUTO) {
            List<String> texts = mapped().filter(i -> mappedField(i).kind() == Cell.AMOUNT)
                    .boxed()
                    .flatMap(i ->
                            rows.stream().filter(row -> i < row.size()).map(row -> SpreadsheetText.text(row.get(i))))
                    .toList();
            amounts = Amounts.shownBy(texts).orElse(export == null ? Amounts.MINOR : Amounts.DECIMAL);
        }
        return this;
    }

    /** Returns the currency of a row that names none; null if there is none. */
    @Nullable
    String currency() {
        return options.answers().currency();
    }

    /** Returns the zone of a column's times that name none; null if it is not known. */
    @Nullable
    ZoneId zone(int column) {
        return header.get(column).endsWith(UTC)
                ? ZoneOffset.UTC
                : options.answers().zone();
    }

    /** Returns the form of dates; null for those that are always read. */
    @Nullable
    DateTimeFormatter dateFormat() {
        String answered = options.answers().dateFormat();
        String form = answered == null && export != null ? export.dateFormat() : answered;
        return form == null ? null : CsvOptions.Answers.formatter(form);
    }

    /** Returns the status or truth value that a word means only in this export; the word itself if there is none. */
    String meaning(String word) {
        return export == null ? word : export.status().getOrDefault(word, word);
    }

    /** Returns true if a field has how the customer paid or bought: only words for a shop in a street are known. */
    boolean isChannel(ColumnField field) {
        return export != null && field.name().equals("cardPresent");
    }

    /** Returns true if 0 in a field means a customer without account, as shops export it. */
    boolean isGuest(ColumnField field) {
        return export != null && field.name().equals("customerAccountId");
    }

    /** Returns true if a row can be one of several of its order. */
    boolean hasRowItems() {
        return mapped().anyMatch(i -> mappedField(i).item() == ColumnField.ROW_ITEM);
    }

    /** Returns the index of a field's column; negative if it has none. */
    int columnOf(String field) {
        return columns.getOrDefault(field, -1);
    }

    /** Returns the name of a column as messages show it. */
    String column(int column) {
        return '"' + printable(header.get(column)) + '"';
    }

    private IntStream mapped() {
        return IntStream.range(0, fields.length).filter(i -> fields[i] != null);
    }

    private ColumnField mappedField(int column) {
        return Objects.requireNonNull(fields[column]);
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (export != null) {
            notes.add("this is an export of " + export.title()
                    + (export.importer() == null
                            ? ""
                            : "; with an integration, ./evidence import " + export.importer() + " also reads it"));
        }
        if (options.amounts() == Amounts.AUTO) {
            notes.add("amounts are read as "
                    + switch (amounts) {
                        case MINOR, AUTO -> "minor units (1999 for 19.99 USD): none of the first rows has decimals";
                        case DECIMAL -> "decimal, with a point (19.99)";
                        case DECIMAL_COMMA -> "decimal, with a comma (19,99)";
                    });
        }
        if (currency() != null) {
            notes.add("rows without currency are in " + currency());
        }
        if (options.answers().zone() != null) {
            notes.add("times without zone are in " + options.answers().zone());
        }
        if (export == null) {
            mapped().filter(i -> !options.fields().containsKey(header.get(i)))
                    .filter(i -> options.columns()
                            .find(header.get(i))
                            .filter(found -> found.match() == Match.LIKELY)
                            .isPresent())
                    .forEach(i -> notes.add("the column " + column(i) + " is taken as " + target(i)));
        }
        return notes;
    }

    @Override
    public List<String> names() {
        return header;
    }

    @Override
    public List<String> lines() {
        int width = header.stream().mapToInt(String::length).max().orElse(0);
        return IntStream.range(0, fields.length)
                .mapToObj(i -> printable(header.get(i))
                        + " ".repeat(width - header.get(i).length()) + " -> " + target(i))
                .toList();
    }

    @Override
    public String summary() {
        return mapped().mapToObj(i -> printable(header.get(i)) + " -> " + target(i))
                .collect(Collectors.joining(", "));
    }

    @Override
    public String ignored() {
        return IntStream.range(0, fields.length)
                .filter(i -> fields[i] == null && !header.get(i).isEmpty())
                .mapToObj(i -> printable(header.get(i)))
                .collect(Collectors.joining(", "));
    }

    private String target(int column) {
        ColumnField field = fields[column];
        if (field == null) {
            return "ignored";
        }
        return field.name() + (field.kind() == Cell.AMOUNT ? " (" + amounts.description() + ")" : "");
    }

    /** Returns a text without control characters, which a terminal would obey. */
    private static String printable(String text) {
        return text.chars().anyMatch(Character::isISOControl) ? text.replaceAll("\\p{Cntrl}", "?") : text;
    }

    @Override
    public String identity() {
        return header + " " + Arrays.toString(fields) + " " + amounts + " " + options.answers();
    }

    /**
     * A file that a shop system or a processor exports, recognised by its columns.
     *
     * @param importer the platform of the command {@code import} that reads it too; null if there is none
     * @param signatures sets of columns: a header with all columns of one set is this export
     * @param dateFormat form of its dates; null for those that are always read
     * @param status the status of a charge, or {@code true}, for words that mean something else elsewhere
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
         * One export after a line with its name. "A, B = c" is the field of two columns, and "A =" ignores one. Columns with
         * the name of their field are left out. Shopify's subtotal is after discounts, the prices of Magento and Etsy
         * have no line items, and Stripe's customer is no login, so these are left out too.
         */
        private static final String TABLE = """
                WooCommerce
                signature: order_id, order_total, billing_email
                signature: order_number, order_total, billing_email
                signature: Order Number, Order Total Amount, Order Status
                signature: order_id, order_total, order_currency
                status: processing succeeded
                order_number, order_id = id
                order_total, Order Total Amount = amount
                order_currency, Currency = currency
                order_date, date = transactionDate
                status, order_status = status
                refunded_total, Order Refund Amount = refundedAmount
                customer_ip_address = ip
                customer_id, customer_user = customerAccountId
                billing_email, Email (Billing) = receipt.customerEmail
                billing_phone, Phone (Billing) = receipt.customerPhone
                billing_first_name, First Name (Billing) = receipt.name.givenName
                billing_last_name, Last Name (Billing) = receipt.name.familyName
                billing_address_1, Address 1&2 (Billing) = receipt.billingAddress.line1
                billing_address_2 = receipt.billingAddress.line2
                billing_city, City (Billing) = receipt.billingAddress.city
                billing_postcode, Postcode (Billing) = receipt.billingAddress.postalCode
                billing_country, Country Code (Billing) = receipt.billingAddress.country
                shipping_address_1, Address 1&2 (Shipping) = receipt.shippingAddress.line1
                shipping_address_2 = receipt.shippingAddress.line2
                shipping_city, City (Shipping) = receipt.shippingAddress.city
                State Code (Shipping) = receipt.shippingAddress.countrySubdivision
                shipping_postcode, Postcode (Shipping) = receipt.shippingAddress.postalCode
                shipping_country, Country Code (Shipping) = receipt.shippingAddress.country
                item_name = receipt.lineItems[].productName
                item_quantity, Quantity = receipt.lineItems[].quantity
                item_total = receipt.lineItems[].price
                Item Cost = receipt.lineItems[].unitPrice

                Shopify
                import: shopify
                signature: Name, Financial Status, Lineitem name
                signature: Name, Financial Status, Created at, Total
                status: pos true
                Name = id
                Source = cardPresent
                Id, Paid at, Subtotal =
                Total = amount
                Created at = transactionDate
                Financial Status = status
                Email = receipt.customerEmail
                Phone = receipt.customerPhone
                Shipping = receipt.totals.shipping
                Taxes = receipt.totals.tax
                Billing Name = receipt.name
                Billing Address1, Billing Street = receipt.billingAddress.line1
                Billing Address2 = receipt.billingAddress.line2
                Billing Zip = receipt.billingAddress.postalCode
                Shipping Address1, Shipping Street = receipt.shippingAddress.line1
                Shipping Address2 = receipt.shippingAddress.line2
                Shipping Zip = receipt.shippingAddress.postalCode
                Lineitem name = receipt.lineItems[].productName
                Lineitem quantity = receipt.lineItems[].quantity
                Lineitem price = receipt.lineItems[].unitPrice

                Stripe
                import: stripe
                signature: id, Created date (UTC), Amount
                signature: id, Created (UTC), Amount
                status: card_present true, interac_present true
                order_id (metadata), id = id
                Payment Source Type = cardPresent
                Created date (UTC), Created (UTC) = transactionDate
                Amount Refunded = refundedAmount
                Description = receipt.description
                Statement Descriptor = descriptor
                Shipping Address State = receipt.shippingAddress.countrySubdivision
                Card Last4 = last4
                Card Brand = brand
                Card IIN = bin
                oe_ip (metadata) = ip
                oe_account (metadata) = customerAccountId
                Customer ID =
                oe_device (metadata) = deviceId

                Adyen
                import: adyen
                signature: Psp Reference, Creation Date, TimeZone
                status: approved succeeded, refused failed, capturefailed failed, pos true, sentforsettle succeeded
                status: sentforrefund refunded, refundedbulk refunded, refundedexternally refunded, settledbulk succeeded
                Shopper Interaction = cardPresent
                Merchant Reference = id
                Psp Reference = gatewayTransactionId
                Creation Date = transactionDate
                Acquirer Response, Type = status
                Payment Method = brand
                Issuer BIN = bin
                Card Summary = last4
                Authorisation Code = authCode
                Shopper IP = ip
                Shopper Reference = customerAccountId
                Shopper Email = receipt.customerEmail

                Magento
                signature: ID, Purchase Date, Grand Total (Purchased)
                dates: MMM d, yyyy[,] h:mm:ss a
                status: processing succeeded, closed refunded
                Purchase Date = transactionDate
                Grand Total (Purchased) = amount
                Grand Total (Base), Subtotal =
                Total Refunded = refundedAmount
                Customer Name, Bill-to Name = receipt.name

                Etsy
                signature: Sale Date, Order ID, Order Total
                dates: MM/dd/yy
                Sale Date = transactionDate
                Order ID = id
                Order Total = amount
                Status, First Name, Last Name =
                Full Name = receipt.name
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
                    String[] columns = line.split(" ?= ?", 2);
                    Arrays.stream(columns[0].split(", ", -1))
                            .forEach(column -> fields.put(ColumnField.letters(column), columns[1]));
                }
            }
            return new KnownExport(lines.getFirst(), importer, signatures, dateFormat, status, fields);
        }
    }
}
