package org.orderevidence.wire;

import java.time.Instant;
import java.util.Currency;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.IpHint;
import org.orderevidence.json.MeantWords;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentAccountReference;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedCharge;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;
import org.orderevidence.service.UploadedOrder;
import tools.jackson.databind.JsonNode;

/** Reads one order of an upload. */
public final class OrderReader {
    private static final TextRule ID = TextRule.line(OrderId.MAX_LENGTH);
    private static final TextRule REFERENCE = TextRule.line(Charge.References.MAX_LENGTH);
    private static final TextRule ANY_LINE = TextRule.line(Integer.MAX_VALUE);
    private static final TextRule AVS_RESULT = TextRule.line(Charge.Verification.MAX_AVS_LENGTH);
    static final TextRule LONG_REFERENCE = TextRule.longNumber(Charge.References.MAX_LENGTH);
    static final TextRule GATEWAY_TRANSACTION_ID =
            TextRule.longNumber(Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH);
    private static final TextRule ACCOUNT_ID = new TextRule(1, 128, TextRule.Shape.LINES, false);
    private static final TextRule DEVICE = TextRule.longNumber(256);
    private static final TextRule FINGERPRINT =
            new TextRule(CardFingerprint.MIN_LENGTH, CardFingerprint.MAX_LENGTH, TextRule.Shape.LINE, false);

    private static final char REPLACEMENT = '\uFFFD';

    private final Fields fields;
    private final Faults faults;
    private final Instant now;

    private OrderReader(Fields fields, Instant now) {
        this.fields = fields;
        this.faults = fields.faults();
        this.now = now;
    }

    /**
     * Reads an order.
     *
     * @param order what was sent
     * @param pointer to it, such as {@code /orders/3}, or {@code /12} for a line of NDJSON
     * @param now against which dates are judged
     * @param strict whether an unknown field is an error
     * @param room how many faults the answer may still list
     */
    public static Read<UploadedOrder> read(
            JsonNode order, String pointer, Instant now, boolean strict, FaultRoom room) {
        Faults faults = new Faults(Faults.Unknown.refusedIf(strict), room);
        Fields fields = Fields.of(order, pointer, faults);
        if (fields == null) {
            return faults.refusal();
        }
        if (order.path("orders").isArray() && !order.has("id")) {
            faults.error(
                    pointer,
                    FaultCode.WRONG_TYPE,
                    "this is a list of orders, but one order is expected; send the list once, as application/json, or one"
                            + " order per line, as application/x-ndjson");
            return faults.refusal();
        }
        return new OrderReader(fields, now).read();
    }

    /**
     * Returns the id of an order if an answer may repeat it, even if the order has other faults. It is null if the
     * order has no valid id. It is also null if the id looks like a card number.
     */
    public static @Nullable String repeatableId(JsonNode order) {
        JsonNode id = order.get("id");
        if (id == null || !id.isString()) {
            return null;
        }
        String text = id.stringValue();
        return OrderId.isValid(text) && !CardNumbers.appearIn(text) ? text : null;
    }

    private Read<UploadedOrder> read() {
        fields.require("id");
        String id = fields.orderId("id", ID);
        Long revision = fields.integer("revision", 0, Order.MAX_REVISION);
        Currency currency = fields.currencyIfValid("currency");
        Money money = money(currency);
        StatedCharge charge = charge(id, money, currency);
        String token = known("cardFingerprint", FINGERPRINT);
        CardTokens tokens = CardTokens.of(token == null ? null : new CardFingerprint(token), accountReference());
        Customer customer = new Customer(
                ip(),
                personal(fields.text("deviceId", DEVICE)),
                personal(fields.text("deviceFingerprint", DEVICE)),
                personal(fields.text("customerAccountId", ACCOUNT_ID)));
        Fields receiptFields = fields.object("receipt");
        Receipt receipt = receiptFields == null ? Receipt.EMPTY : ReceiptReader.read(receiptFields, now, currency);
        fields.finish();
        boolean hasCard = tokens != null || (!fields.isAbsent("bin") && !fields.isAbsent("last4"));
        EvidenceWarnings.report(fields, hasCard, customer, receipt);
        if (faults.refuse() || id == null || charge == null) {
            return faults.refusal();
        }
        return faults.acceptance(
                new UploadedOrder(new OrderId(id), revision, new Statement(charge, customer, receipt), tokens));
    }

    private @Nullable Money money(@Nullable Currency known) {
        fields.require("amount");
        fields.require("currency");
        Long amount = fields.amount("amount", 0, Money.MAX_AMOUNT_MINOR, known);
        Currency currency = fields.currency("currency");
        return amount == null || currency == null ? null : new Money(amount, currency);
    }

    private @Nullable StatedCharge charge(@Nullable String id, @Nullable Money money, @Nullable Currency currency) {
        fields.require("transactionDate");
        OrderTime transaction = fields.time("transactionDate", now);
        OrderTime settledAt = fields.time("settledAt", now);
        OrderTime fulfilledAt = fields.time("fulfilledAt", now);
        PaymentCredential credential = credential();
        Charge.References references = new Charge.References(
                known("authCode", REFERENCE),
                known("arn", LONG_REFERENCE),
                known("network_id", LONG_REFERENCE),
                descriptor(),
                fields.text("gateway", REFERENCE),
                known("gatewayTransactionId", GATEWAY_TRANSACTION_ID));
        Charge.Verification verification = new Charge.Verification(threeDs(), fields.text("avsResult", AVS_RESULT));
        Charge.Status status = fields.choice("status", Charge.Status.values(), MeantWords.CHARGE_STATUS);
        Boolean refunded = fields.flagIfSent("refunded");
        Long refundedAmount = fields.amount("refundedAmount", 0, Money.MAX_AMOUNT_MINOR, currency);
        Boolean cardPresent = fields.flagIfSent("cardPresent");
        Boolean validation = fields.flagIfSent("validation");
        Boolean recurring = fields.flagIfSent("recurring");
        Charge.Type type = fields.choice("type", Charge.Type.values(), MeantWords.CHARGE_TYPE);
        String initial = fields.orderId("initialOrderId", ID);
        if (initial != null && initial.equals(id)) {
            fields.leftOut(
                    "initialOrderId",
                    FaultCode.INCONSISTENT,
                    "is the order's own id; send the id of the order that the customer made first; it was left out");
            initial = null;
        }
        Charge.Category category =
                fields.choice("merchandiseOrServices", Charge.Category.values(), MeantWords.CATEGORY);
        boolean consistent = true;
        if (money != null && refundedAmount != null) {
            consistent = ChargeRules.refundFits(refundedAmount, money, fields.pointerTo("refundedAmount"), faults)
                    && ChargeRules.refundAgrees(
                            Boolean.TRUE.equals(refunded),
                            refundedAmount,
                            money,
                            fields.pointerTo("refundedAmount"),
                            faults);
        }
        if (transaction != null && settledAt != null) {
            consistent &= ChargeRules.settlementFits(settledAt, transaction, fields.pointerTo("settledAt"), faults);
        }
        if (money == null || transaction == null || !consistent) {
            return null;
        }
        StatedRefund refund = refunded == null && refundedAmount == null
                ? null
                : new StatedRefund(Boolean.TRUE.equals(refunded), refundedAmount);
        return new StatedCharge(
                money,
                transaction,
                settledAt,
                fulfilledAt,
                credential,
                references,
                verification,
                status == null ? null : PaymentState.of(status),
                refund,
                cardPresent,
                validation,
                recurring,
                type,
                initial == null ? null : new OrderId(initial),
                category);
    }

    /** Reads a reference. A placeholder is left out with a warning, whatever its length. */
    private @Nullable String known(String name, TextRule rule) {
        return EvidenceWarnings.leavesOut(fields, name) ? null : fields.text(name, rule);
    }

    /** Reads the payment account reference. Anything else costs a warning and never the order. */
    private @Nullable PaymentAccountReference accountReference() {
        String name = "paymentAccountReference";
        JsonNode node = fields.field(name);
        if (node == null || EvidenceWarnings.leavesOut(fields, name)) {
            return null;
        }
        String text = node.isString() ? node.stringValue() : node.toString();
        if (CardNumbers.appearIn(text)) {
            fields.error(name, TextRule.CARD_NUMBER.code(), TextRule.CARD_NUMBER.words());
            return null;
        }
        Optional<PaymentAccountReference> reference =
                node.isString() ? PaymentAccountReference.parse(text) : Optional.empty();
        if (reference.isEmpty()) {
            fields.leftOut(
                    name,
                    FaultCode.INVALID_FORMAT,
                    "must have exactly " + PaymentAccountReference.LENGTH + " letters and digits; it was left out");
        }
        return reference.orElse(null);
    }

    private Charge.@Nullable ThreeDs threeDs() {
        Fields threeDs = fields.object("threeDs");
        if (threeDs == null) {
            return null;
        }
        String eci = threeDs.text("eci", REFERENCE);
        String transactionId = threeDs.text("transactionId", REFERENCE);
        threeDs.finish();
        return Charge.ThreeDs.of(eci, transactionId);
    }

    /** The text on the statement. A longer one than fits costs a warning and never the order. */
    private @Nullable String descriptor() {
        String descriptor = fields.text("descriptor", ANY_LINE);
        if (descriptor == null || Texts.length(descriptor) <= Charge.References.MAX_LENGTH) {
            return descriptor;
        }
        fields.leftOut(
                "descriptor",
                FaultCode.TOO_LONG,
                "must have at most " + Charge.References.MAX_LENGTH + " characters; it was left out");
        return null;
    }

    private PaymentCredential credential() {
        String bin = fields.digits("bin", 6, 8);
        String last4 = fields.digits("last4", 4, 4);
        String name = fields.text("brand", TextRule.LINES);
        Brand brand = name == null ? null : new Brand(name);
        if (brand != null) {
            EvidenceWarnings.reportBrand(fields, brand);
        }
        return new PaymentCredential(null, null, bin, last4, brand);
    }

    /**
     * Reads the IP address. An invalid one causes a warning, but never rejects the order. It is stored as it was sent,
     * because the answer can show it, without characters that no string may contain.
     */
    private @Nullable PersonalText ip() {
        JsonNode node = fields.field("ip");
        if (node == null) {
            return null;
        }
        String at = fields.pointerTo("ip");
        String text = node.isString() ? Texts.trim(node.stringValue()) : node.toString();
        if (CardNumbers.appearIn(text)) {
            faults.error(
                    at,
                    FaultCode.CARD_NUMBER,
                    "ip contains what looks like a full card number; never send one, in any field");
            return null;
        }
        // A number can look like the text of an address: 12 is an old form of 0.0.0.12.
        switch (node.isString() ? IpAddress.parse(text) : new IpAddress.NotAnAddress()) {
            case IpAddress.Usable usable -> {}
            case IpAddress.NotPublic(String kind) ->
                faults.warning(
                        at,
                        FaultCode.IP_NOT_PUBLIC,
                        "ip is " + kind
                                + " and does not count as evidence; send the shopper's own address, not a proxy's");
            case IpAddress.NotAnAddress notOne ->
                faults.warning(at, FaultCode.IP_INVALID, () -> {
                    IpHint hint = node.isString() ? IpHint.of(text) : IpHint.other();
                    return "ip " + hint.fault() + " and does not count as evidence; " + hint.cure();
                });
        }
        return new PersonalText(writable(text));
    }

    private static String writable(String text) {
        if (text.length() <= TextRule.LONGEST_TEXT && Texts.isPrintable(text)) {
            return text;
        }
        StringBuilder writable = new StringBuilder(text.substring(0, Math.min(text.length(), TextRule.LONGEST_TEXT)));
        for (int i = 0; i < writable.length(); i++) {
            char c = writable.charAt(i);
            if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                writable.setCharAt(i, REPLACEMENT);
            }
        }
        return writable.toString();
    }

    private static @Nullable PersonalText personal(@Nullable String text) {
        return text == null ? null : new PersonalText(text);
    }
}
