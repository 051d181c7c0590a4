package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.orderevidence.evidence.Remedy.Lack;
import org.orderevidence.order.OrderId;

/** Writes what orders lack and what to add to them. */
final class RemedyWording {
    private static final String THIS_ORDER = "this order";

    private final Remedy remedy;
    private final Wording wording;

    RemedyWording(Remedy remedy, Wording wording) {
        this.remedy = remedy;
        this.wording = wording;
    }

    /** Returns what the orders lack: "this order has no IP address and order P1 has no customer account ID". */
    String lacks() {
        List<String> clauses = new ArrayList<>();
        List<String> own = lacking(remedy.disputed());
        if (!own.isEmpty()) {
            clauses.add(THIS_ORDER + wording.tense(" has ", " had ") + Wording.listed(own));
        }
        alike(this::lacking).forEach((lacking, orders) -> {
            String verb = wording.tense(orders.size() == 1 ? " has " : " have ", " had ");
            clauses.add(Wording.orders(orders) + verb + Wording.listed(lacking));
        });
        List<OrderId> notRead = remedy.priors().entrySet().stream()
                .filter(prior -> prior.getValue().elements().containsValue(Lack.State.NOT_READ))
                .map(Map.Entry::getKey)
                .toList();
        if (!notRead.isEmpty()) {
            clauses.add("the IP address of " + Wording.orders(notRead) + " was not read because of a limit");
        }
        return Wording.listed(clauses);
    }

    /** Returns what to add: "an IP address to this order and a customer account ID to order P1". */
    String additions() {
        List<String> parts = new ArrayList<>();
        List<String> own = adding(remedy.disputed());
        if (!own.isEmpty()) {
            parts.add(Wording.listed(own) + " to " + THIS_ORDER);
        }
        alike(this::adding)
                .forEach((adding, orders) -> parts.add(Wording.listed(adding) + " to " + Wording.orders(orders)));
        return Wording.listed(parts) + (asksForTraces() ? ", if the purchase had one" : "");
    }

    /** An address, a device or a login cannot be added to a purchase that had none. */
    private boolean asksForTraces() {
        Set<Element> traces = EnumSet.of(Element.IP, Element.DEVICE_ID, Element.DEVICE_FINGERPRINT, Element.ACCOUNT_ID);
        return Stream.concat(Stream.of(remedy.disputed()), remedy.priors().values().stream())
                .anyMatch(lack -> lack.elements().keySet().stream().anyMatch(traces::contains));
    }

    private Map<List<String>, List<OrderId>> alike(Function<Lack, List<String>> phrases) {
        Map<List<String>, List<OrderId>> alike = new LinkedHashMap<>();
        remedy.priors().forEach((order, lack) -> {
            List<String> said = phrases.apply(lack);
            if (!said.isEmpty()) {
                alike.computeIfAbsent(said, s -> new ArrayList<>()).add(order);
            }
        });
        return alike;
    }

    private List<String> lacking(Lack lack) {
        List<String> lacking = new ArrayList<>();
        lack.tests().forEach(test -> lacking.add(wording.lack(test)));
        lack.elements().forEach((element, state) -> {
            switch (state) {
                case MISSING -> lacking.add("no " + element.noun());
                case UNUSABLE -> lacking.add("no usable " + element.noun());
                case NOT_READ -> {}
            }
        });
        if (lack.description()) {
            lacking.add("no product description");
        }
        return lacking;
    }

    private List<String> adding(Lack lack) {
        List<String> adding = new ArrayList<>();
        lack.tests().forEach(test -> adding.add(wording.addition(test)));
        lack.elements().forEach((element, state) -> {
            String article = element == Element.IP || element == Element.EMAIL ? "an " : "a ";
            adding.add((state == Lack.State.UNUSABLE ? "a usable " : article) + element.noun());
        });
        if (lack.description()) {
            adding.add("a product description");
        }
        return adding;
    }
}
