package org.orderevidence.api;

import org.orderevidence.http.coverage.CoverageContract;
import org.orderevidence.webhook.ErasureContract;
import org.orderevidence.webhook.MovedOrdersContract;
import org.orderevidence.webhook.RetentionContract;

/** What of the interface depends on the engine that keeps it: to be run over real HTTP on each. */
interface EachStoreContract
        extends TrackContract,
                SightingUploadContract,
                ListContract,
                LaterFactsContract,
                PendingContract,
                CoverageContract,
                PatchContract,
                AuditContract,
                IntegrationEventsContract,
                MovedOrdersContract,
                ErasureContract,
                RetentionContract,
                UndoContract {}
