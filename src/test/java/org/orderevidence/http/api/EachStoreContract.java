package org.orderevidence.http.api;

import org.orderevidence.http.api.admin.AuditContract;
import org.orderevidence.http.api.admin.IntegrationEventsContract;
import org.orderevidence.http.api.admin.KeyRevocationContract;
import org.orderevidence.http.coverage.CoverageContract;
import org.orderevidence.service.webhook.MovedOrdersContract;

/** What of the interface depends on the engine that keeps it: to be run over real HTTP on each. */
interface EachStoreContract
        extends TrackContract,
                ListContract,
                SearchContract,
                LaterFactsContract,
                PendingContract,
                PendingRaceContract,
                CoverageContract,
                PatchContract,
                KeyRevocationContract,
                AuditContract,
                IntegrationEventsContract,
                MovedOrdersContract,
                SampleOrdersContract {}
