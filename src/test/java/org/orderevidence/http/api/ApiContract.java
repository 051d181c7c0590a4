package org.orderevidence.http.api;

import org.orderevidence.http.api.admin.AuditContract;
import org.orderevidence.http.api.admin.IntegrationContract;
import org.orderevidence.http.api.admin.IntegrationEventsContract;
import org.orderevidence.http.api.admin.KeyCreationContract;
import org.orderevidence.http.api.admin.KeyFaultsContract;
import org.orderevidence.http.api.admin.KeyRevocationContract;
import org.orderevidence.http.api.admin.KeyRotationContract;
import org.orderevidence.http.api.link.ReceiptLinkContract;
import org.orderevidence.http.api.page.ReceiptContract;
import org.orderevidence.http.coverage.CoverageContract;
import org.orderevidence.http.server.BadBodyContract;
import org.orderevidence.http.server.ConnectionContract;
import org.orderevidence.http.server.GateContract;
import org.orderevidence.http.server.LogContract;
import org.orderevidence.http.server.StatusContract;
import org.orderevidence.service.webhook.CaptureRatesContract;
import org.orderevidence.service.webhook.MovedOrdersContract;

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
