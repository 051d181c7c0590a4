package org.orderevidence.upload;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Uploads some orders or disputes through the JSON route, and returns the outcome of each. The route refuses a batch if
 * none of its records can be stored, and an answer lists a limited number of errors. What it does not explain is sent
 * again.
 */
public final class OrderBatch {
    /** Statuses that refuse the content of a request, not its sender. */
    private static final Set<Integer> ABOUT_CONTENT = Set.of(400, 413, 422);

    private OrderBatch() {}

    public sealed interface Answer {
        record Results(JsonNode json) implements Answer {}

        /** Some of the orders are the reason why all are refused. */
        record Refused(Outcome.Rejected why) implements Answer {}
    }

    @FunctionalInterface
    public interface Route<X extends Exception> {
        /** Returns the answer. Throws if the upload cannot continue. */
        Answer send(byte[] json) throws X;
    }

    /** True if an answer with this status refuses the content of a request. */
    public static boolean isAboutContent(int status) {
        return ABOUT_CONTENT.contains(status);
    }

    public static <X extends Exception> List<Outcome> send(String list, List<Item> orders, Route<X> route) throws X {
        return switch (route.send(body(list, orders))) {
            case Answer.Refused(Outcome.Rejected why) when orders.size() == 1 -> List.of(why);
            case Answer.Refused _ -> {
                List<Outcome> outcomes = new ArrayList<>(send(list, orders.subList(0, orders.size() / 2), route));
                outcomes.addAll(send(list, orders.subList(orders.size() / 2, orders.size()), route));
                yield outcomes;
            }
            case Answer.Results(JsonNode json) ->
                explained(list, orders, outcomes(json, orders.size(), 0, "kept"), route);
        };
    }

    /** Each further answer must explain at least one order. */
    private static <X extends Exception> List<Outcome> explained(
            String list, List<Item> orders, List<Outcome> outcomes, Route<X> route) throws X {
        List<Integer> open = IntStream.range(0, outcomes.size())
                .filter(i -> outcomes.get(i) instanceof Outcome.Rejected rejected
                        && rejected.errors().isEmpty())
                .boxed()
                .toList();
        if (!open.isEmpty() && open.size() < orders.size()) {
            List<Outcome> again = send(list, open.stream().map(orders::get).toList(), route);
            for (int i = 0; i < open.size(); i++) {
                outcomes.set(open.get(i), again.get(i));
            }
        } else {
            open.forEach(i -> outcomes.set(i, Outcome.rejected("rejected", "it was rejected")));
        }
        return outcomes;
    }

    /**
     * Returns the outcomes that an answer lists.
     *
     * @param first index of the first record
     * @param unlisted outcome of records that the answer does not list
     */
    public static List<Outcome> outcomes(JsonNode answer, int count, int first, String unlisted) {
        List<Outcome> outcomes = new ArrayList<>(Collections.nCopies(count, new Outcome.Taken(unlisted)));
        for (JsonNode result : answer.path("results")) {
            int index = result.path("index").asInt(-1) - first;
            String word = result.path("outcome").asString("");
            if (index >= 0 && index < count) {
                String id = result.path("id").asString(null);
                outcomes.set(
                        index,
                        word.equals("rejected")
                                ? new Outcome.Rejected(id, faults(result.path("errors")))
                                : new Outcome.Taken(word, id, faults(result.path("warnings"))));
            }
        }
        return outcomes;
    }

    /** Returns why the only order of a batch was refused, as a problem answer says it. */
    public static Outcome.Rejected rejected(@Nullable JsonNode problem) {
        if (problem == null || problem.path("errors").isEmpty()) {
            String code = problem == null ? "rejected" : problem.path("code").asString("rejected");
            return Outcome.rejected(
                    code, problem == null ? "" : problem.path("detail").asString(""));
        }
        return new Outcome.Rejected(null, faults(problem.path("errors")));
    }

    private static List<Map<String, String>> faults(JsonNode listed) {
        return listed.valueStream()
                .map(fault -> Outcome.error(
                        // Relative to the record, not to its batch.
                        fault.path("pointer").asString("").replaceFirst("^(/orders|/disputes)?/\\d+", ""),
                        fault.path("code").asString(""),
                        fault.path("detail").asString("")))
                .toList();
    }

    private static byte[] body(String list, List<Item> orders) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("{\"" + list + "\":[").getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < orders.size(); i++) {
            if (i > 0) {
                body.write(',');
            }
            body.writeBytes(orders.get(i).json().toArray());
        }
        body.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }
}
