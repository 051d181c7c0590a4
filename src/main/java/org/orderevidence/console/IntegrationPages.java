package org.orderevidence.console;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.CoveragePages.CoverageModel.CaptureTable;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.http.Answer;
import org.orderevidence.integration.CaptureDay.CaptureCount;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Platforms;
import tools.jackson.databind.JsonNode;

public final class IntegrationPages {
    private static final String PATH = "/console/settings/integrations";
    private static final String API = "/api/v2/integrations";
    private static final List<String> TEXTS =
            List.of("platform", "secret", "basicUser", "basicPassword", "orderIdPrefix");

    private IntegrationPages() {}

    static void addTo(PageRoutes pages) {
        pages.addTab("Integrations", PATH, visit -> page(visit, 200, null, ""))
                .addAction(PATH, IntegrationPages::add)
                .add(PATH + "/{id}", "GET", Scope.ADMIN, IntegrationPages::show)
                .addAction(PATH + "/{id}/rotate", IntegrationPages::rotate)
                .addAction(PATH + "/{id}/replay", IntegrationPages::replay)
                .addAction(PATH + "/{id}/tasks/{task}/done", IntegrationPages::finish)
                .addAction(PATH + "/{id}/remove", IntegrationPages::remove);
    }

    /** The page of integrations. */
    public record Model(Listing list, Connector.About connector, String service) {}

    /** The page of one integration. */
    public record One(Row row, List<Row> tasks, List<Row> events, String next, String service) {

        public static String wish(Row task) {
            return switch (task.text("kind")) {
                case "erase_customer" -> "Erase a customer";
                case "export_customer" -> "Give a customer the data";
                default -> "Erase the data of the shop " + task.text("shop");
            };
        }

        /** Returns the reasons of the events, each once. */
        public List<String> reasons() {
            return events.stream()
                    .map(event -> event.text("reason"))
                    .distinct()
                    .sorted()
                    .toList();
        }

        /** Returns type and time of the event that was received last; empty if there is none. */
        public String lastEvent() {
            String at = row.time("lastEventAt");
            String type = row.text("lastEventType");
            return at.isEmpty() || type.isEmpty() ? at : type + ", " + at;
        }

        /** Returns how many events are not mapped yet. */
        public long waiting() {
            return Row.list(row.json(), "eventDays").stream()
                    .mapToLong(day -> day.number("waiting"))
                    .sum();
        }

        /** Returns how often its orders have what evidence needs, over all days. */
        public CaptureTable capture() {
            SortedMap<String, CaptureCount> sums = new TreeMap<>();
            for (Row rate : Row.list(row.json(), "captureRates")) {
                Map<CapturedField, Integer> having = new EnumMap<>(CapturedField.class);
                for (CapturedField field : CapturedField.values()) {
                    having.put(field, rate.number(field.wireName()));
                }
                sums.merge(rate.text("method"), new CaptureCount(rate.number("orders"), having), CaptureCount::plus);
            }
            return new CaptureTable(
                    Row.list(row.json(), "alarms").stream()
                            .map(alarm -> alarm.text("detail"))
                            .toList(),
                    sums.entrySet().stream()
                            .map(sum -> CaptureTable.row("", sum.getKey(), sum.getValue()))
                            .toList());
        }
    }

    /** Returns the platform of an integration as people write it. */
    public static String platform(Row integration) {
        String platform = integration.text("platform");
        return Platform.named(platform)
                .map(each -> Platforms.of(each).about().title())
                .orElse(platform);
    }

    private static Answer add(Visit visit) {
        Form form = visit.form();
        Map<String, Object> body = new LinkedHashMap<>();
        TEXTS.forEach(name -> body.put(name, form.text(name)));
        for (PlatformSetting setting : Platforms.settings()) {
            if (setting.usual() != null) {
                body.put(setting.name(), form.text(setting.name()));
            } else if (form.isChecked(setting.name())) {
                body.put(setting.name(), true);
            }
        }
        return CallResult.send(visit, "POST", API, body)
                .answer(
                        refused -> page(visit, refused.status(), null, refused.detail()),
                        added -> Visit.redirect(
                                PATH + "/" + Visit.encode(added.path("id").asString("")) + "?added=1"));
    }

    private static Answer show(Visit visit) {
        return one(
                visit,
                200,
                visit.query("added").isEmpty()
                        ? null
                        : Notice.good("The integration was added. Enter its address at the platform."));
    }

    private static Answer rotate(Visit visit) {
        boolean ends = visit.form().isChecked("end");
        return changed(
                visit,
                "/rotate",
                ends ? Map.of("end", true) : Map.of("secret", visit.form().text("secret")),
                _ -> ends
                        ? "The previous secret has ended."
                        : "The new secret is valid. The previous one stays valid until you end it.");
    }

    private static Answer replay(Visit visit) {
        Map<String, Object> body = Map.of(
                "reason", visit.form().text("reason"), "event", visit.form().text("event"));
        return changed(visit, "/replay", body, answer -> {
            int replayed = answer.number("replayed");
            String rest = answer.text("nextCursor").isEmpty() ? "" : " More events follow: replay again.";
            return Shown.count(replayed, "event") + (replayed == 1 ? " is" : " are")
                    + " mapped again. The result is visible in a few seconds." + rest;
        });
    }

    private static Answer finish(Visit visit) {
        String target = "/tasks/" + Visit.encode(visit.parameter("task")) + "/done";
        return changed(visit, target, Map.of(), _ -> "The task is done. Its personal data is erased.");
    }

    private static Answer remove(Visit visit) {
        String done = "The integration " + visit.parameter("id") + " was removed. Remove its webhook at the platform.";
        return CallResult.send(visit, "DELETE", api(visit))
                .answer(refused -> refused(visit, refused), _ -> page(visit, 200, Notice.good(done), ""));
    }

    private static Answer changed(Visit visit, String operation, Map<String, Object> body, Function<Row, String> done) {
        return CallResult.send(visit, "POST", api(visit) + operation, body)
                .answer(
                        refused -> refused(visit, refused),
                        answer -> one(visit, 200, Notice.good(done.apply(new Row(answer)))));
    }

    private static Answer refused(Visit visit, CallResult.Refused refused) {
        return one(visit, refused.status(), Notice.bad(refused.detail()));
    }

    private static Answer page(Visit visit, int status, @Nullable Notice notice, String error) {
        String asked = error.isEmpty() ? visit.query("platform") : visit.form().text("platform");
        Platform platform =
                Platform.named(asked).orElse(List.of(Platform.values()).getFirst());
        return Listing.answer(
                visit,
                API + "?per=100",
                "integrations",
                error,
                list -> visit.page(
                        status,
                        "console/settings/integrations.jte",
                        "Integrations",
                        notice,
                        new Model(list, Platforms.of(platform).about(), visit.address())));
    }

    private static Answer one(Visit visit, int status, @Nullable Notice notice) {
        CallResult found = CallResult.get(visit, api(visit));
        JsonNode tasks = CallResult.get(visit, api(visit) + "/tasks?per=20").done();
        JsonNode events = CallResult.get(visit, api(visit) + "/events?per=50" + Listing.after(visit.query("after")))
                .done();
        return found.answer(visit, integration -> {
            Row row = new Row(integration);
            return visit.page(
                    status,
                    "console/settings/integration.jte",
                    platform(row) + " " + row.text("id"),
                    notice,
                    new One(
                            row,
                            Row.list(tasks, "tasks"),
                            Row.list(events, "events"),
                            events.path("nextCursor").asString(""),
                            visit.address()));
        });
    }

    private static String api(Visit visit) {
        return API + "/" + Visit.encode(visit.parameter("id"));
    }
}
