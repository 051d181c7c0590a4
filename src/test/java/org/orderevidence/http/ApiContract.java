package org.orderevidence.http;

/** All that the interface promises, to be run over real HTTP on each store. */
interface ApiContract
        extends TrackContract,
                UploadContract,
                NdjsonContract,
                FetchContract,
                ListContract,
                LaterFactsContract,
                PatchContract,
                QueryContract,
                GateContract,
                BadBodyContract,
                ConnectionContract,
                LogContract,
                CasesContract,
                SampleOrdersContract,
                StatusContract {}
