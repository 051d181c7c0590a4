package org.orderevidence.api;

import org.orderevidence.webhook.ErasureContract;
import org.orderevidence.webhook.ErasureRaceContract;

/**
 * The parts of the interface that depend on the engine: several records that are written in steps, and races. Runs over
 * real HTTP on each engine. Reads are tested by the contract of records.
 */
interface EachStoreContract
        extends PendingContract, ErasureContract, ErasureRaceContract, UndoContract, ChangesContract {}
