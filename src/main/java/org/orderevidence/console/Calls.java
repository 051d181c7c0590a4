package org.orderevidence.console;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.http.InnerCall;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Bytes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Calls the HTTP interface for a visitor: the same checks, changes and messages as for a client. */
public final class Calls {
    /** More than any answer that a page shows completely. */
    private static final int MOST = 4 * 1024 * 1024;

    private static final int FIRST_FAILURE = 400;
    private static final Bytes NOTHING = Bytes.wrap(new byte[0]);

    private Calls() {}

    /** Reads a resource. */
    public static CallResult get(Visit visit, String target) {
        return call(visit, new InnerCall("GET", target, List.of(), NOTHING));
    }

    /** Changes a resource without sending a body. */
    public static CallResult send(Visit visit, String method, String target) {
        return call(visit, new InnerCall(method, target, List.of(), NOTHING));
    }

    /**
     * Changes a resource.
     *
     * @param body a map, which is sent as JSON
     */
    public static CallResult send(Visit visit, String method, String target, Object body) {
        return json(visit, method, target, JsonMapper.shared().writeValueAsBytes(body));
    }

    /**
     * Changes a resource.
     *
     * @param body JSON text
     */
    public static CallResult json(Visit visit, String method, String target, byte[] body) {
        return call(visit, new InnerCall(method, target, List.of("Content-Type", MediaTypes.JSON), Bytes.wrap(body)));
    }

    private static CallResult call(Visit visit, InnerCall call) {
        InnerCall.Reply reply = visit.exchange().call(call, MOST);
        visit.exchange().share().hold(MemoryBudget.SMALL + RequestMemory.ofBody(reply.length()));
        JsonNode body = reply.length() == 0 || reply.length() > MOST
                ? MissingNode.getInstance()
                : JsonMapper.shared().readTree(reply.body().toArray());
        return reply.status() < FIRST_FAILURE ? new CallResult.Done(body) : refused(reply.status(), body);
    }

    private static CallResult.Refused refused(int status, JsonNode problem) {
        List<CallResult.FieldError> errors = new ArrayList<>();
        problem.path("errors")
                .forEach(error -> errors.add(new CallResult.FieldError(
                        error.path("pointer").asString(""), error.path("detail").asString(""))));
        return new CallResult.Refused(
                status,
                problem.path("code").asString(""),
                problem.path("detail").asString(""),
                errors);
    }
}
