package org.orderevidence.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.orderevidence.http.Answer;
import org.orderevidence.http.InnerCalls;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Bytes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Result of a call of the HTTP interface for a visitor: the same checks, changes and messages as for a client. */
sealed interface CallResult {
    /** More than any answer that a page shows completely. */
    int MOST = 4 * 1024 * 1024;

    /**
     * It was done.
     *
     * @param body the JSON of the answer; missing if it has none
     */
    record Done(JsonNode body) implements CallResult {}

    record Refused(int status, String detail, List<FieldFault> errors) implements CallResult {

        Answer page(Visit visit) {
            return visit.error(new ErrorPage(status, status == 404 ? "Not found" : "Request refused", detail));
        }
    }

    /** Returns the answer that one of the functions makes of the refusal or of the body. */
    default Answer answer(Function<Refused, Answer> refused, Function<JsonNode, Answer> done) {
        return switch (this) {
            case Refused why -> refused.apply(why);
            case Done(JsonNode body) -> done.apply(body);
        };
    }

    /** Returns the JSON of the answer; missing if it was refused. */
    default JsonNode done() {
        return this instanceof Done(JsonNode body) ? body : MissingNode.getInstance();
    }

    /** The same with the usual page of a refusal. */
    default Answer answer(Visit visit, Function<JsonNode, Answer> done) {
        return answer(refused -> refused.page(visit), done);
    }

    /** What is wrong with a field. */
    record FieldFault(String pointer, String detail) {
        static List<FieldFault> list(JsonNode problem) {
            return problem.path("errors")
                    .valueStream()
                    .map(error -> new FieldFault(
                            error.path("pointer").asString(""),
                            error.path("detail").asString("")))
                    .toList();
        }
    }

    static CallResult get(Visit visit, String target) {
        return of(visit, new InnerCalls.Call("GET", target, Map.of(), Bytes.EMPTY));
    }

    /** Changes a resource without sending a body. */
    static CallResult send(Visit visit, String method, String target) {
        return of(visit, new InnerCalls.Call(method, target, Map.of(), Bytes.EMPTY));
    }

    /** Changes a resource with a map, of which the empty values are left out. One bad field refuses the change. */
    static CallResult send(Visit visit, String method, String target, Map<String, ?> values) {
        Map<String, Object> body = new LinkedHashMap<>(values);
        body.values().removeIf(""::equals);
        Map<String, String> headers = Map.of("Content-Type", MediaTypes.JSON, "Prefer", "handling=strict");
        Bytes json = Bytes.wrap(JsonMapper.shared().writeValueAsBytes(body));
        return of(visit, new InnerCalls.Call(method, target, headers, json));
    }

    /** Changes a resource with JSON. */
    static CallResult json(Visit visit, String method, String target, byte[] body) {
        Map<String, String> headers = Map.of("Content-Type", MediaTypes.JSON);
        return of(visit, new InnerCalls.Call(method, target, headers, Bytes.wrap(body)));
    }

    private static CallResult of(Visit visit, InnerCalls.Call call) {
        InnerCalls.Reply reply = visit.exchange().call(call, MOST);
        visit.exchange().share().hold(MemoryBudget.SMALL + RequestMemory.ofBody(reply.length()));
        JsonNode body = reply.length() == 0 || reply.length() > MOST
                ? MissingNode.getInstance()
                : JsonMapper.shared().readTree(reply.body().toArray());
        return reply.status() < 400
                ? new Done(body)
                : new Refused(reply.status(), body.path("detail").asString(""), FieldFault.list(body));
    }
}
