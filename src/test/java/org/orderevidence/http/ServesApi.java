package org.orderevidence.http;

/** A test of the HTTP interface on any store. */
public interface ServesApi {
    /** The interface that is tested. */
    ServedApi api();
}
