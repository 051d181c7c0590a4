package org.orderevidence.http;

/** A test of the interface, on whatever store serves it. */
interface ServesApi {
    /** The interface that is tested. */
    ServedApi api();
}
