package org.orderevidence.wire;

import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.part.Kind.MeantWords;
import tools.jackson.databind.JsonNode;

/** Reads an account. */
public final class AccountReader {
    private AccountReader() {}

    /**
     * Reads the body that replaces the profile of an account. An unknown field is an error: the value that it replaces
     * would be lost. What the service decides ({@code id}, {@code createdAt}) may be sent as it was answered.
     *
     * @param accountId the account of the request's key
     */
    public static Read<AccountProfile> read(JsonNode body, String accountId) {
        return Fields.read(body, Faults.Unknown.REPLACING, fields -> {
            String id = fields.text("id", TextRule.TRIMMED);
            if (id != null && !id.equals(accountId)) {
                fields.error("id", FaultCode.INCONSISTENT, "is not the account of this key; leave it out");
            }
            fields.text("createdAt", TextRule.TRIMMED);
            MerchantInfo merchant = OrderReader.merchant(fields);
            Charge.Category category =
                    fields.choice("merchandiseOrServices", Charge.Category.values(), MeantWords.CATEGORY);
            return new AccountProfile(merchant, category, fields.flag("showLogo"));
        });
    }
}
