package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Account;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;

/** An account's profile as flat strings, under the names of the upload interface, without missing fields. */
final class ProfileTexts {
    static final String CATEGORY = "merchandiseOrServices";

    /** {@code true} or missing. */
    static final String SHOW_LOGO = "showLogo";

    static final String ADDRESS = "receiptAddress.";

    /** Every name, in the order in which they are shown. */
    static final List<String> NAMES = List.of(
            "name",
            "description",
            "logoUrl",
            "refundPolicyLink",
            "cancellationPolicyLink",
            "termsAndConditionsLink",
            "phoneForReceipt",
            "emailForReceipt",
            "websiteForReceipt",
            ADDRESS + "line1",
            ADDRESS + "line2",
            ADDRESS + "city",
            ADDRESS + "countrySubdivision",
            ADDRESS + "postalCode",
            ADDRESS + "country",
            ADDRESS + "latitude",
            ADDRESS + "longitude",
            CATEGORY,
            SHOW_LOGO);

    private ProfileTexts() {}

    static Map<String, String> of(Account account) {
        MerchantInfo profile = account.profile();
        Map<String, String> texts = new LinkedHashMap<>();
        put(texts, "name", profile.name());
        put(texts, "description", profile.description());
        put(texts, "logoUrl", profile.logoUrl());
        put(texts, "refundPolicyLink", profile.refundPolicyLink());
        put(texts, "cancellationPolicyLink", profile.cancellationPolicyLink());
        put(texts, "termsAndConditionsLink", profile.termsAndConditionsLink());
        put(texts, "phoneForReceipt", profile.phoneForReceipt());
        put(texts, "emailForReceipt", profile.emailForReceipt());
        put(texts, "websiteForReceipt", profile.websiteForReceipt());
        Address address = profile.receiptAddress();
        if (address != null) {
            put(texts, ADDRESS + "line1", address.line1());
            put(texts, ADDRESS + "line2", address.line2());
            put(texts, ADDRESS + "city", address.city());
            put(texts, ADDRESS + "countrySubdivision", address.countrySubdivision());
            put(texts, ADDRESS + "postalCode", address.postalCode());
            put(texts, ADDRESS + "country", address.country());
            put(texts, ADDRESS + "latitude", address.latitude());
            put(texts, ADDRESS + "longitude", address.longitude());
        }
        Charge.Category category = account.defaultCategory();
        put(texts, CATEGORY, category == null ? null : category.name().toLowerCase(Locale.ROOT));
        put(texts, SHOW_LOGO, account.showsLogo() ? "true" : null);
        return texts;
    }

    /** Returns what is wrong with a string before it becomes JSON, or null. */
    static @Nullable String fault(String name, String text) {
        return name.equals(SHOW_LOGO) && !List.of("true", "false").contains(text)
                ? name + " must be true or false"
                : null;
    }

    private static void put(Map<String, String> texts, String name, @Nullable String text) {
        if (text != null) {
            texts.put(name, text);
        }
    }
}
