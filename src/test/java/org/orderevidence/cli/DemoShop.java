package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import org.orderevidence.api.Shop;
import org.orderevidence.cli.Demo.SampleData;
import tools.jackson.databind.node.ObjectNode;

/** The shop of the demo, as an account of a service in a test. The newest order is from the day before today. */
public final class DemoShop {
    private final SampleData sample;

    private DemoShop(SampleData sample) {
        this.sample = sample;
    }

    /** Returns the sample with its days moved to today. */
    public static DemoShop on(LocalDate today) throws IOException {
        return new DemoShop(SampleData.load(today));
    }

    /** Returns the orders as NDJSON. */
    public String orders() {
        return sample.orders().stream().map(order -> order + "\n").collect(Collectors.joining());
    }

    /** Stores what the demo stores before its orders: the profile of the merchant, and addresses of customers. */
    public void prepare(Shop shop) {
        shop.put("/api/v2/account", Demo.MERCHANT).is(200);
        sample.sightings()
                .forEach(sighting ->
                        shop.post("/api/v2/track", sighting.toString()).is(200));
    }

    /** Stores the orders. */
    public void upload(Shop shop) {
        List<String> orders = sample.orders().stream().map(ObjectNode::toString).toList();
        String results = shop.upload(orders.toArray(String[]::new)).is(200).text();
        assertTrue(results.contains("\"rejected\":0,"), results);
    }

    /** Stores the disputes and the fraud reports. */
    public void reportFacts(Shop shop) {
        for (ObjectNode fact : sample.laterFacts()) {
            ObjectNode body = fact.deepCopy();
            String order = body.remove("orderId").asString();
            String kind = body.remove("kind").asString().equals("dispute") ? "/disputes" : "/fraud-reports";
            int status =
                    shop.post("/api/v2/orders/" + order + kind, body.toString()).status();
            assertTrue(status == 200 || status == 201, order + ": " + status);
        }
    }
}
