package org.orderevidence;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One request of a test's load: orders {@code <name>-0} to {@code <name>-<orders - 1>}, the amount of each its index.
 */
record Upload(String name, int orders) {
    private static final JsonMapper JSON = JsonMapper.shared();

    List<String> ids() {
        return IntStream.range(0, orders).mapToObj(i -> name + "-" + i).toList();
    }

    /** Few uploads share a card, so that a fetch has few priors. */
    private String last4() {
        return "%04d".formatted(Math.floorMod(name.hashCode(), 10_000));
    }

    String body() {
        return IntStream.range(0, orders)
                .mapToObj(i -> "{\"id\":\"" + name + "-" + i + "\",\"amount\":" + i
                        + ",\"currency\":\"USD\",\"transactionDate\":\"2026-11-01\",\"bin\":\"424242\",\"last4\":\""
                        + last4() + "\","
                        + "\"receipt\":{\"customerEmail\":\"" + name + "@example.com\",\"description\":\"" + name
                        + "\"}}")
                .collect(Collectors.joining(",", "{\"orders\":[", "]}"));
    }

    /** Returns true if the answer to a fetch of the order of this index is the order as it was uploaded. */
    boolean isWhole(ServiceClient.Answer answer, int index) {
        if (answer.status() != 200) {
            return false;
        }
        JsonNode order = JSON.readTree(answer.body());
        return order.at("/charge/amount").asInt(-1) == index
                && order.at("/digitalReceipt/accountProfile/email").asString("").equals(name + "@example.com");
    }
}
