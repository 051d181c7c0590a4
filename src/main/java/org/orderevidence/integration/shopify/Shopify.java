package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.Connector.PlatformSwitch;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretForm;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.Webhook;
import org.orderevidence.integration.shopify.ShopifyOrder.ShopifyFacts;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Money;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.Platform;

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
                    "Import the orders that Shopify's admin exports as plain CSV. All rows of an order become one order,"
                            + " as with webhooks of the integration. Webhooks always win.",
                    "The export has no card and no IP address."),
            List.of("  ./evidence import shopify shop.csv --errors-out rejected.csv"),
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
        EventHead head = null;
        try {
            String topic = required(accepted(event.topic()), TOPIC);
            String id = idOf(topic, event.body());
            head = new EventHead(id, topic, null, null);
            EventJson body = EventJson.parse(event.body());
            head = new EventHead(
                    id,
                    topic,
                    first(
                            body.time("updated_at"),
                            body.time("processed_at"),
                            body.time("created_at"),
                            body.time("initiated_at")),
                    mode(body.flag("test")));
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
            case "fulfillments/create", "fulfillments/update" -> List.of(ShopifyFacts.fulfillment(body, settings));
            case "disputes/create", "disputes/update" -> List.of(ShopifyFacts.dispute(body, head.id()));
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
        String id = customer.id("id");
        return new PrivacyTask.Subject(
                id == null ? null : new PersonalText(id), customer.personal("email"), customer.telephone("phone"));
    }

    private static List<ObjectReference> orders(EventJson body, String name) throws UnmappableEvent {
        if (!body.hasList(name)) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, name);
        }
        return body.integers(name).stream().map(Shopify::order).toList();
    }

    /** Returns the reference of an order. */
    static ObjectReference order(long orderId) {
        return new ObjectReference(ORDER + orderId);
    }

    /** Returns the links of an object that belongs to an order. */
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

    /** Returns an amount of a currency. */
    static Money money(String amount, String currencyCode) throws UnmappableEvent {
        return MinorUnits.money(amount, MinorUnits.currency(currencyCode));
    }

    /** Returns the currency of a set. */
    static Currency currency(EventJson set) throws UnmappableEvent {
        return MinorUnits.currency(
                required(set.in("presentment_money").line("currency_code", 3), "presentment_money.currency_code"));
    }
}
