package org.orderevidence.http.api;

import org.orderevidence.http.server.BadBodyContract;
import org.orderevidence.http.server.ConnectionContract;
import org.orderevidence.http.server.GateContract;
import org.orderevidence.http.server.LogContract;
import org.orderevidence.http.server.StatusContract;

/** All that the interface promises, to be run over real HTTP on each store. */
interface ApiContract
        extends TrackContract,
                UploadContract,
                NdjsonContract,
                FetchContract,
                ListContract,
                SearchContract,
                LaterFactsContract,
                PendingContract,
                PendingRaceContract,
                PatchContract,
                KeysContract,
                AccountContract,
                QueryContract,
                GateContract,
                BadBodyContract,
                ConnectionContract,
                LogContract,
                CasesContract,
                SampleOrdersContract,
                StatusContract {}
