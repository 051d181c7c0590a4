package org.orderevidence.integration.shopify;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventStatement.EventVersion;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportFormat.HistoryStatements;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Values;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the orders that Shopify's admin exports: a row for each item, of which only the first has the fields of the
 * order. Each order is read as an event with the complete order. docs/integrations.md lists the columns.
 */
final class ShopifyExport implements Export {
    private static final String NAME = "Name";
    private static final String ID = "Id";
    private static final String CREATED = "Created at";
    private static final String FULFILLED = "Fulfilled at";
    private static final String CURRENCY = "Currency";
    private static final String TOTAL = "Total";
    private static final String REFUNDED = "Refunded Amount";
    private static final String FINANCIAL_STATUS = "Financial Status";
    private static final String BILLING_NAME = "Billing Name";
    private static final String SHIPPING_NAME = "Shipping Name";
    private static final String ITEM_NAME = "Lineitem name";
    private static final String ITEM_QUANTITY = "Lineitem quantity";
    private static final String ITEM_PRICE = "Lineitem price";
    private static final String ITEM_DISCOUNT = "Lineitem discount";
    private static final String TOPIC = "orders/updated";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private static final List<ExportFormat.Column> COLUMNS = ExportFormat.Column.table("""
            name = Name
            financial_status = Financial Status
            email = Email
            phone = Phone
            source_name = Source
            shipping_address/address1 = Shipping Address1 | Shipping Street
            shipping_address/address2 = Shipping Address2
            shipping_address/city = Shipping City
            shipping_address/province_code = Shipping Province
            shipping_address/province = Shipping Province Name
            shipping_address/zip = Shipping Zip
            shipping_address/country_code = Shipping Country
            = Id | Created at | Fulfilled at
            = Currency | Total | Refunded Amount
            = Billing Name | Shipping Name
            = Lineitem name | Lineitem quantity | Lineitem price | Lineitem discount""");

    private static final Set<String> IDS = Set.of(
            ID, "Payment ID", "Payment Reference", "Payment References", "Receipt Number", "Device ID", "Checkout ID");

    private static final ExportFormat FORMAT = new ExportFormat(
            "orders export of Shopify",
            "order",
            NAME,
            ID,
            List.of(
                    List.of(NAME),
                    List.of(ID),
                    List.of(CREATED),
                    List.of(CURRENCY),
                    List.of(TOTAL),
                    List.of(FINANCIAL_STATUS)),
            COLUMNS,
            IDS,
            Set.of("Phone", "Billing Phone", "Shipping Phone"));

    private final MapperSettings settings;

    ShopifyExport(MapperSettings settings) {
        this.settings = settings;
    }

    @Override
    public ExportFormat format() {
        return FORMAT;
    }

    @Override
    public List<EventStatement> statements(List<ExportRow> record) throws RowFault {
        ExportRow row = record.getFirst();
        long id = id(row);
        Instant created = row.utc(CREATED);
        Currency currency = row.currency(CURRENCY);
        ObjectNode order = order(row, id, created, currency);
        for (ExportRow each : record) {
            item(each, currency, order);
        }
        fulfillment(row, id, order);
        List<EventStatement> statements = new ArrayList<>(HistoryStatements.of(
                row,
                new Shopify()
                        .map(
                                new Connector.Signed(TOPIC, order.toString().getBytes(StandardCharsets.UTF_8)),
                                settings)));
        EventStatement refund = refund(row, id, created, currency);
        if (refund != null) {
            statements.add(refund);
        }
        return statements;
    }

    private static long id(ExportRow row) throws RowFault {
        String id = row.text(ID);
        if (id == null) {
            throw row.fault(
                    "there is no value: the row is not the first one of an order",
                    "put all rows of an order one after the other, the first one with its ID",
                    ID);
        }
        if (!NUMBER.matcher(id).matches()) {
            throw row.fault(
                    "the value is not a whole number",
                    "export the file again, and do not save it with a spreadsheet program, which shortens numbers",
                    ID);
        }
        return Long.parseLong(id);
    }

    private static ObjectNode order(ExportRow row, long id, Instant created, Currency currency) throws RowFault {
        BigDecimal total = row.amount(currency, TOTAL);
        row.required(NAME);
        ObjectNode order = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("created_at", created.toString())
                .put("processed_at", created.toString())
                .put("updated_at", created.toString())
                .put("currency", currency.getCurrencyCode())
                .put("total_price", total.toPlainString());
        FORMAT.copy(row, order);
        customer(row, order.withObjectProperty("customer"));
        order.putArray("line_items");
        return order;
    }

    private static void customer(ExportRow row, ObjectNode customer) {
        String name = row.text(BILLING_NAME, SHIPPING_NAME);
        int blank = name == null ? -1 : name.lastIndexOf(' ');
        if (name != null && blank > 0) {
            customer.put("first_name", name.substring(0, blank).strip()).put("last_name", name.substring(blank + 1));
        } else {
            customer.put("last_name", name);
        }
    }

    /** A row without item is that of an order without items. */
    private static void item(ExportRow row, Currency currency, ObjectNode order) throws RowFault {
        String name = row.text(ITEM_NAME);
        if (name == null) {
            return;
        }
        String quantity = row.required(ITEM_QUANTITY);
        if (!NUMBER.matcher(quantity).matches()) {
            throw row.fault("the value is not a whole number", "write how many were bought", ITEM_QUANTITY);
        }
        BigDecimal discount = row.amountIfAny(currency, ITEM_DISCOUNT);
        order.withArrayProperty("line_items")
                .addObject()
                .put("name", name)
                .put("quantity", Long.parseLong(quantity))
                .put("price", row.amount(currency, ITEM_PRICE).toPlainString())
                .put("total_discount", discount == null ? null : discount.toPlainString());
    }

    /** The export has no ID of a fulfillment. Those of webhooks are newer. */
    private static void fulfillment(ExportRow row, long id, ObjectNode order) throws RowFault {
        Instant fulfilled = row.utcIfAny(FULFILLED);
        if (fulfilled != null) {
            order.withArrayProperty("fulfillments")
                    .addObject()
                    .put("id", "of-" + id)
                    .put("order_id", id)
                    .put("created_at", fulfilled.toString())
                    .put("status", "success")
                    .putArray("line_items");
        }
    }

    /**
     * The export has only the sum of the refunds. It is stated with a charge, because a sum and the refunds of webhooks
     * are then not added up: the larger one counts. A charge of a webhook, which has a time, is chosen before this one.
     */
    private @Nullable EventStatement refund(ExportRow row, long id, Instant created, Currency currency)
            throws RowFault {
        BigDecimal refunded = row.amountIfAny(currency, REFUNDED);
        if (refunded == null || refunded.signum() == 0) {
            return null;
        }
        try {
            BigDecimal total = row.amount(currency, TOTAL);
            int share = total.signum() <= 0
                    ? 0
                    : (int) Math.min(EventVersion.MAX_RANK, refunded.doubleValue() / total.doubleValue() * 999);
            Values draft =
                    new Values(OrderFields.ORDER).put(new StatedRefund(false, MinorUnits.signed(refunded, currency)));
            return HistoryStatements.beforeEvents(settings.object(
                    PlatformObject.Kind.CHARGE,
                    "transaction/of-" + id,
                    EventVersion.of(created, Math.max(0, share), "of-" + id),
                    draft,
                    Links.of(
                            List.of(Shopify.order(id)),
                            settings.hint(OrderIdHint.Kind.SHOP_ORDER_NAME, row.required(NAME)))));
        } catch (UnmappableEvent | IllegalArgumentException odd) {
            throw row.fault("the amount is not supported", "write an amount from 0 to the total", REFUNDED);
        }
    }
}
