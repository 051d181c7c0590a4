package org.orderevidence.store.document;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.SecretText;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;

/** The stored form of an integration. Its id and space are in the key of its record. */
public final class IntegrationDocument {
    private static final int KIND = 'I';
    private static final int MAX_SETTINGS = 64;

    private IntegrationDocument() {}

    /** Returns the bytes of an integration. */
    public static byte[] encode(Integration integration) {
        return DocumentWriter.document(KIND, DocumentFormat.VERSION, integration, IntegrationDocument::write);
    }

    /**
     * Returns an integration.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static Integration decode(String id, AccountSpace space, byte[] bytes) {
        return DocumentReader.document(KIND, DocumentFormat.VERSION, bytes, from -> read(id, space, from));
    }

    private static void write(DocumentWriter to, Integration integration) {
        IntegrationSettings settings = integration.settings();
        IntegrationSecrets secrets = integration.secrets();
        IntegrationSecrets.Basic basic = secrets.basic();
        SecretText previous = secrets.previous();
        to.text(1, integration.platform().wireName());
        to.count(2, integration.createdAt().toEpochMilli());
        to.text(3, secrets.signing().value());
        to.text(4, previous == null ? null : previous.value());
        to.text(5, basic == null ? null : basic.user());
        to.text(6, basic == null ? null : basic.password().value());
        to.text(7, settings.orderIdPrefix().isEmpty() ? null : settings.orderIdPrefix());
        new TreeMap<>(settings.values())
                .entrySet()
                .forEach(setting -> to.group(8, setting, (group, each) -> {
                    group.text(1, each.getKey());
                    group.text(2, each.getValue());
                }));
    }

    private static Integration read(String id, AccountSpace space, DocumentReader from) {
        String platform = from.requiredText(1);
        Instant createdAt = Instant.ofEpochMilli(from.requiredCount(2));
        SecretText signing = new SecretText(from.requiredText(3));
        String previous = from.text(4);
        String user = from.text(5);
        IntegrationSecrets.Basic basic =
                user == null ? null : new IntegrationSecrets.Basic(user, new SecretText(from.requiredText(6)));
        String prefix = from.text(7);
        Map<String, String> values = new HashMap<>();
        from.groups(8, MAX_SETTINGS, group -> values.put(group.requiredText(1), group.requiredText(2)));
        IntegrationSettings settings = new IntegrationSettings(prefix == null ? "" : prefix, values);
        return new Integration(
                id,
                space,
                Platform.named(platform).orElseThrow(DocumentReader::malformed),
                settings,
                new IntegrationSecrets(signing, previous == null ? null : new SecretText(previous), basic),
                createdAt);
    }
}
