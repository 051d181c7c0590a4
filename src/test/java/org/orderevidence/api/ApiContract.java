package org.orderevidence.api;

import org.orderevidence.http.BadBodyContract;
import org.orderevidence.http.ConnectionContract;
import org.orderevidence.http.GateContract;
import org.orderevidence.http.LogContract;
import org.orderevidence.http.StatusContract;
import org.orderevidence.webhook.CaptureRatesContract;

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
                GateContract,
                BadBodyContract,
                ConnectionContract,
                LogContract,
                CasesContract,
                StatusContract {}
