package org.orderevidence.console;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.EvidenceService;

/** Records what a form states about an order, with the operations of the HTTP interface. */
final class FactRecording {
    /** The orders of the evidence for an issuer. */
    private static final int MOST_ORDERS = 3;

    private static final int LONGEST_AMOUNT = 20;

    private FactRecording() {}

    /**
     * The result.
     *
     * @param status HTTP status
     * @param faults what is wrong, by the name of the field; the empty name is for the complete form
     */
    record Result(int status, Map<String, String> faults) {
        private static Result of(CallResult result) {
            return switch (result) {
                case CallResult.Done _ -> new Result(200, Map.of());
                case CallResult.Refused refused -> {
                    Map<String, String> faults = new LinkedHashMap<>();
                    for (CallResult.FieldFault fault : refused.errors()) {
                        String name = fault.pointer().replaceFirst("^/", "");
                        faults.putIfAbsent(name, Shown.capital(fault.detail()) + ".");
                    }
                    yield new Result(refused.status(), faults.isEmpty() ? Map.of("", refused.detail()) : faults);
                }
            };
        }
    }

    static Result record(FactForms.Kind kind, Visit visit, EvidenceService service) {
        return switch (kind) {
            case REFUND -> refund(visit, service);
            case DISPUTE -> record(visit, "/disputes", "disputeId", "condition", "openedAt", "status");
            case FRAUD_REPORT -> record(visit, "/fraud-reports", "reportId", "reportedAt", "typeCode");
            case MISSING -> missing(visit);
        };
    }

    private static Result record(Visit visit, String path, String... names) {
        return Result.of(CallResult.send(visit, "POST", api(visit.parameter("id")) + path, fields(visit, "", names)));
    }

    private static String api(String order) {
        return "/api/v2/orders/" + Visit.encode(order);
    }

    private static Map<String, String> fields(Visit visit, String end, String... names) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String name : names) {
            fields.put(name, visit.form().text(name + end));
        }
        fields.values().removeIf(String::isEmpty);
        return fields;
    }

    /** The fields of each order have its number. An empty field changes nothing. */
    private static Result missing(Visit visit) {
        Map<String, String> faults = new LinkedHashMap<>();
        for (int i = 0; i < MOST_ORDERS; i++) {
            String end = "-" + i;
            Map<String, String> fields = fields(visit, end, "arn", "fulfilledAt");
            if (!fields.isEmpty()) {
                String order = api(visit.form().text("order" + end));
                Result one = Result.of(CallResult.send(visit, "PATCH", order, fields));
                if (one.status() >= 500) {
                    return one;
                }
                if (one.status() != 404) {
                    one.faults().forEach((name, fault) -> faults.put((name.isEmpty() ? "arn" : name) + end, fault));
                }
            }
        }
        return new Result(faults.isEmpty() ? 200 : 422, faults);
    }

    /** The form states the total refunded so far, as a decimal in the currency of the order. */
    private static Result refund(Visit visit, EvidenceService service) {
        String id = visit.parameter("id");
        visit.exchange().share().hold(RequestMemory.FETCH);
        Optional<Money> total = !OrderId.isValid(id)
                ? Optional.empty()
                : service.order(visit.space(), new OrderId(id))
                        .map(held -> held.order().charge().money());
        if (total.isEmpty()) {
            return new Result(404, Map.of());
        }
        Money money = total.get();
        Optional<Long> minor = minor(visit.form().text("amount"), money);
        if (minor.isEmpty()) {
            String most = FactForms.decimal(money);
            return new Result(422, Map.of("amount", "Enter an amount from 0 to " + most + ", such as " + most + "."));
        }
        Map<String, Object> change =
                Map.of("refundedAmount", minor.get(), "refunded", minor.get() == money.amountMinor());
        Result result = Result.of(CallResult.send(visit, "PATCH", api(id), change));
        return result.faults().isEmpty()
                ? result
                : new Result(
                        result.status(),
                        Map.of("amount", result.faults().values().iterator().next()));
    }

    /** Returns an amount up to the total, in minor units; empty if the text is none. */
    private static Optional<Long> minor(String typed, Money total) {
        if (typed.length() > LONGEST_AMOUNT || !typed.matches("[0-9]+([.][0-9]+)?")) {
            return Optional.empty();
        }
        try {
            int digits = Math.max(0, total.currency().getDefaultFractionDigits());
            long minor = new BigDecimal(typed).movePointRight(digits).longValueExact();
            return minor > total.amountMinor() ? Optional.empty() : Optional.of(minor);
        } catch (ArithmeticException tooPrecise) {
            return Optional.empty();
        }
    }
}
