package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Body;
import org.orderevidence.api.Call;
import org.orderevidence.api.Field;
import org.orderevidence.api.Reference;
import org.orderevidence.http.Answer;
import org.orderevidence.http.InnerCall;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The page to try an operation of the HTTP interface, with the scopes of the session. */
public final class TryPage {
    private static final String PATH = "/console/try";
    private static final int MOST_SHOWN = 256 * 1024;
    private static final int FIRST_FAILURE = 400;
    private static final String TYPE = "type";
    private static final String BODY = "body";

    private final Supplier<Reference> source;
    private volatile @Nullable List<Reference.Group> groups;

    /**
     * @param source the reference, which is read when the page is first opened
     */
    public TryPage(Supplier<Reference> source) {
        this.source = source;
    }

    /** Adds the page and its action. The operation checks the scope. */
    public PageRoutes addTo(PageRoutes pages) {
        return pages.add(PATH, "GET", Scope.READ, this::show).add(PATH, "POST", Scope.READ, this::perform);
    }

    private Answer show(Visit visit) {
        return page(visit, find(visit.query("operation")).orElse(null), Map.of(), null);
    }

    private Answer perform(Visit visit) {
        Call call = find(visit.form().text("operation")).orElse(null);
        if (call == null) {
            return page(visit, null, Map.of(), null);
        }
        Map<String, String> typed = new LinkedHashMap<>();
        String path = call.path();
        StringBuilder query = new StringBuilder();
        List<String> headers = new ArrayList<>();
        for (Call.Parameters parameters : call.parameters()) {
            for (Field field : parameters.fields()) {
                String name = input(parameters.place(), field);
                String value = visit.form().text(name);
                typed.put(name, value);
                switch (parameters.place()) {
                    case PATH -> path = path.replace("{" + field.name() + "}", Visit.encode(value));
                    case QUERY -> {
                        if (!value.isEmpty()) {
                            query.append(query.isEmpty() ? "?" : "&")
                                    .append(field.name())
                                    .append('=')
                                    .append(Visit.encode(value));
                        }
                    }
                    case HEADER -> {
                        if (isHeader(value)) {
                            headers.add(field.name());
                            headers.add(value);
                        }
                    }
                }
            }
        }
        String body = call.body().bodies().isEmpty() ? "" : visit.form().text(BODY);
        typed.put(BODY, body);
        typed.put(TYPE, visit.form().text(TYPE));
        if (!body.isEmpty()) {
            headers.add("Content-Type");
            headers.add(mediaType(call, visit.form().text(TYPE)));
        }
        InnerCall request =
                new InnerCall(call.method(), path + query, headers, Bytes.wrap(body.getBytes(StandardCharsets.UTF_8)));
        visit.exchange()
                .share()
                .hold(MemoryBudget.SMALL + RequestMemory.ofBody(body.length()) + RequestMemory.ofBody(MOST_SHOWN));
        return page(visit, call, typed, shown(visit.exchange().call(request, MOST_SHOWN), request, body));
    }

    private Answer page(Visit visit, @Nullable Call call, Map<String, String> typed, TryModel.@Nullable Shown reply) {
        return visit.page(
                "console/try.jte",
                new Visit.Heading(call == null ? "Try the API" : call.title(), null, null),
                new TryModel(groups(), call, typed, reply));
    }

    /** Returns the name of the input of a parameter. */
    public static String input(Call.Place place, Field field) {
        return place.openApiName() + "." + field.name();
    }

    private List<Reference.Group> groups() {
        List<Reference.Group> read = groups;
        if (read == null) {
            read = source.get().groups().stream()
                    .map(group -> new Reference.Group(
                            group.name(),
                            group.description(),
                            group.calls().stream().filter(Call::needsKey).toList()))
                    .filter(group -> !group.calls().isEmpty())
                    .toList();
            groups = read;
        }
        return read;
    }

    private Optional<Call> find(String id) {
        return groups().stream()
                .flatMap(group -> group.calls().stream())
                .filter(call -> call.id().equals(id))
                .findFirst();
    }

    private static String mediaType(Call call, String chosen) {
        return call.body().bodies().stream()
                .map(Body::mediaType)
                .filter(chosen::equals)
                .findFirst()
                .orElse(call.body().bodies().getFirst().mediaType());
    }

    /** A header with other characters cannot be sent. */
    private static boolean isHeader(String value) {
        return !value.isEmpty() && value.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    private static TryModel.Shown shown(InnerCall.Reply reply, InnerCall request, String body) {
        List<String> lines = new ArrayList<>();
        String type = "";
        for (int i = 0; i < reply.headers().size(); i += 2) {
            lines.add(reply.headers().get(i) + ": " + reply.headers().get(i + 1));
            type = reply.headers().get(i).equals("Content-Type")
                    ? reply.headers().get(i + 1)
                    : type;
        }
        boolean isCut = reply.length() > reply.body().length();
        return new TryModel.Shown(
                reply.status(),
                reply.status() < FIRST_FAILURE,
                lines,
                text(reply, type, isCut),
                isCut,
                command(request, body));
    }

    private static String text(InnerCall.Reply reply, String type, boolean isCut) {
        boolean isText = type.contains("json") || type.startsWith("text/") || type.contains("xml");
        if (!isText) {
            return reply.length() == 0 ? "" : reply.length() + " bytes of " + type;
        }
        String text = new String(reply.body().toArray(), StandardCharsets.UTF_8);
        if (!type.contains("json") || isCut) {
            return text;
        }
        try {
            return JsonMapper.shared()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(JsonMapper.shared().readTree(text));
        } catch (JacksonException notOneValue) {
            return text;
        }
    }

    private static String command(InnerCall request, String body) {
        StringBuilder command = new StringBuilder("curl -X " + request.method() + " \"$URL" + request.target() + "\"");
        command.append(" \\\n  -H \"X-API-Key: $KEY\"");
        for (int i = 0; i < request.headers().size(); i += 2) {
            command.append(" \\\n  -H ")
                    .append(quoted(
                            request.headers().get(i) + ": " + request.headers().get(i + 1)));
        }
        if (!body.isEmpty()) {
            command.append(" \\\n  --data-binary ").append(quoted(body));
        }
        return command.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
