package org.orderevidence.integration.adyen;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.SignatureCheck;
import org.orderevidence.integration.SigningSecrets;
import org.orderevidence.order.AccountSpace.Mode;

/** One item of an Adyen notification. Each item is signed for itself. {@link #toString} hides its content. */
final class AdyenItem {
    private final EventJson item;
    private final @Nullable Mode mode;

    AdyenItem(EventJson item, @Nullable Mode mode) {
        this.item = item;
        this.mode = mode;
    }

    /**
     * Checks the signature: the base64 HMAC-SHA256 of 8 fields with colons between them. A field that is missing is
     * empty, and nothing is escaped. Source: Adyen, "Verify HMAC signatures".
     *
     * @param secrets their keys are in hexadecimal: {@link org.orderevidence.integration.SigningSecret#ofHex}
     */
    SignatureCheck check(SigningSecrets secrets) {
        String signature = item.in("additionalData").signedText("hmacSignature");
        if (signature.isEmpty()) {
            return SignatureCheck.MISSING;
        }
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(signature);
        } catch (IllegalArgumentException notBase64) {
            return SignatureCheck.MALFORMED;
        }
        EventJson amount = item.in("amount");
        String signed = String.join(
                ":",
                List.of(
                        item.signedText("pspReference"),
                        item.signedText("originalReference"),
                        item.signedText("merchantAccountCode"),
                        item.signedText("merchantReference"),
                        amount.signedText("value"),
                        amount.signedText("currency"),
                        item.signedText("eventCode"),
                        item.signedText("success")));
        return secrets.madeOneOf(List.of(decoded), signed.getBytes(StandardCharsets.UTF_8))
                ? SignatureCheck.VALID
                : SignatureCheck.WRONG;
    }

    /** Returns a notification that has only this item. */
    byte[] notification() {
        String live = mode == null ? "" : "\"live\":\"" + (mode == Mode.LIVE) + "\",";
        String notification = "{" + live + "\"notificationItems\":[{\"NotificationRequestItem\":" + item.json() + "}]}";
        return notification.getBytes(StandardCharsets.UTF_8);
    }

    /** The fields of the item. */
    EventJson json() {
        return item;
    }

    /** Live or test, as the notification states it for all its items; empty if it does not. */
    @Nullable
    Mode mode() {
        return mode;
    }

    @Override
    public String toString() {
        return "[item]";
    }
}
