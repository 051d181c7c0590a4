package org.orderevidence.integration.stripe;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Export;
import org.orderevidence.integration.ExportHeader;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.PlatformSetting;
import org.orderevidence.integration.SecretForm;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.part.Platform;

/**
 * Stripe. It signs with the header {@code Stripe-Signature: t=…,v1=…[,v1=…]}: the time in seconds, and for each secret
 * that is valid at Stripe the hexadecimal HMAC-SHA256 of time, dot and body. Source: Stripe, "Verify webhook signatures
 * manually". The API version of events does not matter: fields that a version does not have are empty.
 */
public final class Stripe implements Connector {
    /** The key of the metadata that has the merchant's order id. */
    public static final PlatformSetting ORDER_ID_KEY = new PlatformSetting(
            "orderIdKey", "order_id", "Metadata key of the order ID", "key of the metadata that has the order ID");

    /** Whether {@code client_reference_id} of a session can be the order id. */
    public static final PlatformSetting TRUST_CLIENT_REFERENCE = new PlatformSetting(
            "trustClientReference",
            null,
            "Use client_reference_id of a session as the order ID",
            "client_reference_id can be the order ID. Shoppers can set it in payment links");

    /** How far the time of a signature may differ from the time of arrival, in both directions. */
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final SecretForm SECRET = new SecretForm(
            "Signing secret",
            "whsec_",
            false,
            "a signing secret of Stripe starts with whsec_; it is not an API key",
            "It starts with whsec_.");

    private static final String HEADER = "Stripe-Signature";
    private static final int LONGEST_HEADER = 4_096;

    /** Pairs of other schemes, such as {@code v0}, are skipped. */
    private static final Pattern PAIR = Pattern.compile("(?:^|,)\\s*(t|v1)=([^,\\s]*)");

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final Pattern HEX_OF_HMAC = Pattern.compile("[0-9A-Fa-f]{64}");

    @Override
    public Platform platform() {
        return Platform.STRIPE;
    }

    @Override
    public String title() {
        return "Stripe";
    }

    @Override
    public SecretForm secret() {
        return SECRET;
    }

    @Override
    public List<PlatformSetting> settings() {
        return List.of(ORDER_ID_KEY, TRUST_CLIENT_REFERENCE);
    }

    @Override
    public List<String> steps() {
        return List.of(
                "In Stripe, open Workbench, Webhooks. Create a destination with the events of charges, refunds,"
                        + " disputes, early fraud warnings and checkout sessions. Reveal its signing secret.",
                "Add the integration here with this secret.",
                "In the destination, enter the address that the next page shows as Endpoint URL.");
    }

    @Override
    public List<String> headers() {
        return List.of(HEADER);
    }

    @Override
    public List<Signed> verified(Webhook webhook, IntegrationSecrets secrets, Instant now) {
        return check(webhook, SECRET.keys(secrets), now) == SignatureCheck.VALID
                ? List.of(new Signed(null, webhook.body()))
                : List.of();
    }

    /** Checks the signature of a webhook that arrives now. */
    static SignatureCheck check(Webhook webhook, SigningSecrets secrets, Instant now) {
        String header = webhook.header(HEADER);
        if (header == null) {
            return SignatureCheck.MISSING;
        }
        TimedSignatures signed = parse(header);
        if (signed == null) {
            return SignatureCheck.MALFORMED;
        }
        byte[] prefix = (signed.time() + '.').getBytes(StandardCharsets.UTF_8);
        boolean made = secrets.madeOneOf(signed.signatures(), prefix, webhook.body());
        return made ? checkTime(Instant.ofEpochSecond(Long.parseLong(signed.time())), now) : SignatureCheck.WRONG;
    }

    private static SignatureCheck checkTime(Instant signedAt, Instant now) {
        if (signedAt.isBefore(now.minus(TOLERANCE))) {
            return SignatureCheck.TOO_OLD;
        }
        return signedAt.isAfter(now.plus(TOLERANCE)) ? SignatureCheck.TOO_NEW : SignatureCheck.VALID;
    }

    private record TimedSignatures(String time, List<byte[]> signatures) {}

    /** Returns the parts of the header, or empty if it has not exactly one time, or no signature. */
    private static @Nullable TimedSignatures parse(String header) {
        if (header.length() > LONGEST_HEADER) {
            return null;
        }
        String time = null;
        List<byte[]> signatures = new ArrayList<>();
        Matcher pair = PAIR.matcher(header);
        while (pair.find()) {
            String value = pair.group(2);
            if (pair.group(1).equals("v1")) {
                if (HEX_OF_HMAC.matcher(value).matches()) {
                    signatures.add(HexFormat.of().parseHex(value));
                }
            } else if (time != null || !SECONDS.matcher(value).matches()) {
                return null;
            } else {
                time = value;
            }
        }
        return time == null || signatures.isEmpty() ? null : new TimedSignatures(time, signatures);
    }

    @Override
    public Mapping map(Signed event, MapperSettings settings) {
        try {
            return map(EventJson.parse(event.body()), settings);
        } catch (UnmappableEvent unreadable) {
            return unreadable.result(null);
        }
    }

    static Mapping map(EventJson json, MapperSettings settings) {
        EventHead head = null;
        try {
            StripeEvent event = StripeEvent.read(json);
            head = event.head();
            settings.requireMode(head.mode());
            return new Mapping.Mapped(head, List.of(statement(event, settings)));
        } catch (UnmappableEvent unmappable) {
            return unmappable.result(head);
        }
    }

    private static EventStatement statement(StripeEvent event, MapperSettings settings) throws UnmappableEvent {
        return switch (event.head().type()) {
            case "charge.succeeded",
                    "charge.captured",
                    "charge.updated",
                    "charge.failed",
                    "charge.expired",
                    "charge.refunded" -> new StripeCharge(settings).map(event);
            case "refund.created", "refund.updated", "refund.failed", "charge.refund.updated" ->
                StripeFacts.refund(event, settings);
            case "charge.dispute.created",
                    "charge.dispute.updated",
                    "charge.dispute.closed",
                    "charge.dispute.funds_reinstated" -> StripeFacts.dispute(event);
            case "radar.early_fraud_warning.created" -> StripeFacts.fraudReport(event);
            case "checkout.session.completed" -> new StripeSession(settings).map(event);
            default ->
                throw new UnmappableEvent(
                        Mapping.Reason.UNKNOWN_TYPE, event.head().type());
        };
    }

    /** Returns what leads from an object of a charge to its order. */
    static Links linksOfCharge(EventJson object) throws UnmappableEvent {
        return Links.of(ObjectReference.of(object.id("charge"), object.id("payment_intent")));
    }

    @Override
    public Export export(MapperSettings settings) {
        return new StripeExport(settings);
    }

    @Override
    public boolean exports(ExportHeader header) {
        return header.has("id") && header.has("Created date (UTC)", "Created (UTC)");
    }

    @Override
    public List<String> importHelp() {
        return List.of(
                "Import the payments that Stripe's dashboard exports as CSV, with all columns. Each row has the same"
                        + " effect as webhooks of the integration about the charge. Webhooks always win.");
    }

    @Override
    public List<String> importExamples() {
        return List.of(
                "  ./evidence import stripe payments.csv --integration a1b2c3d4e5f6",
                "  ./evidence import stripe payments.csv --errors-out rejected.csv \\",
                "      --integration a1b2c3d4e5f6");
    }
}
