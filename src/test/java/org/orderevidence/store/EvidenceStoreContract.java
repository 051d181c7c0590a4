package org.orderevidence.store;

/**
 * What every store promises, in the words of the domain. Each engine has one test class that implements this, with a
 * fresh store for each test.
 */
public interface EvidenceStoreContract
        extends OrdersContract,
                PartBoundContract,
                SpacesContract,
                ListContract,
                HistoryContract,
                OrderInHistoryContract,
                FactsContract,
                SightingsContract,
                PendingStoreContract,
                AccountsContract,
                IncompleteOrdersContract,
                ConcurrencyContract,
                DurabilityContract {}
