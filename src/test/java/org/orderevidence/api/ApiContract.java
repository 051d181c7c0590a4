package org.orderevidence.api;

import org.orderevidence.http.BadBodyContract;
import org.orderevidence.http.ConnectionContract;
import org.orderevidence.http.GateContract;
import org.orderevidence.http.LogContract;
import org.orderevidence.http.StatusContract;
import org.orderevidence.http.coverage.CoverageContract;
import org.orderevidence.webhook.CaptureRatesContract;
import org.orderevidence.webhook.MovedOrdersContract;

/** All that the interface promises, to be run over real HTTP on each store. */
interface ApiContract
        extends TrackContract,
                UploadContract,
                NdjsonContract,
                FetchContract,
                ReceiptContract,
                ListContract,
                SearchContract,
                LaterFactsContract,
                PendingContract,
                PendingRaceContract,
                CoverageContract,
                PatchContract,
                KeyCreationContract,
                KeyRotationContract,
                KeyRevocationContract,
                KeyFaultsContract,
                AuditContract,
                IntegrationContract,
                IntegrationEventsContract,
                MovedOrdersContract,
                CaptureRatesContract,
                AccountContract,
                ReceiptLinkContract,
                QueryContract,
                GateContract,
                BadBodyContract,
                ConnectionContract,
                LogContract,
                CasesContract,
                SampleOrdersContract,
                StatusContract {}
