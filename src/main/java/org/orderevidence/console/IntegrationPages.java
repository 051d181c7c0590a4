package org.orderevidence.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.JsonNode;

/** The pages of integrations. */
final class IntegrationPages {
    private static final String API = "/api/v2/integrations";
    private static final List<String> TEXTS =
            List.of("platform", "secret", "basicUser", "basicPassword", "orderIdPrefix", "orderIdKey");
    private static final List<String> FLAGS = List.of("trustClientReference", "accountsRequired", "automaticCapture");
    private static final List<String> SHOWN_AGAIN = List.of("platform", "orderIdPrefix", "orderIdKey");

    private IntegrationPages() {}

    static Answer list(Visit visit) {
        return page(visit, 200, null, Map.of(), "");
    }

    static Answer add(Visit visit) {
        Form form = visit.form();
        Map<String, Object> body = new LinkedHashMap<>();
        Map<String, String> typed = new LinkedHashMap<>();
        TEXTS.forEach(name -> body.put(name, form.text(name)));
        SHOWN_AGAIN.forEach(name -> typed.put(name, form.text(name)));
        for (String name : FLAGS) {
            if (form.isChecked(name)) {
                body.put(name, true);
                typed.put(name, "1");
            }
        }
        return switch (Calls.send(visit, "POST", API, Values.withoutEmpty(body))) {
            case CallResult.Refused refused -> page(visit, refused.status(), null, typed, refused.detail());
            case CallResult.Done(JsonNode added) -> Visit.redirect(path(Values.text(added, "id")) + "?added=1");
        };
    }

    static Answer show(Visit visit) {
        return one(
                visit,
                200,
                visit.query("added").isEmpty()
                        ? null
                        : Values.done("The integration was added. Enter its address at the platform."));
    }

    static Answer rotate(Visit visit) {
        String secret = visit.form().text("secret");
        boolean ends = visit.form().isChecked("end");
        return changed(
                visit,
                "rotate",
                ends ? Map.of("end", true) : Map.of("secret", secret),
                ends
                        ? "The previous secret has ended."
                        : "The new secret is valid. The previous one stays valid until you end it.");
    }

    static Answer replay(Visit visit) {
        String reason = visit.form().text("reason");
        String event = visit.form().text("event");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("reason", reason);
        body.put("event", event);
        return switch (Calls.send(visit, "POST", api(visit) + "/replay", Values.withoutEmpty(body))) {
            case CallResult.Refused refused -> one(visit, refused.status(), Values.refusal(refused));
            case CallResult.Done(JsonNode answer) -> {
                int replayed = answer.path("replayed").asInt(0);
                String rest = answer.has("nextCursor") ? " More events follow: replay again." : "";
                yield one(
                        visit,
                        200,
                        Values.done(Shown.count(replayed, "event") + (replayed == 1 ? " is" : " are")
                                + " mapped again. The result is visible in a few seconds." + rest));
            }
        };
    }

    static Answer remove(Visit visit) {
        return switch (Calls.send(visit, "DELETE", api(visit))) {
            case CallResult.Refused refused -> one(visit, refused.status(), Values.refusal(refused));
            case CallResult.Done _ ->
                page(
                        visit,
                        200,
                        Values.done("The integration " + visit.parameter("id")
                                + " was removed. Remove its webhook at the platform."),
                        Map.of(),
                        "");
        };
    }

    private static Answer changed(Visit visit, String operation, Map<String, Object> body, String done) {
        return switch (Calls.send(visit, "POST", api(visit) + "/" + operation, body)) {
            case CallResult.Refused refused -> one(visit, refused.status(), Values.refusal(refused));
            case CallResult.Done _ -> one(visit, 200, Values.done(done));
        };
    }

    private static Answer page(
            Visit visit, int status, @Nullable Notice notice, Map<String, String> typed, String error) {
        return switch (Calls.get(visit, API + "?per=100" + Values.after(visit.query("after")))) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode list) -> {
                String asked = typed.getOrDefault("platform", visit.query("platform"));
                Platform platform = Platform.named(asked).orElse(Platform.STRIPE);
                List<IntegrationModel.Row> rows = new ArrayList<>();
                list.path("integrations").forEach(one -> rows.add(IntegrationModel.Row.of(one, visit.address())));
                yield visit.page(
                        status,
                        "console/settings/integrations.jte",
                        Values.heading("Integrations").with(notice),
                        new IntegrationModel(rows, Values.text(list, "nextCursor"), platform, typed, error));
            }
        };
    }

    private static Answer one(Visit visit, int status, @Nullable Notice notice) {
        CallResult found = Calls.get(visit, api(visit));
        CallResult listed = Calls.get(visit, api(visit) + "/events?per=50" + Values.after(visit.query("after")));
        return switch (found) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode integration) -> {
                List<IntegrationModel.Event> events = new ArrayList<>();
                String next = "";
                if (listed instanceof CallResult.Done(JsonNode list)) {
                    list.path("events").forEach(event -> events.add(IntegrationModel.Event.of(event)));
                    next = Values.text(list, "nextCursor");
                }
                IntegrationModel.Row row = IntegrationModel.Row.of(integration, visit.address());
                yield visit.page(
                        status,
                        "console/settings/integration.jte",
                        Values.heading(row.platform() + " " + row.id()).with(notice),
                        new IntegrationModel.One(
                                row,
                                lastEvent(integration),
                                integration
                                        .path("eventDays")
                                        .valueStream()
                                        .mapToLong(day -> day.path("waiting").asLong(0))
                                        .sum(),
                                integration.path("openTasks").asInt(0),
                                integration.path("overdueTasks").asInt(0),
                                events,
                                next,
                                CaptureRows.of(integration)));
            }
        };
    }

    private static String lastEvent(JsonNode integration) {
        String at = Values.time(integration, "lastEventAt");
        String type = Values.text(integration, "lastEventType");
        return at.isEmpty() || type.isEmpty() ? at : type + ", " + at;
    }

    private static String api(Visit visit) {
        return API + "/" + Visit.encode(visit.parameter("id"));
    }

    private static String path(String id) {
        return Tab.INTEGRATIONS.path() + "/" + Visit.encode(id);
    }
}
