package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.order.Charge;

/**
 * The data that an explanation calls missing or tells the reader to add, read word by word.
 *
 * @param values each a value of one order
 * @param unread the orders whose IP address is said to be not read
 */
record Additions(List<Value> values, Set<String> unread) {
    private static final Map<String, Element> NOUNS = Map.of(
            "IP address", Element.IP,
            "device ID", Element.DEVICE_ID,
            "device fingerprint", Element.DEVICE_FINGERPRINT,
            "customer account ID", Element.ACCOUNT_ID,
            "shipping address", Element.SHIPPING_ADDRESS,
            "e-mail address", Element.EMAIL);
    private static final String NOUN = "(" + String.join("|", new TreeSet<>(NOUNS.keySet())) + ")";
    private static final String OWNER = "(?<owner>this order|orders? P.(?: and P.)?)";
    private static final Pattern ADDED = Pattern.compile("(?<item>the card brand or BIN"
            + "|the card fingerprint \\(or BIN with last four digits\\)|a product description"
            + "|a category \\(merchandise or services\\)|the network's codes? of (?:the|that) disputes?|(?:an?|a usable) "
            + NOUN
            + ")|to " + OWNER);
    private static final Pattern LACKED =
            Pattern.compile("the (?<notread>IP address) of (?<unread>orders? P.(?: and P.)?) was not read because of a"
                    + " limit|" + OWNER + " (?:has|have|had) no|(?<item>known card network"
                    + "|data that identifies the card|known network codes? of (?:one of )?its disputes?|product description|category|(?:usable )?"
                    + NOUN + ")");
    private static final Pattern BETWEEN = Pattern.compile("(, | and | |no |, no | and no )?");

    /**
     * One value.
     *
     * @param order the id of the order, {@code D} for the disputed one
     * @param what the noun of an element, or network, card, description, category
     * @param usable true if the text states that the existing value cannot be used
     */
    record Value(String order, String what, boolean usable) {}

    /** Reads "an IP address and a product description to this order and an IP address to orders PA and PB". */
    static Additions ofStep(String text) {
        List<Value> values = new ArrayList<>();
        List<String> items = new ArrayList<>();
        Matcher words = ADDED.matcher(text);
        int end = 0;
        while (words.find()) {
            between(text.substring(end, words.start()), text);
            end = words.end();
            if (words.group("owner") == null) {
                items.add(words.group("item"));
            } else {
                assertTrue(!items.isEmpty(), text);
                for (String order : orders(words.group("owner"))) {
                    items.forEach(item -> values.add(value(order, item.replaceFirst("^(an?|the) ", ""))));
                }
                items.clear();
            }
        }
        assertTrue(items.isEmpty() && end == text.length(), text);
        return new Additions(values, Set.of());
    }

    /** Reads "this order has no IP address and orders PA and PB have no product description". */
    static Additions ofLacks(String text) {
        List<Value> values = new ArrayList<>();
        Set<String> unread = new TreeSet<>();
        List<String> owners = List.of();
        Matcher words = LACKED.matcher(text);
        int end = 0;
        while (words.find()) {
            between(text.substring(end, words.start()), text);
            end = words.end();
            if (words.group("unread") != null) {
                for (String order : orders(words.group("unread"))) {
                    values.add(new Value(order, "IP address", false));
                    unread.add(order);
                }
            } else if (words.group("owner") != null) {
                owners = orders(words.group("owner"));
                boolean plural = text.startsWith("have", words.end("owner") + 1);
                boolean past = text.startsWith("had", words.end("owner") + 1);
                assertTrue(past || plural == (owners.size() == 2), text);
            } else {
                assertTrue(!owners.isEmpty(), text);
                owners.forEach(order -> values.add(value(order, words.group("item"))));
            }
        }
        assertEquals(text.length(), end, text);
        return new Additions(values, unread);
    }

    /** The orders of an owner, {@code D} for this one. */
    static List<String> orders(String owner) {
        if (owner.equals("this order")) {
            return List.of("D");
        }
        boolean plural = owner.startsWith("orders ");
        List<String> orders = List.of(owner.substring(plural ? 7 : 6).split(" and ", -1));
        assertEquals(plural ? 2 : 1, orders.size(), owner);
        return orders;
    }

    /** The elements of a list of nouns. */
    static List<Element> elements(String nouns) {
        return List.of(nouns.split(", | and ", -1)).stream()
                .map(Additions::element)
                .toList();
    }

    private static Element element(String noun) {
        Element element = NOUNS.get(noun);
        assertTrue(element != null, noun);
        return element;
    }

    /** Supplies exactly these values; an element with the value that the others of the three have. */
    RandomHistory applyTo(RandomHistory history, List<String> pair) {
        TestOrder disputed = history.disputed().copy();
        List<TestOrder> priors = history.priors().stream().map(TestOrder::copy).toList();
        List<TestOrder> three = new ArrayList<>(List.of(disputed));
        priors.stream().filter(prior -> pair.contains(prior.id.value())).forEach(three::add);
        for (Value value : values) {
            TestOrder order = three.stream()
                    .filter(one -> one.id.value().equals(value.order))
                    .findFirst()
                    .orElseThrow();
            supply(order, value.what, three);
        }
        RandomHistory supplied = history.with(disputed, priors);
        boolean hasCode = values.stream().anyMatch(value -> value.what.equals("condition"));
        return hasCode ? supplied.withKnownConditions() : supplied;
    }

    /** True if an address, a device or a login is added. */
    boolean areTraces() {
        Set<String> traces = Set.of("IP address", "device ID", "device fingerprint", "customer account ID");
        return values.stream().anyMatch(value -> traces.contains(value.what));
    }

    private static void supply(TestOrder order, String what, List<TestOrder> three) {
        switch (what) {
            case "network" -> order.brand = "visa";
            case "condition" -> {}
            case "description" -> order.description = "Tea set";
            case "category" -> order.category = Charge.Category.SERVICES;
            case "card" -> throw new AssertionError("nothing is promised without the card");
            default -> {
                Element element = element(what);
                String same = "9";
                for (TestOrder one : three) {
                    String word = one.usableWord(element);
                    same = word == null ? same : word;
                }
                order.with(element, same);
            }
        }
    }

    /** Fails unless each order lacks what is said, and in the way that is said. */
    void areLackedIn(RandomHistory history) {
        for (Value value : values) {
            TestOrder order = value.order.equals("D")
                    ? history.disputed()
                    : history.priors().stream()
                            .filter(prior -> prior.id.value().equals(value.order))
                            .findFirst()
                            .orElseThrow();
            switch (value.what) {
                case "network" -> assertTrue(history.naive().failing().contains("network_unknown"));
                case "card" -> assertTrue(history.naive().failing().contains("credential_missing"));
                case "condition" -> assertTrue(history.naive().failing().contains("condition_unknown"));
                case "description" -> assertTrue(order.description == null);
                case "category" -> assertTrue(order.category == null);
                default -> {
                    Element element = element(value.what);
                    assertTrue(order.usableWord(element) == null, value::toString);
                    assertEquals(value.usable, order.has(element), value::toString);
                    boolean notRead = element == Element.IP && order.ipNotRead();
                    assertEquals(notRead, element == Element.IP && unread.contains(value.order), value::toString);
                }
            }
        }
    }

    private static Value value(String order, String item) {
        String what = item.contains(" code")
                ? "condition"
                : switch (item) {
                    case "card brand or BIN", "known card network" -> "network";
                    case "card fingerprint (or BIN with last four digits)", "data that identifies the card" -> "card";
                    case "product description" -> "description";
                    case "category (merchandise or services)", "category" -> "category";
                    default -> item.replaceFirst("^usable ", "");
                };
        return new Value(order, what, item.startsWith("usable "));
    }

    private static void between(String gap, String text) {
        assertTrue(BETWEEN.matcher(gap).matches(), () -> "\"" + gap + "\" in: " + text);
    }
}
