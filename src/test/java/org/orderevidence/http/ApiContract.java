package org.orderevidence.http;

import org.orderevidence.store.OpenStore;

/** All that the interface promises, to be run over real HTTP on each store. */
interface ApiContract extends TrackContract {
    /** The store that it is served from. */
    OpenStore store();
}
