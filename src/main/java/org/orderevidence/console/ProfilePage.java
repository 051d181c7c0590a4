package org.orderevidence.console;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import tools.jackson.databind.JsonNode;

/** The page of the account's profile, with a preview of a receipt. */
final class ProfilePage {
    static final String API = "/api/v2/account";
    private static final String CATEGORY = "merchandiseOrServices";
    private static final String SHOW_LOGO = "showLogo";

    private ProfilePage() {}

    static Answer show(Visit visit) {
        return switch (Calls.get(visit, API)) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode account) -> page(visit, 200, null, stored(account, Map.of()));
        };
    }

    static Answer change(Visit visit) {
        return switch (Calls.send(visit, "PUT", API, account(visit.form()))) {
            case CallResult.Refused refused ->
                page(
                        visit,
                        refused.status(),
                        new Notice(Tone.BAD, "The profile was not changed. " + refused.detail()),
                        typed(visit.form(), errors(refused.errors())));
            case CallResult.Done(JsonNode changed) -> {
                Map<ProfileField, String> warnings = warnings(changed.path("warnings"));
                yield page(
                        visit,
                        200,
                        warnings.isEmpty()
                                ? Values.done("The profile was changed.")
                                : new Notice(
                                        Tone.ACTION,
                                        "The profile was changed, but a value was not stored. See the marked field."),
                        stored(changed, warnings));
            }
        };
    }

    /** Returns the account that was typed, in the form that the HTTP interface reads. */
    static Map<String, Object> account(Form form) {
        Map<String, Object> account = new LinkedHashMap<>();
        for (ProfileField field : ProfileField.values()) {
            String value = form.text(field.input());
            if (!value.isEmpty()) {
                put(account, field.path(), value);
            }
        }
        String category = form.text("category");
        if (!category.isEmpty()) {
            account.put(CATEGORY, category);
        }
        account.put(SHOW_LOGO, showsLogo(form));
        return account;
    }

    private static boolean showsLogo(Form form) {
        return !form.text(SHOW_LOGO).isEmpty();
    }

    private static ProfileModel typed(Form form, Map<ProfileField, String> errors) {
        Map<ProfileField, String> typed = new EnumMap<>(ProfileField.class);
        for (ProfileField field : ProfileField.values()) {
            typed.put(field, form.text(field.input()));
        }
        return new ProfileModel(typed, errors, form.text("category"), showsLogo(form));
    }

    private static Answer page(Visit visit, int status, @Nullable Notice notice, ProfileModel model) {
        return visit.page(
                status,
                "console/settings/profile.jte",
                Values.heading("Profile").with(notice),
                model);
    }

    private static ProfileModel stored(JsonNode account, Map<ProfileField, String> warnings) {
        Map<ProfileField, String> values = new EnumMap<>(ProfileField.class);
        for (ProfileField field : ProfileField.values()) {
            values.put(field, account.at(field.pointer()).asString(""));
        }
        return new ProfileModel(
                values,
                warnings,
                Values.text(account, CATEGORY),
                account.path(SHOW_LOGO).booleanValue(false));
    }

    private static Map<ProfileField, String> errors(List<CallResult.FieldError> errors) {
        Map<ProfileField, String> found = new EnumMap<>(ProfileField.class);
        for (ProfileField field : ProfileField.values()) {
            errors.stream()
                    .filter(error -> error.pointer().equals(field.pointer()))
                    .findFirst()
                    .ifPresent(error -> found.put(field, error.detail()));
        }
        return found;
    }

    private static Map<ProfileField, String> warnings(JsonNode warnings) {
        return errors(warnings.valueStream()
                .map(warning ->
                        new CallResult.FieldError(Values.text(warning, "pointer"), Values.text(warning, "detail")))
                .toList());
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> account, List<String> path, String value) {
        Map<String, Object> at = account;
        for (String name : path.subList(0, path.size() - 1)) {
            at = (Map<String, Object>) at.computeIfAbsent(name, _ -> new LinkedHashMap<String, Object>());
        }
        at.put(path.getLast(), value);
    }
}
