package org.orderevidence.cli.upload;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.orderevidence.cli.order.OrderCommands;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;

/** Sends sightings, one in each request, as the track operation requires. */
public final class SightingSender implements Sender {
    private static final Set<Integer> ABOUT_CONTENT = Set.of(400, 413, 422);

    private final Client client;
    private final Retry retry;

    public SightingSender(Client client, Retry retry) {
        this.client = client;
        this.retry = retry;
    }

    @Override
    public String noun() {
        return "sighting";
    }

    @Override
    public int batchSize() {
        return 1;
    }

    @Override
    public List<Outcome> send(List<Item> batch) throws InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        for (Item item : batch) {
            Client.Answer answer = retry.send(
                    () -> client.post(OrderCommands.TRACK, item.json().toArray()));
            if (answer.isOk()) {
                outcomes.add(new Outcome.Taken("recorded"));
            } else if (ABOUT_CONTENT.contains(answer.status())) {
                outcomes.add(OrderSender.rejected(null, Json.readIfAny(answer.body())));
            } else {
                throw answer.refusal();
            }
        }
        return outcomes;
    }
}
