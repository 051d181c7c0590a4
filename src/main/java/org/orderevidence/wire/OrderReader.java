package org.orderevidence.wire;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.IpHint;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.FieldReader.EvidenceWarnings;
import tools.jackson.databind.JsonNode;

/** Reads one order of an upload. */
public final class OrderReader {
    private OrderReader() {}

    /**
     * Reads an order.
     *
     * @param pointer to it, such as {@code /orders/3}, or {@code /12} for a line of NDJSON
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
        Values values = new Values(OrderFields.ORDER);
        new FieldReader(now, fields.currencyIfValid(OrderFields.CURRENCY.name()))
                .read(OrderFields.ORDER.whole(), fields, values);
        judge(values, fields);
        Statement statement = values.statement();
        CardTokens tokens = values.tokens();
        EvidenceWarnings.report(
                fields::warning, tokens != null || !(fields.isAbsent("bin") || fields.isAbsent("last4")), statement);
        OrderId id = values.get(OrderFields.ID);
        if (faults.refuse() || id == null) {
            return faults.refusal();
        }
        return faults.acceptance(new UploadedOrder(id, values.get(OrderFields.REVISION), statement, tokens));
    }

    /** Returns the warnings that an upload would have about what a platform states. Another source can state the card. */
    public static List<FieldError> warnings(Statement stated) {
        List<FieldError> warnings = new ArrayList<>();
        EvidenceWarnings.report(
                (at, code, detail) -> warnings.add(new FieldError('/' + at, code, detail.get())), true, stated);
        return warnings;
    }

    /** Reads the {@code merchantInfo} of an object; of one with faults, it gives what can be read. */
    public static MerchantInfo merchant(Fields from) {
        Values values = new Values(OrderFields.ORDER);
        Fields merchant = from.object("merchantInfo");
        if (merchant != null) {
            new FieldReader(Instant.EPOCH, null)
                    .read(OrderFields.ORDER.object("receipt.merchantInfo"), merchant, values);
        }
        return OrderFields.merchant(values.statement());
    }

    /**
     * Returns the id of an order if an answer may repeat it, even if the order has other faults. It is null if the
     * order has no valid id. It is also null if the id looks like a card number.
     */
    public static @Nullable String repeatableId(JsonNode order) {
        return repeatableId(order, "id");
    }

    /** The same for another record, whose id has this name. */
    public static @Nullable String repeatableId(JsonNode record, String name) {
        JsonNode id = record.get(name);
        if (id == null || !id.isString()) {
            return null;
        }
        String text = id.stringValue();
        return OrderId.isValid(text) && !CardNumbers.appearIn(text) ? text : null;
    }

    private static void judge(Values order, Fields fields) {
        Faults faults = fields.faults();
        OrderId initial = order.get(OrderFields.INITIAL_ORDER_ID);
        if (initial != null && initial.equals(order.get(OrderFields.ID))) {
            fields.leftOut(
                    "initialOrderId",
                    FaultCode.INCONSISTENT,
                    "is the order's own id; send the id of the order that the customer made first; it was left out");
            order.put(OrderFields.INITIAL_ORDER_ID, null);
        }
        Money money = order.money();
        StatedRefund refund = order.refund();
        order.put(refund);
        if (money != null && refund != null && refund.amountMinor() != null) {
            String at = fields.pointerTo("refundedAmount");
            if (refundFits(refund.amountMinor(), money, at, faults)) {
                refundAgrees(refund.inFull(), refund.amountMinor(), money, at, faults);
            }
        }
        OrderTime transaction = order.get(OrderFields.TRANSACTION_DATE);
        OrderTime settled = order.get(OrderFields.SETTLED_AT);
        if (transaction != null && settled != null) {
            settlementFits(settled, transaction, fields.pointerTo("settledAt"), faults);
        }
    }

    /** A refund is at most the amount; else an error at {@code pointer}, and false. */
    static boolean refundFits(long refundedAmount, Money money, String pointer, Faults faults) {
        if (refundedAmount <= money.amountMinor()) {
            return true;
        }
        faults.error(pointer, FaultCode.OUT_OF_RANGE, "refundedAmount must be at most the order's amount");
        return false;
    }

    /** A fully refunded charge has no smaller refund; else an error at {@code pointer}. */
    static void refundAgrees(boolean refunded, long refundedAmount, Money money, String pointer, Faults faults) {
        if (refunded && refundedAmount != money.amountMinor()) {
            faults.error(
                    pointer,
                    FaultCode.INCONSISTENT,
                    "refundedAmount must equal amount when refunded is true; send the full amount, or refunded: false");
        }
    }

    /** A settlement is 0 to 60 UTC days after the transaction; else an error at {@code pointer}. */
    static void settlementFits(OrderTime settledAt, OrderTime transaction, String pointer, Faults faults) {
        if (!Charge.canSettle(transaction, settledAt)) {
            faults.error(
                    pointer,
                    FaultCode.OUT_OF_RANGE,
                    "settledAt must be 0 to " + Charge.MAX_SETTLEMENT_DAYS
                            + " days after transactionDate, counted in UTC");
        }
    }

    /**
     * Reads a sighting.
     *
     * @param pointer to it; empty if it is the body of a request
     * @param now the latest moment of a sighting
     * @param days how far before {@code now} the earliest lies; 0 for any
     */
    public static Read<SeenCustomer> readSighting(
            JsonNode sighting, String pointer, Instant now, int days, Faults faults) {
        return Fields.read(sighting, pointer, faults, fields -> {
            fields.require("email");
            fields.require("ip");
            Email email = fields.email("email");
            IpAddress ip = ip(fields);
            Instant observedAt = observedAt(fields, now, days);
            return email == null || ip == null ? null : new SeenCustomer(email, ip, observedAt);
        });
    }

    private static @Nullable IpAddress ip(Fields fields) {
        String text = fields.text("ip", TextRule.LINE);
        if (text == null) {
            return null;
        }
        return switch (IpAddress.parse(text)) {
            case IpAddress.Usable(IpAddress address) -> address;
            case IpAddress.NotPublic(String kind) -> {
                String detail = text + " is " + kind + "; send the shopper's own address, not a proxy's";
                fields.faults().error(fields.pointerTo("ip"), FaultCode.IP_NOT_PUBLIC, detail);
                yield null;
            }
            case IpAddress.NotAnAddress() -> {
                IpHint hint = IpHint.of(text);
                fields.error("ip", FaultCode.IP_INVALID, hint.fault() + "; " + hint.cure());
                yield null;
            }
        };
    }

    private static @Nullable Instant observedAt(Fields fields, Instant now, int days) {
        OrderTime time = fields.time("observedAt", now);
        if (time == null) {
            return null;
        }
        Instant observedAt = time.instant();
        if (observedAt == null) {
            fields.error("observedAt", FaultCode.INVALID_DATE, "needs a time of day, such as 2026-03-01T12:00:00Z");
        } else if (observedAt.isAfter(now)) {
            fields.error("observedAt", FaultCode.OUT_OF_RANGE, "must not be in the future");
        } else if (days > 0 && observedAt.isBefore(now.minus(Duration.ofDays(days)))) {
            fields.error("observedAt", FaultCode.OUT_OF_RANGE, "must not be older than " + days + " days");
        }
        return observedAt;
    }
}
