package org.orderevidence.http.api;

import org.orderevidence.http.api.admin.IntegrationContract;
import org.orderevidence.http.api.admin.KeyCreationContract;
import org.orderevidence.http.api.admin.KeyFaultsContract;
import org.orderevidence.http.api.link.ReceiptLinkContract;
import org.orderevidence.http.api.page.ReceiptContract;
import org.orderevidence.http.server.BadBodyContract;
import org.orderevidence.http.server.ConnectionContract;
import org.orderevidence.http.server.GateContract;
import org.orderevidence.http.server.LogContract;
import org.orderevidence.http.server.StatusContract;
import org.orderevidence.service.webhook.CaptureRatesContract;

/** All that the interface promises, to be run over real HTTP on one store. */
interface ApiContract
        extends EachStoreContract,
                UploadContract,
                NdjsonContract,
                FetchContract,
                ReceiptContract,
                KeyCreationContract,
                KeyFaultsContract,
                IntegrationContract,
                CaptureRatesContract,
                AccountContract,
                ReceiptLinkContract,
                QueryContract,
                GateContract,
                BadBodyContract,
                ConnectionContract,
                LogContract,
                CasesContract,
                StatusContract {}
