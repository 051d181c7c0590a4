package org.orderevidence.integration.shopify;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventDraft;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.Export;
import org.orderevidence.integration.ExportAmounts;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportRecord;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportTimes;
import org.orderevidence.integration.HistoryStatements;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.integration.RowFault;
import org.orderevidence.integration.StatementDraft;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.StatedRefund;

/**
 * Reads the orders that Shopify's admin exports: a row for each item, of which only the first has the fields of the
 * order. Each order is read as an event with the complete order. docs/integrations.md lists the columns.
 */
public final class ShopifyExport implements Export {
    private static final String NAME = "Name";
    private static final String ID = "Id";
    private static final String CREATED = "Created at";
    private static final String FULFILLED = "Fulfilled at";
    private static final String CURRENCY = "Currency";
    private static final String TOTAL = "Total";
    private static final String REFUNDED = "Refunded Amount";
    private static final String FINANCIAL_STATUS = "Financial Status";
    private static final String EMAIL = "Email";
    private static final String PHONE = "Phone";
    private static final String SOURCE = "Source";
    private static final String BILLING_NAME = "Billing Name";
    private static final String SHIPPING_NAME = "Shipping Name";
    private static final String ITEM_NAME = "Lineitem name";
    private static final String ITEM_QUANTITY = "Lineitem quantity";
    private static final String ITEM_PRICE = "Lineitem price";
    private static final String ITEM_DISCOUNT = "Lineitem discount";
    private static final String LINE1 = "Shipping Address1";
    private static final String STREET = "Shipping Street";
    private static final String LINE2 = "Shipping Address2";
    private static final String CITY = "Shipping City";
    private static final String PROVINCE = "Shipping Province";
    private static final String PROVINCE_NAME = "Shipping Province Name";
    private static final String ZIP = "Shipping Zip";
    private static final String COUNTRY = "Shipping Country";
    private static final String TOPIC = "orders/updated";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private static final Set<String> KNOWN = Set.of(
            NAME,
            ID,
            CREATED,
            FULFILLED,
            CURRENCY,
            TOTAL,
            REFUNDED,
            FINANCIAL_STATUS,
            EMAIL,
            PHONE,
            SOURCE,
            BILLING_NAME,
            SHIPPING_NAME,
            ITEM_NAME,
            ITEM_QUANTITY,
            ITEM_PRICE,
            ITEM_DISCOUNT,
            LINE1,
            STREET,
            LINE2,
            CITY,
            PROVINCE,
            PROVINCE_NAME,
            ZIP,
            COUNTRY);

    private static final Set<String> IDS = Set.of(
            ID, "Payment ID", "Payment Reference", "Payment References", "Receipt Number", "Device ID", "Checkout ID");

    private static final Set<String> TELEPHONES = Set.of(PHONE, "Billing Phone", "Shipping Phone");

    private static final ExportFormat FORMAT = new ExportFormat(
            Platform.SHOPIFY,
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
            KNOWN,
            IDS,
            TELEPHONES);

    private final ShopifySettings settings;

    public ShopifyExport(ShopifySettings settings) {
        this.settings = settings;
    }

    @Override
    public ExportFormat format() {
        return FORMAT;
    }

    @Override
    public List<EventStatement> statements(ExportRecord record) throws RowFault {
        ExportRow row = record.first();
        long id = id(row);
        Instant created = ExportTimes.utc(row, CREATED);
        Currency currency = ExportAmounts.currency(row, CURRENCY);
        EventDraft order = order(row, id, created, currency);
        for (ExportRow each : record.rows()) {
            item(each, currency, order);
        }
        fulfillment(row, id, order);
        List<EventStatement> statements = new ArrayList<>(HistoryStatements.of(
                row, new ShopifyMapper(settings).map(new Webhook(Map.of("X-Shopify-Topic", TOPIC), order.bytes()))));
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

    private static EventDraft order(ExportRow row, long id, Instant created, Currency currency) throws RowFault {
        BigDecimal total = ExportAmounts.amount(row, currency, TOTAL);
        EventDraft order = new EventDraft()
                .put("id", id)
                .put("name", row.required(NAME))
                .put("created_at", created.toString())
                .put("processed_at", created.toString())
                .put("updated_at", created.toString())
                .put("financial_status", row.text(FINANCIAL_STATUS))
                .put("currency", currency.getCurrencyCode())
                .put("total_price", total.toPlainString())
                .put("email", row.text(EMAIL))
                .put("phone", row.text(PHONE))
                .put("source_name", row.text(SOURCE));
        customer(row, order.in("customer"));
        order.in("shipping_address")
                .put("address1", row.text(LINE1, STREET))
                .put("address2", row.text(LINE2))
                .put("city", row.text(CITY))
                .put("province_code", row.text(PROVINCE))
                .put("province", row.text(PROVINCE_NAME))
                .put("zip", row.text(ZIP))
                .put("country_code", row.text(COUNTRY));
        return order.list("line_items");
    }

    private static void customer(ExportRow row, EventDraft customer) {
        String name = row.text(BILLING_NAME, SHIPPING_NAME);
        int blank = name == null ? -1 : name.lastIndexOf(' ');
        if (name != null && blank > 0) {
            customer.put("first_name", name.substring(0, blank).strip()).put("last_name", name.substring(blank + 1));
        } else {
            customer.put("last_name", name);
        }
    }

    /** A row without item is that of an order without items. */
    private static void item(ExportRow row, Currency currency, EventDraft order) throws RowFault {
        String name = row.text(ITEM_NAME);
        if (name == null) {
            return;
        }
        String quantity = row.required(ITEM_QUANTITY);
        if (!NUMBER.matcher(quantity).matches()) {
            throw row.fault("the value is not a whole number", "write how many were bought", ITEM_QUANTITY);
        }
        BigDecimal discount = ExportAmounts.amountIfAny(row, currency, ITEM_DISCOUNT);
        order.item("line_items")
                .put("name", name)
                .put("quantity", Long.parseLong(quantity))
                .put("price", ExportAmounts.amount(row, currency, ITEM_PRICE).toPlainString())
                .put("total_discount", discount == null ? null : discount.toPlainString());
    }

    /** The export has no ID of a fulfillment. Those of webhooks are newer. */
    private static void fulfillment(ExportRow row, long id, EventDraft order) throws RowFault {
        Instant fulfilled = ExportTimes.utcIfAny(row, FULFILLED);
        if (fulfilled != null) {
            order.item("fulfillments")
                    .put("id", "of-" + id)
                    .put("order_id", id)
                    .put("created_at", fulfilled.toString())
                    .put("status", "success")
                    .list("line_items");
        }
    }

    /**
     * The export has only the sum of the refunds. It is stated with a charge, because a sum and the refunds of webhooks
     * are then not added up: the larger one counts. A charge of a webhook, which has a time, is chosen before this one.
     */
    private @Nullable EventStatement refund(ExportRow row, long id, Instant created, Currency currency)
            throws RowFault {
        BigDecimal refunded = ExportAmounts.amountIfAny(row, currency, REFUNDED);
        if (refunded == null || refunded.signum() == 0) {
            return null;
        }
        MapperSettings common = settings.common();
        try {
            BigDecimal total = ExportAmounts.amount(row, currency, TOTAL);
            int share = total.signum() <= 0
                    ? 0
                    : (int) Math.min(EventVersion.MAX_RANK, refunded.doubleValue() / total.doubleValue() * 999);
            StatementDraft draft =
                    new StatementDraft().refund(new StatedRefund(false, MinorUnits.signed(refunded, currency)));
            return HistoryStatements.beforeEvents(new EventStatement.OfPart(
                    common.part(
                            "transaction/of-" + id,
                            EventVersion.of(created, Math.max(0, share), "of-" + id),
                            new PlatformObject(PlatformObject.Kind.CHARGE, draft.statement())),
                    null,
                    Links.of(
                            List.of(ShopifyLinks.order(id)),
                            common.hint(OrderIdHint.Kind.SHOP_ORDER_NAME, row.required(NAME)))));
        } catch (UnmappableEvent | IllegalArgumentException odd) {
            throw row.fault("the amount is not supported", "write an amount from 0 to the total", REFUNDED);
        }
    }
}
