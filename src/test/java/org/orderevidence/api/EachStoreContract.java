package org.orderevidence.api;

import org.orderevidence.webhook.ErasureContract;
import org.orderevidence.webhook.ErasureRaceContract;

/**
 * What of the interface depends on the engine that keeps it: several records that are written in steps, and races. To be
 * run over real HTTP on each. Reads are tested by the contract of records.
 */
interface EachStoreContract
        extends PendingContract, ErasureContract, ErasureRaceContract, UndoContract, ChangesContract {}
