package org.orderevidence.integration.adyen;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Export;
import org.orderevidence.integration.ExportHeader;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.PlatformSetting;
import org.orderevidence.integration.PlatformSwitch;
import org.orderevidence.integration.SecretForm;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;

/**
 * Adyen. A notification has one or more items, and each is signed for itself: see {@link AdyenItem}. The signature covers
 * only 8 fields of an item. A user and password (RFC 7617) protect all others.
 */
public final class Adyen implements Connector {
    /** True if Adyen captures each payment by itself, so that an approved one is paid. */
    public static final PlatformSetting AUTOMATIC_CAPTURE = new PlatformSetting(
            "automaticCapture", null, "Payments are captured automatically", "payments are captured automatically");

    /** The most items of a notification that are read. Adyen sends one as JSON, and at most 6 in older settings. */
    static final int MAX_ITEMS = 100;

    private static final SecretForm SECRET = new SecretForm(
            "HMAC key", "", true, "an HMAC key of Adyen is written in hexadecimal", "It is hexadecimal.");

    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "Basic ";
    private static final int LONGEST_HEADER = 4_096;

    @Override
    public Platform platform() {
        return Platform.ADYEN;
    }

    @Override
    public String title() {
        return "Adyen";
    }

    @Override
    public SecretForm secret() {
        return SECRET;
    }

    @Override
    public boolean sendsPassword() {
        return true;
    }

    @Override
    public List<PlatformSetting> settings() {
        return List.of(AUTOMATIC_CAPTURE);
    }

    @Override
    public List<String> steps() {
        return List.of(
                "In Adyen, open Developers, Webhooks. Create a standard webhook. Generate its HMAC key, and choose"
                        + " a user name and a password.",
                "Add the integration here with these values.",
                "In the webhook, enter the address that the next page shows as URL, the user name and the"
                        + " password. Then test the configuration.");
    }

    @Override
    public List<PlatformSwitch> switches() {
        return List.of(
                additional("shopperIP", "ip"),
                additional("cardBin", "bin"),
                additional("alias", "cardFingerprint"),
                additional("networkTxReference", "network_id"),
                additional("shopperReference", "customerAccountId"),
                additional("shopperEmail", "receipt.customerEmail"),
                additional("arn", "arn"));
    }

    private static PlatformSwitch additional(String field, String stated) {
        return new PlatformSwitch(field, stated, "Developers > Webhooks > Additional settings");
    }

    @Override
    public List<String> headers() {
        return List.of(AUTHORIZATION);
    }

    /** Each item is an event. One that is not verified refuses all. */
    @Override
    public List<Signed> verified(Webhook webhook, IntegrationSecrets secrets, Instant now) {
        IntegrationSecrets.Basic basic = secrets.basic();
        if (basic == null || !isIn(webhook.header(AUTHORIZATION), basic)) {
            return List.of();
        }
        SigningSecrets keys = SECRET.keys(secrets);
        List<Signed> events = new ArrayList<>();
        try {
            for (AdyenItem item : items(webhook.body())) {
                if (item.check(keys) != SignatureCheck.VALID) {
                    return List.of();
                }
                events.add(new Signed(null, item.notification()));
            }
        } catch (UnmappableEvent unreadable) {
            return List.of();
        }
        return events;
    }

    /** Returns true if the header {@code Authorization} has the user and password. The comparison needs constant time. */
    static boolean isIn(@Nullable String authorization, IntegrationSecrets.Basic basic) {
        if (authorization == null
                || authorization.length() > LONGEST_HEADER
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] expected = (basic.user() + ':' + basic.password().value()).getBytes(StandardCharsets.UTF_8);
        try {
            return MessageDigest.isEqual(
                    expected,
                    Base64.getDecoder()
                            .decode(authorization.substring(SCHEME.length()).strip()));
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /**
     * Returns the items of a notification, at least one.
     *
     * @throws UnmappableEvent if the body is none
     */
    static List<AdyenItem> items(byte[] body) throws UnmappableEvent {
        EventJson notification = EventJson.parse(body);
        Boolean live = notification.flag("live");
        Mode mode = live == null ? null : live ? Mode.LIVE : Mode.TEST;
        List<AdyenItem> items = new ArrayList<>();
        for (EventJson wrapper : notification.list("notificationItems", MAX_ITEMS + 1)) {
            items.add(new AdyenItem(wrapper.in("NotificationRequestItem"), mode));
        }
        if (items.isEmpty()) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "notificationItems");
        }
        if (items.size() > MAX_ITEMS) {
            throw new UnmappableEvent(Mapping.Reason.UNREADABLE, "more than " + MAX_ITEMS + " notificationItems");
        }
        return items;
    }

    @Override
    public Mapping map(Signed event, MapperSettings settings) {
        try {
            return map(items(event.body()).getFirst(), settings);
        } catch (UnmappableEvent unreadable) {
            return unreadable.result(null);
        }
    }

    static Mapping map(AdyenItem item, MapperSettings settings) {
        EventHead head = null;
        try {
            AdyenEvent event = AdyenEvent.read(item);
            head = event.head();
            settings.requireMode(EventJson.required(head.mode(), "live"));
            return new Mapping.Mapped(head, statements(event, settings));
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    /** An attempt that did not succeed changes nothing, except for a declined payment and a refund. */
    private static List<EventStatement> statements(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
        AdyenPayment payment = new AdyenPayment(settings);
        boolean success = event.success();
        return switch (event.head().type()) {
            case "AUTHORISATION" -> success ? payment.authorised(event) : payment.declined(event);
            case "CAPTURE" -> success ? payment.captured(event) : List.of();
            case "CAPTURE_FAILED" -> success ? payment.captureFailed(event) : List.of();
            case "CANCELLATION", "TECHNICAL_CANCEL", "EXPIRE" -> success ? payment.ended(event) : List.of();
            case "CANCEL_OR_REFUND" -> payment.cancelledOrRefunded(event);
            case "REFUND" -> payment.refunded(event);
            case "REFUND_FAILED", "REFUNDED_REVERSED" -> success ? payment.refundUndone(event) : List.of();
            case "VOID_PENDING_REFUND" -> success ? payment.refundCancelled(event) : List.of();
            case "CHARGEBACK",
                    "CHARGEBACK_REVERSED",
                    "SECOND_CHARGEBACK",
                    "PREARBITRATION_WON",
                    "PREARBITRATION_LOST",
                    "PREARBITRATION_ACCEPTED",
                    "DISPUTE_DEFENSE_PERIOD_ENDED",
                    "ISSUER_RESPONSE_TIMEFRAME_EXPIRED" -> success ? AdyenFacts.dispute(event, settings) : List.of();
            case "NOTIFICATION_OF_FRAUD" -> success ? AdyenFacts.fraudReport(event, settings) : List.of();
            case "NOTIFICATION_OF_CHARGEBACK", "REQUEST_FOR_INFORMATION" -> AdyenFacts.inquiry(event, settings);
            default ->
                throw new UnmappableEvent(
                        Mapping.Reason.UNKNOWN_TYPE, event.head().type());
        };
    }

    @Override
    public Export export(MapperSettings settings) {
        return new AdyenExport(settings);
    }

    @Override
    public boolean exports(ExportHeader header) {
        return header.has("Psp Reference") && header.has("Creation Date");
    }

    @Override
    public List<String> importHelp() {
        return List.of(
                "Import the Received payment details report of Adyen. Each row has the same effect as webhooks of"
                        + " the integration about the payment. Webhooks always win.");
    }

    @Override
    public List<String> importExamples() {
        return List.of("  ./evidence import adyen received.csv --errors-out rejected.csv");
    }

    @Override
    public ImportFlag importFlag() {
        return new ImportFlag(
                "--captured",
                AUTOMATIC_CAPTURE,
                "count approved payments as captured; the report does not state it for each payment",
                "Approved payments count as failed until a webhook states that they were captured. If they were, use"
                        + " --captured.");
    }
}
