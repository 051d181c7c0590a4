package org.orderevidence.wire;

import java.time.temporal.ChronoUnit;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;

/** Writes an account. */
public final class AccountWriter {
    private AccountWriter() {}

    public static void write(JsonWriter json, Account account) {
        json.writeStartObject();
        json.writeStringProperty("id", account.id());
        JsonFields.time(json, "createdAt", account.createdAt().truncatedTo(ChronoUnit.SECONDS));
        json.writeName("merchantInfo");
        ReceiptWriter.writeMerchant(json, account.profile());
        if (account.defaultCategory() != null) {
            json.writeStringProperty("merchandiseOrServices", KeyWriter.name(account.defaultCategory()));
        }
        json.writeBooleanProperty("showLogo", account.showsLogo());
        json.writeEndObject();
    }
}
