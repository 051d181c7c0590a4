package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.http.Answer;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.receipt.render.PageHtml.PageHeaders;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.AccountReader.AccountProfile;
import org.orderevidence.wire.Read;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The page of the account's profile, with a preview of a receipt. */
public final class ProfilePage {
    private static final String API = "/api/v2/account";
    private static final String CATEGORY = "merchandiseOrServices";
    private static final String SHOW_LOGO = "showLogo";
    private static final String FRAMED_FAULTS =
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    private ProfilePage() {}

    static void addTo(PageRoutes pages) {
        String path = "/console/settings/profile";
        pages.addTab("Profile", path, ProfilePage::show)
                .addAction(path, ProfilePage::change)
                .add(
                        path + "/preview",
                        "GET",
                        Scope.ADMIN,
                        visit -> CallResult.get(visit, API).answer(visit, account -> preview(visit, account)))
                .addAction(path + "/preview", visit -> preview(visit, account(visit.form())));
    }

    /** A field of the account's profile, as the form has it. */
    public record Field(String label, String hint, JsonPointer pointer) {
        private static final JsonPointer RETENTION = JsonPointer.compile("/retentionDays");
        private static final String LINK = "An http or https link.";
        private static final String CONTACT = "merchantReceiptContact/";
        private static final String ADDRESS = CONTACT + "receiptAddress/";

        /** All fields, in the sequence of the form. */
        public static final List<Field> ALL = List.of(
                of("Merchant name", "The name that customers know.", "name"),
                of("What the merchant does", "", "description"),
                of("Website", "", CONTACT + "websiteForReceipt"),
                of("Contact e-mail", "", CONTACT + "emailForReceipt"),
                of("Contact phone", "With + and the country code.", CONTACT + "phoneForReceipt"),
                of("Refund policy", LINK, "refundPolicyLink"),
                of("Cancellation policy", LINK, "cancellationPolicyLink"),
                of("Terms and conditions", LINK, "termsAndConditionsLink"),
                of("Logo", LINK + " This service never loads it. An image needs an https link.", "logoUrl"),
                of("Street and number", "", ADDRESS + "line1"),
                of("Address line 2", "", ADDRESS + "line2"),
                of("Postal code", "", ADDRESS + "postalCode"),
                of("City", "", ADDRESS + "city"),
                of("State, province or region", "", ADDRESS + "countrySubdivision"),
                of("Country", "A code such as US, or the English name.", ADDRESS + "country"),
                of("Latitude", "Decimal degrees.", ADDRESS + "latitude"),
                of("Longitude", "Decimal degrees.", ADDRESS + "longitude"),
                new Field(
                        "Retention in days",
                        "Older orders and sightings are removed. 0 stores them permanently. Empty: the setting of the installation.",
                        RETENTION));

        private static Field of(String label, String hint, String path) {
            return new Field(label, hint, JsonPointer.compile("/merchantInfo/" + path));
        }

        /** Returns the kind of keyboard that helps. */
        public String inputMode() {
            return hint.startsWith(LINK) ? "url" : "text";
        }

        /** Returns the name of the input: the path in the account, with dots. */
        public String input() {
            return pointer.toString().substring(1).replace('/', '.');
        }
    }

    /** What the page shows. */
    public record Model(JsonNode account, List<CallResult.FieldFault> faults) {

        /** Returns the value of a field; empty if it has none. */
        public String value(Field field) {
            return account.at(field.pointer).asString("");
        }

        /** Returns what is wrong with a field; empty if nothing is. */
        public String error(Field field) {
            return faults.stream()
                    .filter(fault -> fault.pointer().equals(field.pointer.toString()))
                    .map(CallResult.FieldFault::detail)
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

    private static Answer show(Visit visit) {
        return CallResult.get(visit, API)
                .answer(visit, account -> page(visit, 200, null, new Model(account, List.of())));
    }

    private static Answer change(Visit visit) {
        ObjectNode typed = account(visit.form());
        return switch (CallResult.json(visit, "PUT", API, JsonMapper.shared().writeValueAsBytes(typed))) {
            case CallResult.Refused refused ->
                page(
                        visit,
                        refused.status(),
                        Notice.bad("The profile was not changed. " + refused.detail()),
                        new Model(typed, refused.errors()));
            case CallResult.Done(JsonNode changed) ->
                page(visit, 200, Notice.good("The profile was changed."), new Model(changed, List.of()));
        };
    }

    private static Answer preview(Visit visit, JsonNode account) {
        return switch (AccountReader.read(account, visit.space().account())) {
            case Read.Bad<AccountProfile> bad -> {
                List<String> texts = bad.errors().stream()
                        .map(fault -> label(fault.pointer()) + fault.detail())
                        .toList();
                Answer faults = visit.page(422, "console/settings/previewFaults.jte", "Receipt preview", null, texts);
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

    /** Returns the label of the field with a JSON pointer, before what is wrong with it; empty if there is none. */
    private static String label(String pointer) {
        return Field.ALL.stream()
                .filter(field -> field.pointer.toString().equals(pointer))
                .map(field -> field.label + ": ")
                .findFirst()
                .orElse("");
    }

    private static Answer page(Visit visit, int status, @Nullable Notice notice, Model model) {
        return visit.page(status, "console/settings/profile.jte", "Profile", notice, model);
    }

    /** Returns the account that was typed, in the form that the HTTP interface reads. */
    private static ObjectNode account(Form form) {
        ObjectNode account = JsonNodeFactory.instance.objectNode();
        for (Field field : Field.ALL) {
            String value = form.text(field.input());
            if (field.pointer.equals(Field.RETENTION) && value.matches("\\d{1,6}")) {
                account.put("retentionDays", Integer.parseInt(value));
            } else if (!value.isEmpty()) {
                account.withObject(field.pointer.head())
                        .put(field.pointer.last().getMatchingProperty(), value);
            }
        }
        String category = form.text("category");
        if (!category.isEmpty()) {
            account.put(CATEGORY, category);
        }
        return account.put(SHOW_LOGO, form.isChecked(SHOW_LOGO));
    }
}
