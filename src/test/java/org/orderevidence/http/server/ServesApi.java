package org.orderevidence.http.server;

/** A test of the interface, on whatever store serves it. */
public interface ServesApi {
    /** The interface that is tested. */
    ServedApi api();
}
