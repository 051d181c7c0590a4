package org.orderevidence.api;

import org.orderevidence.http.GateContract;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.StatusContract;
import org.orderevidence.http.coverage.CoverageContract;
import org.orderevidence.webhook.CaptureRatesContract;
import org.orderevidence.webhook.MovedOrdersContract;
import org.orderevidence.webhook.RetentionContract;

/** The whole interface on SQLite. */
class SqliteApiTest extends OnSqlite
        implements EachStoreContract,
                UploadContract,
                SightingUploadContract,
                ListContract,
                PatchContract,
                LaterFactsContract,
                CoverageContract,
                MovedOrdersContract,
                RetentionContract,
                FetchContract,
                ReceiptContract,
                KeysContract,
                IntegrationContract,
                CaptureRatesContract,
                AccountContract,
                GateContract,
                CasesContract,
                StatusContract {}
