package org.orderevidence.http.server;

import org.orderevidence.store.token.Tokens;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.integration.IntegrationStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.PendingStore;

/** The sides of the store that the interface is served from. */
public record ServedStore(
        EvidenceStore evidence,
        AccountStore accounts,
        PendingStore pending,
        IntegrationStore integrations,
        EvidenceArchive archive,
        Tokens tokens) {
    public static ServedStore of(OpenStore store) {
        return new ServedStore(
                store.evidence(),
                store.accounts(),
                store.pending(),
                store.integrations(),
                store.archive(),
                store.tokens());
    }
}
