package org.orderevidence.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.order.OrderCommands;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.integration.Purchase;
import org.orderevidence.integration.Script;
import org.orderevidence.integration.SignedRequest;
import org.orderevidence.integration.Signer;
import org.orderevidence.integration.UnsignedEvent;
import tools.jackson.databind.JsonNode;

/** Sends the webhooks of a scenario to a service, tracks its customers, and waits for the order. */
public final class ScenarioRun {
    private static final int UNAUTHORISED = 401;
    private static final int NOT_FOUND = 404;

    /** Longer than a service needs to map an event, so that the next one finds the order of the first. */
    public static final Duration USUAL_PAUSE = Duration.ofMillis(300);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final Client client;
    private final Retry retry;
    private final String path;
    private final Signer signer;

    /**
     * @param client of the service, with a key of the integration's test data that may track and fetch
     * @param retry repeats what the service could not do at the moment
     * @param path of the integration's webhooks
     * @param signer signs them
     */
    public ScenarioRun(Client client, Retry retry, String path, Signer signer) {
        this.client = client;
        this.retry = retry;
        this.path = path;
        this.signer = signer;
    }

    /**
     * A webhook that was sent.
     *
     * @param id what identifies its event
     * @param type the platform's name of what happened
     * @param status the HTTP status of the answer
     */
    public record Sent(String id, String type, int status) {}

    /** Tracks the customers whose IP addresses the platform does not send. */
    public void track(List<Script.Sighting> sightings) throws InterruptedException {
        for (Script.Sighting sighting : sightings) {
            Map<String, String> body = new LinkedHashMap<>();
            body.put("email", sighting.email());
            body.put("ip", sighting.ip());
            body.put("observedAt", sighting.at().toString());
            Client.Answer answer = retry.send(() -> client.post(OrderCommands.TRACK, Json.bytes(body)));
            if (!answer.isOk()) {
                throw answer.refusal();
            }
        }
    }

    /**
     * Signs and sends events, one by one.
     *
     * @param pause between two events: platforms do not send all events of a purchase at one moment
     * @param now the time of sending
     * @throws Failure if the service refuses one
     */
    public List<Sent> send(List<UnsignedEvent> events, Duration pause, Instant now) throws InterruptedException {
        List<Sent> sent = new ArrayList<>();
        for (UnsignedEvent event : events) {
            SignedRequest request = signer.sign(event, now);
            Client.Answer answer = deliver(request);
            if (answer.status() == UNAUTHORISED) {
                throw new Failure(
                        ExitCode.USAGE,
                        "the service refused the signature (401): the secret, user or password is not that of the"
                                + " integration, or the clocks differ by more than 5 minutes");
            }
            if (!answer.isOk()) {
                throw answer.refusal();
            }
            sent.add(new Sent(request.id(), request.type(), answer.status()));
            Thread.sleep(pause);
        }
        return sent;
    }

    private Client.Answer deliver(SignedRequest request) throws InterruptedException {
        return retry.send(
                () -> client.deliver(path, request.headers(), request.body().toArray()));
    }

    /**
     * What became of the last purchase of a script.
     *
     * @param order the answer of the service; {@code null} if the order does not exist
     * @param isComplete true if the order states what the script expects, and the earlier orders exist
     */
    public record Outcome(@Nullable JsonNode order, boolean isComplete) {}

    /**
     * Waits until the orders of a script are complete.
     *
     * @param orderIdPrefix of the integration
     * @param longest how long to wait
     */
    public Outcome await(Script script, String orderIdPrefix, Duration longest) throws InterruptedException {
        Instant end = Instant.now().plus(longest);
        while (true) {
            Outcome outcome = look(script, orderIdPrefix);
            if (outcome.isComplete() || Instant.now().isAfter(end)) {
                return outcome;
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
    }

    private Outcome look(Script script, String orderIdPrefix) throws InterruptedException {
        boolean arePaid = true;
        JsonNode order = null;
        for (Purchase purchase : script.purchases()) {
            order = order(orderIdPrefix + purchase.orderId());
            arePaid &= order != null
                    && order.path("charge").path("status").asString("").equals("succeeded");
        }
        return new Outcome(order, arePaid && order != null && states(order, script.expected()));
    }

    private static boolean states(JsonNode order, Script.Expected expected) {
        JsonNode charge = order.path("charge");
        String verdict = order.path("compellingEvidence").path("status").asString("");
        return charge.path("refundedAmount").asLong(0) == expected.refunded()
                && charge.path("disputes").size() == expected.disputes()
                && charge.path("fraudReports").size() == expected.fraudReports()
                && (!expected.isEligible() || verdict.equals("qualified"));
    }

    private @Nullable JsonNode order(String id) throws InterruptedException {
        Client.Answer answer;
        try {
            answer = client.get(Client.orderPath(id));
        } catch (IOException lost) {
            throw client.unreachable(lost);
        }
        if (answer.status() == NOT_FOUND) {
            return null;
        }
        if (!answer.isOk()) {
            throw answer.refusal();
        }
        return Json.readIfAny(answer.body());
    }
}
