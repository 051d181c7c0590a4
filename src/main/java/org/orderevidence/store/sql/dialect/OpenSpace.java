package org.orderevidence.store.sql.dialect;

import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.EvidenceCodec;

/**
 * An account space that is read: its number in the database, and what opens its records.
 *
 * @param number the first column of every key
 * @param name the account and mode
 * @param codec opens records
 */
public record OpenSpace(int number, AccountSpace name, EvidenceCodec codec) {}
