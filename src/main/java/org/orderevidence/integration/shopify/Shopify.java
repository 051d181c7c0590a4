package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.Connector.PlatformSwitch;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventStatement.EventVersion;
import org.orderevidence.integration.ExportFormat;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportFormat.HistoryStatements;
import org.orderevidence.integration.ExportRow;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretForm;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Money;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Values;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shopify. It signs with the header {@code X-Shopify-Hmac-SHA256}: the base64 HMAC-SHA256 of the body. All other headers
 * are unsigned, so the topic only selects how the body is read. Source: Shopify, "Verify webhook deliveries".
 */
public final class Shopify implements Connector {
    /** True if customers must log in to buy, so that each customer id is a login. */
    public static final PlatformSetting ACCOUNTS_REQUIRED = new PlatformSetting(
            "accountsRequired", null, "Customers must log in to buy", "customers must log in to buy");

    private static final String TOPIC = "X-Shopify-Topic";
    private static final String SIGNATURE = "X-Shopify-Hmac-SHA256";
    private static final int LONGEST_SIGNATURE = 128;

    /** Shopify's numbers are unique among orders only, so the reference has the form of its GraphQL ids. */
    private static final String ORDER = "gid://shopify/Order/";

    private static final Set<String> USED = Set.of(
            "customers/redact",
            "customers/data_request",
            "shop/redact",
            "orders/create",
            "orders/paid",
            "orders/updated",
            "orders/cancelled",
            "order_transactions/create",
            "refunds/create",
            "fulfillments/create",
            "fulfillments/update",
            "disputes/create",
            "disputes/update");

    private static final About ABOUT = new About(
            Platform.SHOPIFY,
            "Shopify",
            SecretForm.ANY,
            false,
            List.of(ACCOUNTS_REQUIRED),
            List.of(
                    "In Shopify, open Settings, Notifications, Webhooks. Copy the secret below the list.",
                    "Add the integration here with this secret.",
                    "For each event of orders, refunds and disputes, create a webhook in the format JSON. Enter the"
                            + " address that the next page shows as URL."),
            List.of(
                    new PlatformSwitch("customer accounts", "customerAccountId", "Settings > Customer accounts"),
                    new PlatformSwitch("card fingerprint", "cardFingerprint", "connect the card processor too")),
            List.of(SIGNATURE, TOPIC),
            List.of(
                    "$ integration add shopify --account acme --order-id-prefix shop2- \\",
                    "      --secret-file shopify-secret"),
            List.of(
                    "Import the orders that Shopify's admin exports as plain CSV. All rows of an order become one order,"
                            + " as with webhooks of the integration. Webhooks always win.",
                    "The export has no card and no IP address."),
            List.of("$ import shopify shop.csv --errors-out rejected.csv"),
            null);

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Signed> verified(Webhook webhook, IntegrationSecrets secrets, Instant now) {
        Signing signing = SecretForm.ANY.signing(secrets).add(webhook.body());
        return signature(webhook, signing).isPresent()
                ? List.of(new Signed(webhook.header(TOPIC), webhook.body()))
                : List.of();
    }

    @Override
    public Optional<Signing> signing(IntegrationSecrets secrets) {
        return Optional.of(SecretForm.ANY.signing(secrets));
    }

    @Override
    public Optional<String> signature(Webhook webhook, Signing signing) {
        return Optional.ofNullable(webhook.header(SIGNATURE))
                .filter(header -> header.length() <= LONGEST_SIGNATURE)
                .map(String::strip)
                .filter(signing::made);
    }

    /** The id and type follow from the topic and the bytes of the body. */
    @Override
    public @Nullable EventHead head(Signed event, MapperSettings settings) {
        String topic = accepted(event.topic());
        return topic == null ? null : new EventHead(idOf(topic, event.body()), topic, null, null);
    }

    @Override
    public Mapping map(Signed event, MapperSettings settings) {
        EventHead head = head(event, settings);
        try {
            EventHead known = required(head, TOPIC);
            return map(known, EventJson.parse(event.body()), settings);
        } catch (UnmappableEvent unreadable) {
            return unreadable.result(head);
        }
    }

    /** @param known what is known without the body */
    private static Mapping map(EventHead known, EventJson body, MapperSettings settings) {
        String topic = known.type();
        EventHead head = new EventHead(
                known.id(),
                topic,
                first(
                        body.time("updated_at"),
                        body.time("processed_at"),
                        body.time("created_at"),
                        body.time("initiated_at")),
                mode(body.flag("test")));
        try {
            settings.requireMode(head.mode());
            return switch (topic) {
                case "customers/redact", "customers/data_request", "shop/redact" ->
                    new Mapping.Privacy(head, privacy(topic, body));
                default -> new Mapping.Mapped(head, statements(head, body, settings));
            };
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    private static List<EventStatement> statements(EventHead head, EventJson body, MapperSettings settings)
            throws UnmappableEvent {
        return switch (head.type()) {
            case "orders/create", "orders/paid", "orders/updated", "orders/cancelled" ->
                new ShopifyOrder(settings).map(body, head.id());
            case "order_transactions/create" -> ShopifyTransaction.map(body, settings);
            case "refunds/create" -> ShopifyTransaction.refunds(body, settings);
            case "fulfillments/create", "fulfillments/update" -> List.of(ShopifyOrder.fulfillment(body, settings));
            case "disputes/create", "disputes/update" -> List.of(ShopifyOrder.dispute(body, head.id()));
            default -> throw new UnmappableEvent(Mapping.Reason.UNKNOWN_TYPE, head.type());
        };
    }

    private static @Nullable String accepted(@Nullable String topic) {
        return topic != null && Texts.isPrintable(topic) && topic.length() <= EventJson.LONGEST_ID ? topic : null;
    }

    /** Returns live or test; empty if the body does not state it, as with fulfillments and disputes. */
    static @Nullable Mode mode(@Nullable Boolean test) {
        if (test == null) {
            return null;
        }
        return test ? Mode.TEST : Mode.LIVE;
    }

    /**
     * Shopify's own ids of a delivery are in unsigned headers, so topic and body are the id. All unused topics count as
     * one: a recorded body that is sent with many topics must not become many events.
     */
    private static String idOf(String topic, byte[] body) {
        MessageDigest digest = Sha256.start();
        digest.update(((USED.contains(topic) ? topic : "") + "\n").getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest(body));
    }

    /** Maps the topics about personal data that every app of Shopify must take. */
    private static PrivacyTask.Request privacy(String topic, EventJson body) throws UnmappableEvent {
        String shop = required(body.line("shop_domain", 255), "shop_domain");
        return switch (topic) {
            case "customers/redact" ->
                new PrivacyTask.Request(
                        PrivacyTask.Kind.ERASE_CUSTOMER, shop, customer(body), orders(body, "orders_to_redact"));
            case "customers/data_request" ->
                new PrivacyTask.Request(
                        PrivacyTask.Kind.EXPORT_CUSTOMER, shop, customer(body), orders(body, "orders_requested"));
            default -> eraseShop(shop, body);
        };
    }

    /** A recorded request about one customer must not erase the shop: the topic is not signed. */
    private static PrivacyTask.Request eraseShop(String shop, EventJson body) throws UnmappableEvent {
        if (body.has("customer") || body.has("orders_to_redact") || body.has("orders_requested")) {
            throw new UnmappableEvent(Mapping.Reason.UNREADABLE, "the body is that of another topic");
        }
        return new PrivacyTask.Request(PrivacyTask.Kind.ERASE_SHOP, shop, null, List.of());
    }

    private static PrivacyTask.Subject customer(EventJson body) throws UnmappableEvent {
        if (!body.hasObject("customer")) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "customer");
        }
        EventJson customer = body.in("customer");
        return new PrivacyTask.Subject(
                PersonalText.of(customer.id("id")),
                PersonalText.of(customer.lines("email")),
                PersonalText.of(customer.telephone("phone")));
    }

    private static List<ObjectReference> orders(EventJson body, String name) throws UnmappableEvent {
        if (!body.hasList(name)) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, name);
        }
        return body.integers(name).stream().map(Shopify::order).toList();
    }

    static ObjectReference order(long orderId) {
        return new ObjectReference(ORDER + orderId);
    }

    static Links ofOrder(long orderId) throws UnmappableEvent {
        return Links.of(List.of(order(orderId)));
    }

    @Override
    public Export export(MapperSettings settings) {
        return new ShopifyExport(settings);
    }

    @Override
    public boolean exports(ExportHeader header) {
        return header.has("Financial Status") && header.has("Lineitem name");
    }

    /** Returns what the customer paid, from a set such as {@code total_price_set}. */
    static Money paid(EventJson set) throws UnmappableEvent {
        EventJson presentment = set.in("presentment_money");
        return money(
                required(presentment.line("amount", 32), "presentment_money.amount"),
                required(presentment.line("currency_code", 3), "presentment_money.currency_code"));
    }

    static Money money(String amount, String currencyCode) throws UnmappableEvent {
        return MinorUnits.money(amount, MinorUnits.currency(currencyCode));
    }

    static Currency currency(EventJson set) throws UnmappableEvent {
        return MinorUnits.currency(
                required(set.in("presentment_money").line("currency_code", 3), "presentment_money.currency_code"));
    }

    /**
     * Reads the orders that Shopify's admin exports: a row for each item, of which only the first has the fields of the
     * order. Each order is read as an event with the complete order. docs/integrations.md lists the columns.
     */
    record ShopifyExport(MapperSettings settings) implements Export {
        private static final String NAME = "Name";
        private static final String ID = "Id";
        private static final String CREATED = "Created at";
        private static final String FULFILLED = "Fulfilled at";
        private static final String CURRENCY = "Currency";
        private static final String TOTAL = "Total";
        private static final String REFUNDED = "Refunded Amount";
        private static final String BILLING_NAME = "Billing Name";
        private static final String SHIPPING_NAME = "Shipping Name";
        private static final String ITEM_NAME = "Lineitem name";
        private static final String ITEM_QUANTITY = "Lineitem quantity";
        private static final String ITEM_PRICE = "Lineitem price";
        private static final String ITEM_DISCOUNT = "Lineitem discount";
        private static final String TOPIC = "orders/updated";
        private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

        private static final ExportFormat FORMAT = ExportFormat.of("orders export of Shopify", "order", """
                key: Name, Id
                required: Name, Id, Created at, Currency, Total, Financial Status
                ids: Id, Payment ID, Payment Reference, Payment References, Receipt Number, Device ID, Checkout ID
                telephones: Phone, Billing Phone, Shipping Phone
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
            EventStatement refund = refund(row, id, created, currency);
            if (refund != null) {
                // Its sum counts, not the status of the order.
                order.putArray("refunds").addObject();
            }
            EventHead head =
                    new EventHead(idOf(TOPIC, order.toString().getBytes(StandardCharsets.UTF_8)), TOPIC, null, null);
            List<EventStatement> statements =
                    new ArrayList<>(HistoryStatements.of(row, map(head, EventJson.of(order, row), settings)));
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
                customer.put("first_name", name.substring(0, blank).strip())
                        .put("last_name", name.substring(blank + 1));
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
                Values draft = new Values(OrderFields.ORDER)
                        .put(new StatedRefund(false, MinorUnits.signed(refunded, currency)));
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
}
