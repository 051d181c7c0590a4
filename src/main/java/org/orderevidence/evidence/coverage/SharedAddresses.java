package org.orderevidence.evidence.coverage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orderevidence.evidence.coverage.Coverage.SharedAddress;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;

/**
 * Finds addresses that many customers share. Remembers at most {@value #MAX_CUSTOMERS} customers: if there are more, a
 * random half of those remembered, chosen by their keys, is forgotten. Addresses are keyed hashes.
 */
final class SharedAddresses {
    /** Maximum number of addresses that are returned. */
    static final int MAX_ADDRESSES = 10;

    /** An address with fewer of the remembered customers is not listed: an office or a family can have one. */
    static final int LEAST_CUSTOMERS = 10;

    /** An address with a smaller share of the customers, in percent, is not listed: a mobile network can have one. */
    static final int LEAST_PERCENT = 2;

    private static final int MAX_CUSTOMERS = 5_000;

    /** Maximum number of addresses of a customer that are remembered: the first ones. */
    private static final int MAX_OF_CUSTOMER = 4;

    private final Map<KeyedHash, Map<KeyedHash, OrderId>> byCustomer = new HashMap<>();
    private int halvings;

    void add(OrderSnapshot order) {
        KeyedHash customer = order.customer();
        KeyedHash ip = order.ip();
        if (customer == null || ip == null || !isRemembered(customer)) {
            return;
        }
        Map<KeyedHash, OrderId> addresses = byCustomer.computeIfAbsent(customer, key -> HashMap.newHashMap(1));
        if (addresses.size() < MAX_OF_CUSTOMER || addresses.containsKey(ip)) {
            addresses.put(ip, order.id());
        }
        while (byCustomer.size() > MAX_CUSTOMERS) {
            halvings++;
            byCustomer.keySet().removeIf(key -> !isRemembered(key));
        }
    }

    /** A keyed hash is as good as random, so each further bit halves the customers. */
    private boolean isRemembered(KeyedHash customer) {
        byte[] bytes = customer.bytes();
        for (int i = 0; i < halvings; i++) {
            if ((bytes[bytes.length - 1 - i / Byte.SIZE] >> i % Byte.SIZE & 1) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many customers with an address there are; an estimate if some were forgotten. */
    long customers(Scale scale) {
        return scaled(byCustomer.size(), scale);
    }

    private long scaled(long remembered, Scale scale) {
        return scale.of(remembered << halvings);
    }

    /** Returns the addresses that look like a proxy's, most customers first. */
    List<SharedAddress> shared(Scale scale) {
        Map<KeyedHash, List<OrderId>> byAddress = new HashMap<>();
        byCustomer
                .values()
                .forEach(addresses -> addresses.forEach((address, order) -> byAddress
                        .computeIfAbsent(address, key -> new ArrayList<>())
                        .add(order)));
        return byAddress.entrySet().stream()
                .filter(entry -> isSuspicious(entry.getValue().size()))
                .sorted(Comparator.comparingInt((Map.Entry<KeyedHash, List<OrderId>> entry) ->
                                entry.getValue().size())
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .limit(MAX_ADDRESSES)
                .map(entry -> new SharedAddress(
                        entry.getKey(), scaled(entry.getValue().size(), scale), examples(entry.getValue())))
                .toList();
    }

    private boolean isSuspicious(int customers) {
        return customers >= LEAST_CUSTOMERS && (long) customers * 100 >= (long) byCustomer.size() * LEAST_PERCENT;
    }

    private static List<OrderId> examples(List<OrderId> orders) {
        Examples examples = new Examples();
        orders.stream().sorted(Comparator.reverseOrder()).forEach(examples::add);
        return examples.counted(Scale.ALL).examples();
    }
}
