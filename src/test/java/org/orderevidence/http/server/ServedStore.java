package org.orderevidence.http.server;

import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;

/** Both sides of the store that the interface is served from. */
public record ServedStore(EvidenceStore evidence, AccountStore accounts) {}
