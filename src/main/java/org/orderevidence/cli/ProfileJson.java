package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Converts the profile of an account between the JSON of the HTTP interface and the flat strings of
 * {@link ProfileTexts}.
 */
final class ProfileJson {
    private static final List<String> CONTACT = List.of("phoneForReceipt", "emailForReceipt", "websiteForReceipt");
    private static final String CONTACT_FIELD = "merchantReceiptContact";
    private static final String ADDRESS_FIELD = "receiptAddress";

    private ProfileJson() {}

    /** Returns the strings of an account from an answer of the service. */
    static Map<String, String> texts(JsonNode account) {
        JsonNode merchant = account.path("merchantInfo");
        JsonNode contact = merchant.path(CONTACT_FIELD);
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : ProfileTexts.NAMES) {
            JsonNode value = name.equals(ProfileTexts.CATEGORY)
                    ? account.path(name)
                    : name.startsWith(ProfileTexts.ADDRESS)
                            ? contact.path(ADDRESS_FIELD).path(name.substring(ProfileTexts.ADDRESS.length()))
                            : CONTACT.contains(name) ? contact.path(name) : merchant.path(name);
            if (name.equals(ProfileTexts.SHOW_LOGO)) {
                if (account.path(name).booleanValue(false)) {
                    texts.put(name, "true");
                }
            } else if (value.isString()) {
                texts.put(name, value.stringValue());
            }
        }
        return texts;
    }

    /** Returns the account of these strings in the form that the service reads. */
    static Map<String, Object> account(Map<String, String> texts) {
        Map<String, Object> account = new LinkedHashMap<>();
        Map<String, Object> merchant = new LinkedHashMap<>();
        Map<String, Object> contact = new LinkedHashMap<>();
        Map<String, Object> address = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            if (name.equals(ProfileTexts.CATEGORY)) {
                account.put(name, text);
            } else if (name.equals(ProfileTexts.SHOW_LOGO)) {
                account.put(name, text.equals("true"));
            } else if (name.startsWith(ProfileTexts.ADDRESS)) {
                address.put(name.substring(ProfileTexts.ADDRESS.length()), text);
            } else if (CONTACT.contains(name)) {
                contact.put(name, text);
            } else {
                merchant.put(name, text);
            }
        });
        contact.put(ADDRESS_FIELD, address);
        merchant.put(CONTACT_FIELD, contact);
        account.put("merchantInfo", merchant);
        return account;
    }
}
