package org.orderevidence.api;

import org.orderevidence.http.GateContract;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.StatusContract;
import org.orderevidence.webhook.CaptureRatesContract;

/** The whole interface on SQLite. */
class SqliteApiTest extends OnSqlite
        implements EachStoreContract,
                UploadContract,
                FetchContract,
                ReceiptContract,
                KeysContract,
                IntegrationContract,
                CaptureRatesContract,
                AccountContract,
                GateContract,
                CasesContract,
                StatusContract {}
