package org.orderevidence.api;

import org.orderevidence.webhook.ErasureContract;
import org.orderevidence.webhook.ErasureRaceContract;

/** What of the interface depends on the engine that keeps it: to be run over real HTTP on each. */
interface EachStoreContract
        extends ListContract,
                ExportContract,
                PendingContract,
                ErasureContract,
                ErasureRaceContract,
                UndoContract,
                ChangesContract {}
