package org.orderevidence.console.order;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.console.Form;
import org.orderevidence.console.Visit;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.order.part.Statement;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.EditedOrder;
import org.orderevidence.service.EvidenceService.TooManyParts;
import org.orderevidence.wire.DisputeReader;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.FraudReportReader;
import org.orderevidence.wire.OrderPatch;
import org.orderevidence.wire.Read;
import org.orderevidence.wire.StatedDispute;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Records what a form states about an order, under the rules of the HTTP interface. */
final class FactRecording {
    /** The orders of the evidence for an issuer. */
    static final int MOST_ORDERS = 3;

    private static final int LONGEST_AMOUNT = 20;
    private static final String TOO_MANY_SOURCES = "This order has too many sources to be changed.";

    private final EvidenceService service;

    FactRecording(EvidenceService service) {
        this.service = service;
    }

    /** The result. */
    sealed interface Result {
        /** It is on record now. */
        record Recorded() implements Result {}

        /** There is no such order. */
        record NoOrder() implements Result {}

        /**
         * Nothing was changed.
         *
         * @param faults what is wrong, by the name of the field
         */
        record Refused(Map<String, String> faults) implements Result {}
    }

    Result record(FactForms.Kind kind, Visit visit, OrderId order) {
        return switch (kind) {
            case REFUND -> refund(visit, order);
            case DISPUTE -> dispute(visit, order);
            case FRAUD_REPORT -> fraudReport(visit, order);
            case MISSING -> missing(visit);
        };
    }

    /** The fields of each order have its number. An empty field changes nothing. */
    private Result missing(Visit visit) {
        Map<String, String> faults = new LinkedHashMap<>();
        for (int i = 0; i < MOST_ORDERS; i++) {
            String end = "-" + i;
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            for (String name : List.of("arn", "fulfilledAt")) {
                String value = visit.form().text(name + end);
                if (!value.isEmpty()) {
                    json.put(name, value);
                }
            }
            String id = visit.form().text("order" + end);
            if (!json.isEmpty() && OrderId.isValid(id)) {
                patch(visit, new OrderId(id), json).forEach((name, fault) -> faults.put(name + end, fault));
            }
        }
        return faults.isEmpty() ? new Result.Recorded() : new Result.Refused(faults);
    }

    /** Returns what is wrong, by the name of the field. */
    private Map<String, String> patch(Visit visit, OrderId order, ObjectNode json) {
        return switch (OrderPatch.read(json, service.now())) {
            case Read.Bad<OrderPatch> bad -> faults(bad);
            case Read.Good<OrderPatch> good -> {
                try {
                    service.edit(visit.space(), order, held -> fitting(good.value(), held));
                    yield Map.of();
                } catch (DoesNotFit refused) {
                    yield refused.faults;
                } catch (TooManyParts refused) {
                    yield Map.of("arn", TOO_MANY_SOURCES);
                }
            }
        };
    }

    private static Map<StatedField, Statement> fitting(OrderPatch patch, StoredOrder held) {
        return switch (patch.apply(held.order())) {
            case Read.Bad<Map<StatedField, Statement>> bad -> throw new DoesNotFit(faults(bad));
            case Read.Good<Map<StatedField, Statement>> fits -> fits.value();
        };
    }

    private Result dispute(Visit visit, OrderId order) {
        ObjectNode json = json(visit.form(), "disputeId", "condition", "openedAt", "status");
        return switch (DisputeReader.read(json, service.now(), true)) {
            case Read.Bad<Dispute> bad -> refused(bad);
            case Read.Good<Dispute> good -> dispute(visit, order, StatedDispute.of(good));
        };
    }

    private Result dispute(Visit visit, OrderId order, StatedDispute stated) {
        try {
            return result(service.recordDispute(visit.space(), order, stated));
        } catch (StatedDispute.DoesNotFit refused) {
            return refused(refused.faults());
        }
    }

    private Result fraudReport(Visit visit, OrderId order) {
        ObjectNode json = json(visit.form(), "reportId", "reportedAt", "typeCode");
        return switch (FraudReportReader.read(json, service.now(), true)) {
            case Read.Bad<FraudReport> bad -> refused(bad);
            case Read.Good<FraudReport> good -> result(service.recordFraudReport(visit.space(), order, good.value()));
        };
    }

    private Result refund(Visit visit, OrderId order) {
        Refund refund = new Refund(visit.form().text("amount"), service);
        try {
            Optional<EditedOrder> edited = service.edit(visit.space(), order, refund);
            return edited.isEmpty() ? new Result.NoOrder() : new Result.Recorded();
        } catch (DoesNotFit refused) {
            return new Result.Refused(refused.faults);
        } catch (TooManyParts refused) {
            return new Result.Refused(Map.of("", TOO_MANY_SOURCES));
        }
    }

    private static ObjectNode json(Form form, String... names) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (String name : names) {
            String value = form.text(name);
            if (!value.isEmpty()) {
                json.put(name, value);
            }
        }
        return json;
    }

    private static Result result(FactOutcome outcome) {
        return switch (outcome) {
            case CREATED, UPDATED, UNCHANGED -> new Result.Recorded();
            case ORDER_NOT_FOUND -> new Result.NoOrder();
            case TOO_MANY ->
                new Result.Refused(
                        Map.of("", "The order already has " + StoredOrder.MAX_FACTS + " of these, the most allowed."));
            case CONFLICT -> throw new IllegalStateException("a conflict was not tried again");
        };
    }

    private static Result.Refused refused(Read.Bad<?> bad) {
        return new Result.Refused(faults(bad));
    }

    private static Map<String, String> faults(Read.Bad<?> bad) {
        Map<String, String> faults = new LinkedHashMap<>();
        for (FieldError error : bad.errors()) {
            faults.putIfAbsent(error.pointer().replaceFirst("^/", ""), sentence(error.detail()));
        }
        return faults;
    }

    private static String sentence(String detail) {
        return Character.toUpperCase(detail.charAt(0)) + detail.substring(1) + ".";
    }

    /** The change of a refund: the total refunded so far, as a decimal in the currency of the order. */
    private record Refund(String typed, EvidenceService service)
            implements Function<StoredOrder, Map<StatedField, Statement>> {
        @Override
        public Map<StatedField, Statement> apply(StoredOrder held) {
            Money money = held.order().charge().money();
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            long minor = minor(money);
            json.put("refundedAmount", minor);
            json.put("refunded", minor == money.amountMinor());
            return switch (OrderPatch.read(json, service.now())) {
                case Read.Bad<OrderPatch> bad -> throw new DoesNotFit(amountFault(faults(bad)));
                case Read.Good<OrderPatch> good ->
                    switch (good.value().apply(held.order())) {
                        case Read.Bad<Map<StatedField, Statement>> bad ->
                            throw new DoesNotFit(amountFault(faults(bad)));
                        case Read.Good<Map<StatedField, Statement>> fits -> fits.value();
                    };
            };
        }

        private long minor(Money money) {
            int digits = Math.max(0, money.currency().getDefaultFractionDigits());
            String wrong = "Enter an amount from 0 to " + FactForms.decimal(money) + ", such as "
                    + FactForms.decimal(money) + ".";
            if (typed.length() > LONGEST_AMOUNT || !typed.matches("[0-9]+([.][0-9]+)?")) {
                throw new DoesNotFit(Map.of("amount", wrong));
            }
            try {
                long minor = new BigDecimal(typed).movePointRight(digits).longValueExact();
                if (minor > money.amountMinor()) {
                    throw new DoesNotFit(Map.of("amount", wrong));
                }
                return minor;
            } catch (ArithmeticException tooPrecise) {
                throw new DoesNotFit(Map.of("amount", wrong));
            }
        }

        private static Map<String, String> amountFault(Map<String, String> faults) {
            return Map.of("amount", faults.values().iterator().next());
        }
    }

    /** Thrown by an edit if the change does not fit the stored order. The service passes it on. */
    private static final class DoesNotFit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Map<String, String> faults;

        DoesNotFit(Map<String, String> faults) {
            super("the change does not fit the stored order", null, false, false);
            this.faults = faults;
        }
    }
}
