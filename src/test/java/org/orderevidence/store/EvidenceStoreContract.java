package org.orderevidence.store;

/**
 * What stores of evidence promise, in the words of the domain, with a fresh store for each test. They keep it through
 * records, of which each engine keeps the contract.
 */
public interface EvidenceStoreContract
        extends OrdersContract, ListContract, HistoryContract, FactsContract, AccountsContract {}
