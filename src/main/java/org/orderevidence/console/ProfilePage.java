package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.receipt.render.PageHtml.PageHeaders;
import org.orderevidence.wire.AccountProfile;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of the account's profile, with a preview of a receipt. */
public final class ProfilePage {
    private static final String API = "/api/v2/account";
    private static final String CATEGORY = "merchandiseOrServices";
    private static final String SHOW_LOGO = "showLogo";
    private static final String FRAMED_FAULTS =
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    private ProfilePage() {}

    /**
     * What the page shows.
     *
     * @param account as stored or as typed
     * @param faults what is wrong with it
     */
    public record Model(JsonNode account, List<CallResult.FieldError> faults) {
        public Model {
            faults = List.copyOf(faults);
        }

        /** Returns the value of a field; empty if it has none. */
        public String value(ProfileField field) {
            return account.at(field.pointer()).asString("");
        }

        /** Returns what is wrong with a field; empty if nothing is. */
        public String error(ProfileField field) {
            return faults.stream()
                    .filter(fault -> fault.pointer().equals(field.pointer()))
                    .map(CallResult.FieldError::detail)
                    .findFirst()
                    .orElse("");
        }

        /** Returns what is sold; empty if it is not set. */
        public String category() {
            return account.path(CATEGORY).asString("");
        }

        /** True if receipt pages may show the logo as an image. */
        public boolean showsLogo() {
            return account.path(SHOW_LOGO).booleanValue(false);
        }
    }

    /**
     * Why a typed profile has no preview.
     *
     * @param texts what is wrong, each with the label of its field
     */
    public record PreviewFaults(List<String> texts) {
        public PreviewFaults {
            texts = List.copyOf(texts);
        }
    }

    static Answer show(Visit visit) {
        return switch (Calls.get(visit, API)) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode account) -> page(visit, 200, null, new Model(account, List.of()));
        };
    }

    static Answer change(Visit visit) {
        Map<String, Object> typed = account(visit.form());
        return switch (Calls.send(visit, "PUT", API, typed)) {
            case CallResult.Refused refused ->
                page(
                        visit,
                        refused.status(),
                        new Notice(Tone.BAD, "The profile was not changed. " + refused.detail()),
                        new Model(JsonMapper.shared().valueToTree(typed), refused.errors()));
            case CallResult.Done(JsonNode changed) ->
                page(visit, 200, SettingsPages.done("The profile was changed."), new Model(changed, List.of()));
        };
    }

    /** Answers with a receipt under the stored profile, which the page shows in a frame. */
    static Answer previewStored(Visit visit) {
        return switch (Calls.get(visit, API)) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode account) -> preview(visit, account);
        };
    }

    /** Answers with a receipt under the profile that was typed, which is not stored. */
    static Answer previewTyped(Visit visit) {
        return preview(visit, JsonMapper.shared().valueToTree(account(visit.form())));
    }

    private static Answer preview(Visit visit, JsonNode account) {
        return switch (AccountReader.read(account, visit.space().account())) {
            case Read.Bad<AccountProfile> bad -> {
                List<String> texts = bad.errors().stream()
                        .map(fault -> ProfileField.label(fault.pointer()) + fault.detail())
                        .toList();
                Answer faults = visit.page(
                        422,
                        "console/settings/previewFaults.jte",
                        SettingsPages.heading("Receipt preview"),
                        new PreviewFaults(texts));
                yield new Answer(faults.status(), faults.contentType(), PageHeaders.of(FRAMED_FAULTS));
            }
            case Read.Good<AccountProfile> good -> {
                AccountProfile profile = good.value();
                ReceiptPage receipt = ReceiptPage.sample(profile.merchantInfo(), profile.showsLogo());
                visit.exchange().body().append(PageHtml.receipt(receipt).getBytes(StandardCharsets.UTF_8));
                yield new Answer(200, "text/html; charset=utf-8", PageHeaders.of(PageHtml.policyInFrame(receipt)));
            }
        };
    }

    private static Answer page(Visit visit, int status, @Nullable Notice notice, Model model) {
        return visit.page(
                status,
                "console/settings/profile.jte",
                SettingsPages.heading("Profile").with(notice),
                model);
    }

    /** Returns the account that was typed, in the form that the HTTP interface reads. */
    private static Map<String, Object> account(Form form) {
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
        account.put(SHOW_LOGO, form.isChecked(SHOW_LOGO));
        return account;
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
