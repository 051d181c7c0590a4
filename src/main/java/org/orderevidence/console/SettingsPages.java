package org.orderevidence.console;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.http.Answer;
import org.orderevidence.receipt.Status;
import org.orderevidence.receipt.Status.Tone;
import org.orderevidence.service.EvidenceService;
import tools.jackson.databind.JsonNode;

/** The routes of the settings, and the page of the audit log. Each needs the scope admin. */
public final class SettingsPages {
    private SettingsPages() {}

    static void addTo(PageRoutes pages, EvidenceService service) {
        pages.addSection("Settings", "/console/settings", Scope.ADMIN, _ -> Visit.redirect(KEYS));
        addKeys(pages);
        ProfilePage.addTo(pages);
        IntegrationPages.addTo(pages);
        new CustomerPages(service).addTo(pages);
        pages.addTab(
                "Audit log",
                "/console/settings/audit",
                Listing.page(
                        "console/settings/audit.jte",
                        "Audit log",
                        "/api/v2/account/audit?per=50",
                        "entries",
                        "about",
                        "orderId"));
    }

    /** Returns who did it: the label of a key with its ID, or the operator. */
    public static String actor(Row entry) {
        String actor = entry.text("actor");
        String name = entry.text("actorName");
        return actor.equals("cli") ? "Operator" : name.isEmpty() ? actor : name + " (" + actor + ")";
    }

    /** Returns what was done in words. An unknown code is shown as it is. */
    public static String action(Row entry) {
        return Shown.capital(entry.text("action").replace('_', ' '));
    }

    /** Returns the ID of what was changed, with a part of it, or a dash. */
    public static String subject(Row entry) {
        String key = entry.text("keyId");
        String newKey = entry.text("newKeyId");
        String subject = newKey.isEmpty() ? key : key + " → " + newKey;
        String part = entry.text("fields") + entry.text("factId") + entry.text("submission");
        return Shown.orDash(
                subject + entry.text("integrationId") + entry.text("orderId") + (part.isEmpty() ? "" : ": " + part));
    }

    static final String KEYS = "/console/settings/keys";
    private static final String API = "/api/v2/keys";
    private static final String PER = "?per=100";
    private static final List<String> SCOPES = List.of("read", "write", "admin");

    /** A day, in seconds. */
    private static final long USUAL_GRACE = 86_400;

    private static void addKeys(PageRoutes pages) {
        pages.addTab("API keys", KEYS, SettingsPages::list)
                .addAction(KEYS, SettingsPages::create)
                .add(KEYS + "/{id}", "GET", Scope.ADMIN, visit -> one(visit, 200, null))
                .addAction(KEYS + "/{id}/rotate", SettingsPages::rotate)
                .addAction(KEYS + "/{id}/revoke", SettingsPages::revoke);
    }

    /**
     * The page of keys.
     *
     * @param made a key that was just created, with its text; {@code null} if none was
     * @param replaced what became of the key that it replaces; empty if it replaces none
     */
    public record Model(Listing list, @Nullable Row made, String replaced, String own) {
        public boolean isSelected(String scope) {
            return list.error().isEmpty() ? scope.equals("read") : list.form().isChecked("scope-" + scope);
        }
    }

    /** The page of one key. */
    public record One(Row key, String own) {}

    public static Status state(Row key) {
        return switch (key.text("state")) {
            case "active" -> new Status(Tone.GOOD, "Active");
            case "grace" -> new Status(Tone.NOTICE, "Being replaced");
            case "expired" -> new Status(Tone.NEUTRAL, "Expired");
            default -> new Status(Tone.NEUTRAL, "Revoked");
        };
    }

    public static boolean isChangeable(Row key) {
        return key.text("state").equals("active");
    }

    public static String scopes(Row key) {
        return key.json().path("scopes").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }

    /** Returns the day when a key was used last, or {@code never}. */
    public static String lastUsed(Row key) {
        String day = key.text("lastUsedOn");
        return day.isEmpty() ? "never" : day;
    }

    private static Answer list(Visit visit) {
        return page(visit, 200, null, null, "", "");
    }

    private static Answer create(Visit visit) {
        List<String> scopes = SCOPES.stream()
                .filter(scope -> visit.form().isChecked("scope-" + scope))
                .toList();
        String expires = visit.form().text("expires");
        Map<String, Object> body = Map.of(
                "label",
                visit.form().text("label"),
                "expiresAt",
                expires.isEmpty() ? "" : expires + "T00:00:00Z",
                "scopes",
                scopes);
        return switch (CallResult.send(visit, "POST", API, body)) {
            case CallResult.Refused refused -> {
                String error = scopes.isEmpty() ? "Select at least one scope." : refused.detail();
                yield page(visit, refused.status(), null, null, "", error);
            }
            case CallResult.Done(JsonNode made) -> page(visit, 201, null, new Row(made), "", "");
        };
    }

    private static Answer rotate(Visit visit) {
        String id = visit.parameter("id");
        long grace = seconds(visit.form().text("grace"));
        return switch (CallResult.send(visit, "POST", api(id) + "/rotate", Map.of("graceSeconds", grace))) {
            case CallResult.Refused refused -> one(visit, refused.status(), Notice.bad(refused.detail()));
            case CallResult.Done(JsonNode answer) -> {
                Row made = new Row(answer);
                String ends = made.part("replaces").time("endsAt");
                String replaced = grace == 0
                        ? "The old key " + id + " has ended."
                        : "The old key " + id + " stays valid until " + ends + ".";
                yield page(visit, 201, null, made, replaced, "");
            }
        };
    }

    private static Answer revoke(Visit visit) {
        String id = visit.parameter("id");
        return switch (CallResult.send(visit, "DELETE", api(id))) {
            case CallResult.Refused refused -> one(visit, refused.status(), Notice.bad(refused.detail()));
            case CallResult.Done _ ->
                id.equals(visit.session().key().keyId())
                        ? Visit.redirect("/console/sign-in")
                        : page(visit, 200, Notice.good("The key " + id + " was revoked."), null, "", "");
        };
    }

    private static Answer page(
            Visit visit, int status, @Nullable Notice notice, @Nullable Row made, String replaced, String error) {
        return Listing.answer(
                visit,
                API + PER,
                "keys",
                error,
                list -> visit.page(
                        status,
                        "console/settings/keys.jte",
                        "API keys",
                        notice,
                        new Model(list, made, replaced, visit.session().key().keyId())));
    }

    private static Answer one(Visit visit, int status, @Nullable Notice notice) {
        Row key = find(visit, visit.parameter("id"));
        return key == null
                ? visit.notFound("Key not found", "This account has no key with this ID in the mode of this session.")
                : visit.page(
                        status,
                        "console/settings/key.jte",
                        "Key " + key.text("id"),
                        notice,
                        new One(key, visit.session().key().keyId()));
    }

    private static @Nullable Row find(Visit visit, String id) {
        String cursor = "";
        do {
            JsonNode list =
                    CallResult.get(visit, API + PER + Listing.after(cursor)).done();
            for (Row key : Row.list(list, "keys")) {
                if (key.text("id").equals(id)) {
                    return key;
                }
            }
            cursor = list.path("nextCursor").asString("");
        } while (!cursor.isEmpty());
        return null;
    }

    private static String api(String id) {
        return API + "/" + Visit.encode(id);
    }

    private static long seconds(String grace) {
        try {
            return Long.parseLong(grace);
        } catch (NumberFormatException notANumber) {
            return USUAL_GRACE;
        }
    }
}
