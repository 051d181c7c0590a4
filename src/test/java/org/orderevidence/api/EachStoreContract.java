package org.orderevidence.api;

import org.orderevidence.webhook.ErasureContract;

/**
 * The parts of the interface that depend on the engine: several records that are written in steps, and races. Runs over
 * real HTTP on each engine. Reads are tested by the contract of records.
 */
interface EachStoreContract extends PendingContract, ErasureContract, UndoContract, ChangesContract {}
