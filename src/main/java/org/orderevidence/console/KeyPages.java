package org.orderevidence.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import tools.jackson.databind.JsonNode;

/** The pages of API keys. */
final class KeyPages {
    private static final String API = "/api/v2/keys";
    private static final String TITLE = "API keys";
    private static final List<String> SCOPES = List.of("read", "write", "lookup", "admin");

    private KeyPages() {}

    static Answer list(Visit visit) {
        return page(visit, 200, null, null, KeyModel.Typed.EMPTY);
    }

    static Answer create(Visit visit) {
        List<String> scopes = SCOPES.stream()
                .filter(scope -> visit.form().isChecked("scope-" + scope))
                .toList();
        String label = visit.form().text("label");
        String expires = visit.form().text("expires");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("label", label);
        body.put("expiresAt", expires.isEmpty() ? "" : expires + "T00:00:00Z");
        body = Values.withoutEmpty(body);
        body.put("scopes", scopes);
        return switch (Calls.send(visit, "POST", API, body)) {
            case CallResult.Refused refused ->
                page(
                        visit,
                        refused.status(),
                        null,
                        null,
                        new KeyModel.Typed(
                                label,
                                scopes,
                                expires,
                                scopes.isEmpty() ? "Select at least one permission." : refused.detail()));
            case CallResult.Done(JsonNode made) ->
                page(
                        visit,
                        201,
                        null,
                        new KeyModel.Made(Values.text(made, "key"), Values.text(made, "id"), ""),
                        KeyModel.Typed.EMPTY);
        };
    }

    static Answer show(Visit visit) {
        return one(visit, 200, null);
    }

    static Answer rotate(Visit visit) {
        String id = visit.parameter("id");
        long grace = seconds(visit.form().text("grace"));
        return switch (Calls.send(
                visit, "POST", API + "/" + Visit.encode(id) + "/rotate", Map.of("graceSeconds", grace))) {
            case CallResult.Refused refused -> one(visit, refused.status(), Values.refusal(refused));
            case CallResult.Done(JsonNode made) -> {
                String ends = Values.time(made.path("replaces"), "endsAt");
                yield page(
                        visit,
                        201,
                        null,
                        new KeyModel.Made(
                                Values.text(made, "key"),
                                Values.text(made, "id"),
                                grace == 0
                                        ? "The old key " + id + " has ended."
                                        : "The old key " + id + " stays valid until " + ends + "."),
                        KeyModel.Typed.EMPTY);
            }
        };
    }

    static Answer revoke(Visit visit) {
        String id = visit.parameter("id");
        return switch (Calls.send(visit, "DELETE", API + "/" + Visit.encode(id))) {
            case CallResult.Refused refused -> one(visit, refused.status(), Values.refusal(refused));
            case CallResult.Done _ ->
                id.equals(visit.session().keyId())
                        ? Visit.redirect("/console/sign-in")
                        : page(visit, 200, Values.done("The key " + id + " was revoked."), null, KeyModel.Typed.EMPTY);
        };
    }

    private static Answer page(
            Visit visit, int status, @Nullable Notice notice, KeyModel.@Nullable Made made, KeyModel.Typed typed) {
        return switch (Calls.get(visit, API + "?per=100" + Values.after(visit.query("after")))) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode list) -> {
                List<KeyModel.Row> rows = new ArrayList<>();
                list.path("keys")
                        .forEach(key ->
                                rows.add(KeyModel.Row.of(key, visit.session().keyId())));
                yield visit.page(
                        status,
                        "console/settings/keys.jte",
                        Values.heading(TITLE).with(notice),
                        new KeyModel(rows, Values.text(list, "nextCursor"), made, typed));
            }
        };
    }

    private static Answer one(Visit visit, int status, @Nullable Notice notice) {
        JsonNode key = find(visit, visit.parameter("id"));
        return key == null
                ? visit.notFound("Key not found", "This account has no key with this ID in the mode of this session.")
                : visit.page(
                        status,
                        "console/settings/key.jte",
                        Values.heading("Key " + Values.text(key, "id")).with(notice),
                        new KeyModel.One(KeyModel.Row.of(key, visit.session().keyId())));
    }

    private static @Nullable JsonNode find(Visit visit, String id) {
        String cursor = "";
        do {
            if (!(Calls.get(visit, API + "?per=100" + Values.after(cursor))
                    instanceof CallResult.Done(JsonNode list))) {
                return null;
            }
            for (JsonNode key : list.path("keys")) {
                if (Objects.equals(Values.text(key, "id"), id)) {
                    return key;
                }
            }
            cursor = Values.text(list, "nextCursor");
        } while (!cursor.isEmpty());
        return null;
    }

    /** Returns the grace period; without one, a day. */
    private static long seconds(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            return 86_400;
        }
    }
}
