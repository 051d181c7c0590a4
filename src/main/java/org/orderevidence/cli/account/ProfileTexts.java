package org.orderevidence.cli.account;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Account;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Texts;

/** An account's profile as flat strings, under the names of the upload interface, without missing fields. */
final class ProfileTexts {
    static final String CATEGORY = "merchandiseOrServices";

    /** {@code true} or missing. */
    static final String SHOW_LOGO = "showLogo";

    private static final int MAX_LENGTH = 2_000;
    static final String ADDRESS = "receiptAddress.";

    private static final List<String> LINKS = List.of(
            "logoUrl", "refundPolicyLink", "cancellationPolicyLink", "termsAndConditionsLink", "websiteForReceipt");

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

    /** Returns the profile of these strings. */
    static MerchantInfo profile(Map<String, String> texts) {
        Address address = texts.keySet().stream().anyMatch(name -> name.startsWith(ADDRESS))
                ? new Address(
                        texts.get(ADDRESS + "line1"),
                        texts.get(ADDRESS + "line2"),
                        texts.get(ADDRESS + "city"),
                        texts.get(ADDRESS + "countrySubdivision"),
                        texts.get(ADDRESS + "postalCode"),
                        texts.get(ADDRESS + "country"),
                        texts.get(ADDRESS + "latitude"),
                        texts.get(ADDRESS + "longitude"))
                : null;
        return new MerchantInfo(
                texts.get("name"),
                texts.get("description"),
                texts.get("logoUrl"),
                texts.get("refundPolicyLink"),
                texts.get("cancellationPolicyLink"),
                texts.get("termsAndConditionsLink"),
                texts.get("phoneForReceipt"),
                texts.get("emailForReceipt"),
                texts.get("websiteForReceipt"),
                address);
    }

    /** Returns what the account sells, or null if the strings do not contain it. */
    static Charge.@Nullable Category category(Map<String, String> texts) {
        String name = texts.get(CATEGORY);
        return name == null ? null : Charge.Category.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns whether receipt pages may show the logo as an image. */
    static boolean showsLogo(Map<String, String> texts) {
        return "true".equals(texts.get(SHOW_LOGO));
    }

    /** Returns what is wrong with a string, or null. */
    static @Nullable String fault(String name, String text) {
        if (!Texts.isPrintable(text) || text.length() > MAX_LENGTH) {
            return name + " must be printable, at most " + MAX_LENGTH + " characters";
        }
        if (LINKS.contains(name) && !isLink(text)) {
            return name + " must be an http or https URL";
        }
        if (name.equals(CATEGORY) && !List.of("merchandise", "services").contains(text)) {
            return name + " must be merchandise or services";
        }
        if (name.equals(SHOW_LOGO) && !List.of("true", "false").contains(text)) {
            return name + " must be true or false";
        }
        return null;
    }

    private static boolean isLink(String text) {
        try {
            URI uri = new URI(text);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null;
        } catch (URISyntaxException notAUri) {
            return false;
        }
    }

    private static void put(Map<String, String> texts, String name, @Nullable String text) {
        if (text != null) {
            texts.put(name, text);
        }
    }
}
